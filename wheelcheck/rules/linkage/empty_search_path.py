"""Library search path with an empty entry.

## What it checks

DT_RPATH and DT_RUNPATH with a leading, trailing or doubled colon, or with no text at all.
A path that is entirely empty, in an object that needs only the platform's libraries, is a warning, and so is
any empty entry under musl, whose loader skips it.

## Why it matters

glibc reads an empty entry as the working directory of the process.
If Python is started in a folder where others can write, a file there that has the name of a needed library
is loaded.

## How to fix

Empty entries come from joining lists with an empty variable (`"${A}:${B}"`) and from tools that blank out an
entry instead of removing it.
Leave the empty element out of the list, or rewrite the finished file with `patchelf --set-rpath`.

## When to ignore

Never for a published wheel.

## References

- ld.so(8), on empty items in search paths
- <https://github.com/pytorch/executorch/issues/21611>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.repair import repair_command
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(
    family="linkage",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=frozenset({Format.ELF}),
)
def empty_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report empty entries, one finding per path."""
    if not binary.is_loadable:
        return
    needs = subject.loads.needs.get(binary.member, ())
    for tag, texts in (("RPATH", binary.rpath), ("RUNPATH", binary.runpath)):
        if "" not in texts:
            continue
        path = ":".join(texts)
        is_harmless = subject.platform.libc == "musl" or (
            not any(texts) and subject.platform.libraries.issuperset(binary.needed)
        )
        yield Problem(
            subject=path or tag,
            message=f"{tag} {path!r} has an empty entry{_where(texts)}: {_effect(subject)}",
            hint=f"remove the empty entry: {repair_command(binary, subject.layout, needs)}",
            severity=Severity.WARNING if is_harmless else None,
        )


def _where(texts: tuple[str, ...]) -> str:
    if not any(texts):
        return " and no other"
    if not texts[-1]:
        return " at its end"
    return "" if texts[0] else " at its start"


def _effect(subject: Subject) -> str:
    if subject.platform.libc == "musl":
        return "musl skips it, other loaders search the working directory"
    return "the loader searches the working directory"
