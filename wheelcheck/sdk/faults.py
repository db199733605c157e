"""What can be wrong in a package config, for certain."""

from __future__ import annotations

import enum
from typing import NamedTuple


class FaultKind(enum.Enum):
    """Kinds of faults, the most telling first."""

    MISSING = "missing"
    """A file that is named and not installed."""
    BUILD_PATH = "build-path"
    PLACEHOLDER = "placeholder"
    """`@NAME@` that nothing substituted."""
    SYNTAX = "syntax"
    """Text that is not a command."""
    NESTING = "nesting"
    """A block without its end, or an end without its block."""
    DEAD_PREFIX = "dead-prefix"
    """A prefix that leads to no file of the wheel."""


class Fault(NamedTuple):
    """Something wrong in a package config."""

    kind: FaultKind
    path: str
    """Installed path of the file that says it."""
    line: int
    subject: str
    """The file named (relative to the prefix), the path, the placeholder."""
    context: str
    """What names it: a variable, a property, a command."""
