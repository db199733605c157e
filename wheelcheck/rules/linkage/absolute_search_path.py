"""Library search path with an absolute folder.

## What it checks

Every entry of DT_RPATH and DT_RUNPATH that begins with `/`.
It is an error if the folder exists only where the wheel was built (a home, CI workspace, temporary,
conda or build folder), if anyone can write there, or if a library that the object needs is looked for in it
before any folder of the environment that has the library.
Any other absolute entry is a warning: nothing is found through it.

## Why it matters

The user's machine does not have the build machine's folders, so the entry finds nothing, or it finds
something else: whoever can create that folder decides which code is loaded.
A system folder such as `/usr/local/lib` may contain another build of a library that the wheel ships; if the
entry comes first, that build is loaded.

## How to fix

CMake: set `INSTALL_RPATH` to paths that begin with `$ORIGIN`, and leave `INSTALL_RPATH_USE_LINK_PATH` off;
it adds the folders of linked libraries, such as those of MKL and torch, to the path.

Other build systems: pass `-Wl,-rpath,'$ORIGIN/...'`, and remove flags that name folders of the build machine.

For a finished wheel: `patchelf --set-rpath` with only the relative entries.

## When to ignore

If the users are known to have the folder, such as that of a vendor's SDK below `/opt`.
List it under `search-paths` in the contract instead of ignoring the rule.

## References

- ld.so(8), "RPATH and RUNPATH"
- <https://github.com/pytorch/executorch/issues/21611>
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.repair import repair_command
from wheelcheck.linking.elf.search_paths import (
    EntryKind,
    Placed,
    entries_of,
    is_build_machine_path,
    is_world_writable,
)
from wheelcheck.linking.model import LOST, Outcome, Resolution
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject

_NOT_SEARCHED_FOR = frozenset(
    {Outcome.POLICY, Outcome.HOST_CLASS, Outcome.INTERPRETER, Outcome.LOADED, Outcome.PRELOADED}
)


@binary_rule(
    family="linkage",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=frozenset({Format.ELF, Format.MACHO}),
)
def absolute_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report entries that start with a slash."""
    placed = entries_of(binary, subject.layout)
    needs = subject.loads.needs.get(binary.member, ())
    for position, (tag, entry) in enumerate(placed):
        if entry.kind is not EntryKind.ABSOLUTE or subject.contract.allows_search_path(entry.text):
            continue
        severity, why = _judge(binary, entry.folders, placed[:position], subject)
        yield Problem(
            subject=entry.text,
            message=f"{tag.value} entry {entry.text!r} is absolute: {why}",
            hint="make it relative to $ORIGIN, or remove it: "
            f"{repair_command(binary, subject.layout, needs)}",
            severity=severity,
        )


def _judge(
    binary: Binary, folders: Sequence[str], earlier: Sequence[Placed], subject: Subject
) -> tuple[Severity, str]:
    if any(is_world_writable(folder) for folder in folders):
        return Severity.ERROR, "anyone can write there and decide what is loaded"
    if any(is_build_machine_path(folder) for folder in folders):
        return Severity.ERROR, "it exists only on the machine that built the wheel"
    known = [
        folder for each in earlier if each.entry.kind is EntryKind.ORIGIN for folder in each.entry.folders
    ]
    # Another distribution may install a folder that no given wheel has.
    if all(folder in subject.layout.folders for folder in known):
        known_missing = LOST | {Outcome.EXTERNAL}
    else:
        known_missing = frozenset({Outcome.UNREACHABLE})
    for need in subject.loads.needs.get(binary.member, ()):
        if need.outcome in known_missing or _is_found_later(need, known):
            return Severity.ERROR, f"{need.needed!r} is looked for there before any folder that has it"
    return Severity.WARNING, "nothing that this object needs is found through it"


def _is_found_later(need: Resolution, known: Sequence[str]) -> bool:
    if need.outcome in _NOT_SEARCHED_FOR or need.path is None:
        return False
    return posixpath.dirname(need.path) not in known
