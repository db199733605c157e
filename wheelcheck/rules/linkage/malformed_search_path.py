r"""Library search path with a token that never expands.

## What it checks

Entries of DT_RPATH and DT_RUNPATH with a token that the loader does not expand as intended: `$$ORIGIN`,
`\$ORIGIN`, `$ORIGIN` after other text, names unknown to the loader (`$ORIGINS`, `$(ORIGIN)`,
`@loader_path`), what make leaves of an unescaped token (`RIGIN`), and two folders joined by `;`.
Under musl, `$LIB` and `$PLATFORM` too: musl then ignores the whole path.

## Why it matters

The loader takes the text literally, as a folder below the working directory, and finds nothing.
The build looks right at first sight, since the intended path is in the file; only the escaping is wrong.

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
from wheelcheck.linking.elf.search_paths import entries_of, fault_of
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import binary_rule
from wheelcheck.subject import Subject


@binary_rule(family="linkage", severity=Severity.ERROR, concerns=frozenset({Format.ELF, Format.MACHO}))
def malformed_search_path(binary: Binary, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report entries that the loader does not expand."""
    for tag, entry in entries_of(binary, subject.layout):
        fault = fault_of(entry.text, subject.platform.libc)
        if fault is not None:
            yield Problem(
                subject=entry.text,
                message=f"{tag.value} entry {entry.text!r} never expands: {fault}",
                hint="link so that the file contains a plain '$ORIGIN/...'; check it with readelf -d",
            )
