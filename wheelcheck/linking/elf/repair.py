"""The command that repairs the search path of an object in a finished wheel."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable

from wheelcheck.binary.model import Binary, PathKind
from wheelcheck.linking.elf.search_paths import EntryKind, entries_of, leaves_prefix
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.model import Outcome, Resolution

IN_THE_WHEEL = "between 'wheel unpack' and 'wheel pack'"
"""When to run a command on a file of a wheel: `wheel pack` writes RECORD anew."""


def repair_command(binary: Binary, layout: Layout, needs: Iterable[Resolution] = ()) -> str:
    """Give the one command that leaves an object with a search path as it should be.

    It keeps the entries that lead from `$ORIGIN` into the environment, and adds what leads to libraries of
    the wheel that are not found.

    Args:
        binary: the object.
        layout: the environment.
        needs: outcomes of the object's needs, in every load.
    """
    placed = entries_of(binary, layout)
    kept = [
        each.entry.text
        for each in placed
        if each.entry.kind is EntryKind.ORIGIN and not leaves_prefix(each.entry)
    ]
    wanted = list(dict.fromkeys([*kept, *_missing_entries(binary, layout, needs)]))
    member = shlex.quote(binary.member)
    if not wanted:
        return f"patchelf --remove-rpath {member}, {IN_THE_WHEEL}"
    is_rpath = bool(placed) and all(each.tag is PathKind.RPATH for each in placed)
    force = "--force-rpath " if is_rpath else ""
    return f"patchelf {force}--set-rpath {shlex.quote(':'.join(wanted))} {member}, {IN_THE_WHEEL}"


def entry_to(path: str, origin: str) -> str:
    """Entry that leads from an object in the folder `origin` to the folder of another installed file."""
    way = posixpath.relpath(posixpath.dirname(path) or ".", origin or ".")
    return "$ORIGIN" if way == "." else f"$ORIGIN/{way}"


def _missing_entries(binary: Binary, layout: Layout, needs: Iterable[Resolution]) -> Iterable[str]:
    origin = posixpath.dirname(layout.path_of(binary.member))
    for need in needs:
        is_named = need.path is not None and posixpath.basename(need.path) == need.needed
        if need.outcome is Outcome.UNREACHABLE and need.path is not None and is_named:
            yield entry_to(need.path, origin)
