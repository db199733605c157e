r"""Library search path with a token that does not expand as intended.

## What it checks

Entries of DT_RPATH and DT_RUNPATH with a token that the loader does not expand as intended: `$$ORIGIN`,
`\$ORIGIN`, `$ORIGIN` after other text, names unknown to the loader (`$ORIGINS`, `$(ORIGIN)`,
`@loader_path`), what make leaves of an unescaped token (`RIGIN`), and two folders joined by `;`.
Under musl, `$LIB` and `$PLATFORM` too: musl then ignores the whole path.

It is a warning if the object needs nothing that is lost: another entry has its libraries.

## Why it matters

glibc expands `$ORIGIN` wherever it is, and takes the rest literally: `$$ORIGIN/lib` becomes `$/.../lib`, a
folder below the working directory. The intended folder is not searched, and whoever can write to the working
directory can put a library there. The build looks right at first sight, since the intended path is in the
file; only the escaping is wrong.

## How to fix

The file must contain exactly `$ORIGIN`; check it with `readelf -d`.
One level of quoting too many results in `\$ORIGIN` or `$$ORIGIN`, one too few in `RIGIN`.
Write a plain `$ORIGIN` in CMake's `INSTALL_RPATH`, meson and cargo, and `'$$ORIGIN'` in a makefile.

## When to ignore

Never: such an entry has no useful effect.

## References

- ld.so(8), "Dynamic string tokens"
- <https://github.com/superradcompany/microsandbox/issues/1408>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Format
from wheelcheck.linking.elf.search_paths import entries_of, fault_of, reading_of
from wheelcheck.linking.model import LOST
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(
    family="linkage",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=frozenset({Format.ELF, Format.MACHO}),
)
def malformed_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report entries that the loader does not expand."""
    is_musl = subject.platform.libc == "musl"
    is_lost = any(need.outcome in LOST for need in subject.loads.needs.get(binary.member, ()))
    for tag, entry in entries_of(binary, subject.layout):
        fault = fault_of(entry.text, subject.platform.libc)
        if fault is not None:
            effect = "makes musl ignore the whole path" if is_musl else _effect(entry.text)
            yield Problem(
                subject=entry.text,
                message=f"{tag.value} entry {entry.text!r} {effect}: {fault}",
                hint="link so that the file contains a plain '$ORIGIN/...'; check it with readelf -d",
                severity=None if is_musl or is_lost else Severity.WARNING,
            )


def _effect(text: str) -> str:
    reading = reading_of(text)
    below = "" if reading.startswith("/") else " below the working directory"
    return f"leads to {reading!r}{below}"
