"""The formats in which a document can be rendered, and their reporters."""

from __future__ import annotations

import enum
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from wheelcheck import reporters
from wheelcheck.errors import UsageError
from wheelcheck.spelling import did_you_mean

KNOWN = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html")
"""Reserved names, whether implemented or not."""


class Need(enum.Enum):
    """What a reporter needs in addition to every report."""

    WHEEL_SHA256 = "wheel-sha256"
    """The digest of each archive."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Detail:
    """How much to print, and whether in colour; a format for machines contains everything."""

    quiet: bool = False
    verbosity: int = 0
    color: bool = False


class Stages(NamedTuple):
    """Renders a document while it is made: together the same text as `render`."""

    wheels: Callable[[Any, Detail], str]
    """Turns the wheels of a report into text."""
    end: Callable[[Any, Detail], str]
    """Turns the rest of a report into text."""


class Reporter(NamedTuple):
    """Renders one document in one format."""

    format: str
    render: Callable[[Any, Detail], str]
    """Turns a document and the requested detail into text."""
    needs: frozenset[Need]
    stages: Stages | None = None
    """How it renders a report in stages; None when it needs the whole."""


@cache
def formats_of(document: str) -> tuple[str, ...]:
    """Give the formats in which a document can be rendered: text first, then by name."""
    names = (info.name.rpartition("_") for info in pkgutil.iter_modules(reporters.__path__))
    found = {format_ for name, _, format_ in names if name == document}
    return tuple(sorted(found, key=lambda each: (each != "text", each)))


def reporter_for(document: str, format_: str, option: str) -> Reporter:
    """Give the reporter for a document and a format.

    Raises:
        UsageError: there is none; the message names `option`, where the format was requested.
    """
    built = formats_of(document)
    if format_ in built:
        module = import_module(f"{reporters.__name__}.{document}_{format_}")
        return Reporter(
            format_, module.render, getattr(module, "NEEDS", frozenset()), getattr(module, "STAGES", None)
        )
    choices = f"choose {' or '.join(built)}"
    if format_ in KNOWN:
        raise UsageError(f"format {format_!r} in {option} is not available here", hint=choices)
    raise UsageError(f"unknown format {format_!r} in {option}", hint=did_you_mean(format_, built) or choices)
