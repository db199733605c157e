"""missing-backend."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.missing_backend import missing_backend
from wheelcheck.subject import Subject


def library(*strings: str, **facts: Any) -> Subject:
    given = {"imports": ["register_backend"], "own_initialisers": 1, "registrar_strings": strings, **facts}
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", **given)])
    spec = {"backends": ["FastBackend"], "registrar": ["register_backend"]}
    return make_subject(wheel, {"libraries": {"liba": spec}})


def test_other_name_is_reported() -> None:
    """The finding says what was found."""
    (found,) = problems(run(missing_backend, library("SlowBackend")))

    assert "FastBackend" == found.subject
    assert "SlowBackend" == found.evidence[0].value


def test_name_is_silent() -> None:
    """It is one of the library's strings."""
    assert [] == run(missing_backend, library("FastBackend", "SlowBackend"))


def test_dropped_registrar_is_its_own_finding() -> None:
    """One root cause, one finding."""
    assert [] == run(missing_backend, library(own_initialisers=0))
