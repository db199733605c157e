"""dropped-registrar."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.dropped_registrar import dropped_registrar
from wheelcheck.subject import Subject


def library(**facts: Any) -> Subject:
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", **facts)])
    return make_subject(wheel, {"libraries": {"liba": {"registrar": ["ns::register_kernels"]}}})


ENTRY = "_ZN2ns16register_kernelsEv"


def test_no_initialiser_is_reported() -> None:
    """The compiler's own two do not count."""
    subject = library(imports=[ENTRY], own_initialisers=0)
    (found,) = problems(run(dropped_registrar, subject))

    assert "liba" == found.subject
    assert "initialiser" in found.message


def test_no_entry_point_is_reported() -> None:
    """Initialisers of other things register nothing."""
    assert 1 == len(problems(run(dropped_registrar, library(own_initialisers=3))))


def test_registrar_is_silent() -> None:
    """Entry point and initialiser are there."""
    assert [] == run(dropped_registrar, library(imports=[ENTRY], own_initialisers=1))


def test_owner_of_the_registry_may_define_the_entry_point() -> None:
    """The runtime registers its own primitives."""
    assert [] == run(dropped_registrar, library(exports=[ENTRY], own_initialisers=1))
