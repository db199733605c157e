r"""Library search path whose token never expands.

## What it checks

Entries of DT_RPATH and DT_RUNPATH with a dollar that the loader does not expand as meant: `$$ORIGIN`,
`\$ORIGIN`, `$ORIGIN` behind other text, names that the loader does not know (`$ORIGINS`, `$(ORIGIN)`,
`@loader_path`), what a makefile leaves of an unquoted token (`RIGIN`), and two folders joined by `;`.
Under musl, `$LIB` and `$PLATFORM` too: musl then drops the whole path.

## Why it matters

The loader takes the text as it stands, as a folder below the working directory, and finds nothing.
The build looks right, since the wish stands in the file; only the escape is wrong.

## How to fix

The file must hold exactly `$ORIGIN`; look with `readelf -d`.
One level of quoting too many gives `\$ORIGIN` or `$$ORIGIN`, one too few gives `RIGIN`.
CMake wants a plain `$ORIGIN` in `INSTALL_RPATH`; make wants `'$$ORIGIN'`; meson and cargo a plain one.

## When to ignore

Never: such an entry does nothing that anybody wants.

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
                message=f"{tag} entry {entry.text!r} never expands: {fault}",
                hint="link so that the file holds a plain '$ORIGIN/...', and look with readelf -d",
            )
