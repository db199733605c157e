"""Distributions that may provide what a wheel lacks: those that it requires and that were not given."""

from __future__ import annotations

import re

from packaging.utils import canonicalize_name

from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import required_distributions

_FEWEST = 3


def requirements_not_given(subject: Subject) -> list[str]:
    """Normalised names of the requirements, extras included, without those given by `--with`; sorted."""
    given = {each.distribution for each in subject.siblings}
    return sorted(set(required_distributions(subject.wheel)) - given)


def is_like(name: str, distribution: str) -> bool:
    """Whether a distribution's name suggests that it provides a package: `Eigen3` and `cmeel-eigen`."""
    wanted = re.sub(r"[^a-z]", "", name.lower())
    words = [re.sub(r"[^a-z]", "", word) for word in distribution.lower().split("-")]
    return wanted in "".join(words) or any(len(word) > _FEWEST and word in wanted for word in words)


def adds_folder(distribution: str, own: str, path: str) -> bool:
    """Whether a folder of a path is what a distribution adds to another's name: `ffi` of `apache-tvm-ffi`."""
    words, known = set(distribution.split("-")), set(canonicalize_name(own).split("-"))
    folders = path.lower().split("/")[:-1]
    return not words.isdisjoint(known) and not (words - known).isdisjoint(folders)
