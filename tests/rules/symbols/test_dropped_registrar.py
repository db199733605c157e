"""dropped-registrar."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_scene, make_wheel, problems, run
from wheelcheck.rules.scene import Scene
from wheelcheck.rules.symbols.dropped_registrar import dropped_registrar


def library(**facts: Any) -> Scene:
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", **facts)])
    return make_scene(wheel, {"libraries": {"liba": {"registrar": ["ns::register_kernels"]}}})


ENTRY = "_ZN2ns16register_kernelsEv"


def test_no_initialiser_is_reported() -> None:
    """The compiler's own two do not count."""
    scene = library(imports=[ENTRY], initialisers=2, has_init_function=True)
    (found,) = problems(run(dropped_registrar, scene))

    assert "liba" == found.subject
    assert "initialiser" in found.message


def test_no_entry_point_is_reported() -> None:
    """Initialisers of other things register nothing."""
    assert 1 == len(problems(run(dropped_registrar, library(initialisers=3))))


def test_registrar_is_silent() -> None:
    """Entry point and initialiser are there."""
    assert [] == run(dropped_registrar, library(imports=[ENTRY], initialisers=3, has_init_function=True))


def test_owner_of_the_registry_may_define_the_entry_point() -> None:
    """The runtime registers its own primitives."""
    assert [] == run(dropped_registrar, library(exports=[ENTRY], initialisers=1))
