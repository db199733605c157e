"""A wheel with one package config, evaluated."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.sdk.cmake_results import Evaluation
from wheelcheck.sdk.faults import FaultKind
from wheelcheck.sdk.package_config import PackageConfigs

CONFIG = "pair/lib/cmake/pair/pairConfig.cmake"


def configs_of(files: Mapping[str, str], libraries: tuple[str, ...] = ()) -> PackageConfigs:
    wheel = make_wheel(files=dict(files), binaries=[make_binary(each) for each in libraries])
    return make_subject(wheel).package_configs


def evaluate(text: str, *libraries: str, **others: str) -> Evaluation:
    """Evaluate a config; `others` are files beside it, by name without `.cmake`."""
    beside = {f"pair/lib/cmake/pair/{name}.cmake": content for name, content in others.items()}
    (config,) = configs_of({CONFIG: text, **beside}, libraries).cmake
    return config.evaluation


def faults(evaluation: Evaluation) -> list[tuple[FaultKind, str]]:
    """Kind and subject, the site folder cut off."""
    site = "lib/python3.11/site-packages/"
    return [(fault.kind, fault.subject.removeprefix(site)) for fault in evaluation.faults]
