"""What can be wrong with a package config for certain, and what cannot be decided about it."""

from __future__ import annotations

import enum
from typing import NamedTuple


class FaultKind(enum.Enum):
    """Kinds of faults, the most telling first."""

    MISSING = "missing"
    """A file that is named but not installed."""
    NOT_FOUND = "not-found"
    """A required search of folders of which none has the file."""
    REFUSAL = "refusal"
    """`message(FATAL_ERROR)` that every consumer reaches."""
    FIXED_PATH = "fixed-path"
    """A file or folder outside of the wheel, at a place of one machine."""
    BUILD_PATH = "build-path"
    PLACEHOLDER = "placeholder"
    """`@NAME@` that was never substituted."""
    SYNTAX = "syntax"
    """Text that is not a command."""
    NESTING = "nesting"
    """A block without its end, or an end without its block."""
    DEAD_PREFIX = "dead-prefix"
    """A prefix that does not lead to any file of the wheel."""


class Reach(enum.Enum):
    """Consumers who meet a fault."""

    EVERYONE = "everyone"
    PLAIN = "plain"
    """Whoever calls `find_package` and sets nothing."""
    COMPONENT = "component"
    """Whoever asks for a component."""
    ROUTINE = "routine"
    """Whoever calls a function or macro of the config."""


class Fault(NamedTuple):
    """Something wrong in a package config."""

    kind: FaultKind
    path: str
    """Installed path of the file that has the fault."""
    line: int
    subject: str
    """The missing file (relative to the prefix), the path or the placeholder."""
    context: str
    """Where it is named: a variable, a property or a command."""
    reach: Reach = Reach.EVERYONE
    of: str = ""
    """The component, function or macro."""


class Undecided(NamedTuple):
    """A place where the wheel alone does not determine what a config does."""

    path: str
    """Installed path of the file."""
    line: int
    cause: str
    """`if`, or the command whose result or argument is unknown."""
    text: str
    """What is unknown, as written."""


class Doubt(NamedTuple):
    """What a consumer may meet, depending on something undecided."""

    where: Undecided
    line: int
    """Where that happens, in the same file or another one."""
    effect: str
    """What then happens at the line: a half-sentence."""
    package: str = ""
    """The package that is needed then."""
