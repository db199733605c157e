"""The result of loading one root: its objects, and the outcome of each of their needs."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import NamedTuple

from wheelcheck.binary.model import Binary


class Why(enum.Enum):
    """Why an object is loaded on its own."""

    EXTENSION = "extension module"
    EXECUTABLE = "executable"
    NAMED = "loaded by name from Python code"
    CONTRACT = "contract library"
    OFFERED = "offered by a package config"
    PLUGIN = "plug-in"
    """Nothing in the wheel shows what loads it."""


class Outcome(enum.Enum):
    """The outcome of one need."""

    WHEEL = "wheel"
    """The search finds it in the wheel."""
    SIBLING = "sibling"
    """The search finds it in a sibling, or importing a sibling loads it."""
    LOADED = "loaded"
    """An object of this load already has the name."""
    PRELOADED = "preloaded"
    """On no search path, but Python code of the wheel has loaded an object with the name by then."""
    POLICY = "policy"
    """Every host of the platform tag has it."""
    EXTERNAL = "external"
    """The contract names the distribution that provides it, or Python code of the wheel imports one first."""
    HOST_CLASS = "host-class"
    """The host provides it wherever the wheel is usable: a driver, an MPI implementation."""
    INTERPRETER = "interpreter"
    """Python itself."""
    UNREACHABLE = "unreachable"
    """In the wheel, but not on a search path."""
    MISSING = "missing"


FOUND = frozenset({Outcome.WHEEL, Outcome.SIBLING, Outcome.LOADED, Outcome.PRELOADED})
"""Outcomes whose object is part of the load."""
LOST = frozenset({Outcome.UNREACHABLE, Outcome.MISSING})
"""Outcomes of a name that the loader searches for in vain, and that nothing explains."""


class Preloaded(NamedTuple):
    """What a process already has when it loads a root."""

    paths: Mapping[str, str]
    """Soname of a loaded object → its installed path."""
    packages: tuple[str, ...]
    """Packages of other distributions that are imported, sorted."""


NOTHING_PRELOADED = Preloaded({}, ())


class Resolution(NamedTuple):
    """The outcome of one needed name."""

    needed: str
    outcome: Outcome
    path: str | None
    """Installed path of the object; for `UNREACHABLE`, where it is; for `MISSING`, where the wheel has one
    for another machine."""
    distribution: str | None
    """For `SIBLING` and `EXTERNAL`: the distribution that provides it."""
    searched: tuple[str, ...]
    """Folders that were searched, in order."""


class Loaded(NamedTuple):
    """One object of a load."""

    binary: Binary
    wheel: int
    """0 = the wheel under audit, else 1 + index of the sibling."""
    path: str
    parent: int | None
    """Index of the object that needs it."""
    needs: tuple[Resolution, ...]


class Load(NamedTuple):
    """One root and everything that is loaded with it, breadth first, root first."""

    root: Binary
    why: Why
    objects: tuple[Loaded, ...]


class TooManyStepsError(Exception):
    """The loads of a wheel together take more steps than the loader allows."""
