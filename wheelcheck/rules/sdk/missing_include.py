"""Shipped header that includes a header of its package that does not ship.

## What it checks

Every `#include` in a shipped header that is not inside a conditional block.
It counts as the package's own if it is in quotes, or if its first folder exists below a shipped include
folder.
The include guard, and a conditional around the whole file that only lets consumers opt out, do not count as
conditional blocks.
There is one finding per set of headers.
Headers of Python that are included along with `Python.h` are not the package's own.

A warning for headers below an include folder: one called `include`, `inc` or `headers`, or one that a package
config names.
A note for others: most are sources of the extension modules that were packed along with the Python files.
A header that a requirement may ship which was not given by `--with` is not checked.

## Why it matters

Nothing that includes the header compiles, and the error names a file that the user has never heard of.
The project's own build does not notice: there the header is in the source tree.

## How to fix

Ship the header, or include it only in the sources that need it.
Installing headers with `install(FILE_SET HEADERS)` or a glob over the public folder keeps them together.

Leave internal headers that consumers cannot use out of the wheel.

## When to ignore

For headers below an include folder that only the project's own extensions use and that a contract does not
declare; large projects have hundreds of those.

## References

- <https://github.com/pytorch/executorch/issues/7261>
- <https://github.com/pytorch/executorch/issues/15922>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.rules.sdk._providers import adds_folder, is_like, requirements_not_given
from wheelcheck.sdk.include_graph import MissingInclude, missing_includes
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.WARNING, also=[Severity.NOTE], contract_severity=Severity.ERROR)
def missing_include(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report header sets that are not closed under their includes."""
    if not subject.wheel.headers:
        return
    absent = requirements_not_given(subject)
    for folder, every in missing_includes(subject.wheel, subject.layout, subject.package_configs).items():
        sources = [_source(each, absent, subject) for each in every]
        found = [each for each, source in zip(every, sources, strict=True) if source is None]
        yield from _left_open(folder, every, sources)
        declared = [each for each in found if _is_declared(each.header, subject)]
        others = [each for each in found if each not in declared]
        offered = [each for each in others if each.is_offered]
        loose = [each for each in others if not each.is_offered]
        for group, severity in ((declared, Severity.ERROR), (offered, None), (loose, Severity.NOTE)):
            if group:
                yield _problem(folder, group, severity)


def _source(include: MissingInclude, absent: Sequence[str], subject: Subject) -> str | None:
    """Name a requirement that was not given and may ship the header."""
    if include.is_own:
        own = subject.wheel.name
        return next((name for name in absent if adds_folder(name, own, include.path)), None)
    return next((name for name in absent if is_like(include.path.partition("/")[0], name)), None)


def _left_open(
    folder: str, found: Sequence[MissingInclude], sources: Sequence[str | None]
) -> Iterator[NotChecked]:
    for source in dict.fromkeys(each for each in sources if each is not None):
        paths = [each.path for each, name in zip(found, sources, strict=True) if name == source]
        names = tuple(dict.fromkeys(paths))
        headers = counted(len(names), "included header")
        yield NotChecked(
            reason=f"{headers} of {folder!r} may come from {source!r}, not given by --with: {listed(names)}"
        )


def _is_declared(member: str, subject: Subject) -> bool:
    root = subject.contract.header_root_of(member)
    if root is None:
        return False
    inside = member[len(root) + 1 :]
    return not any(fnmatchcase(inside, glob) for glob in subject.contract.headers[root].private)


def _problem(folder: str, found: list[MissingInclude], severity: Severity | None) -> Problem:
    headers = tuple(dict.fromkeys(each.header for each in found))
    paths = tuple(dict.fromkeys(each.path for each in found))
    first = found[0]
    if len(found) == 1:
        message = f"line {first.line} includes {first.path!r}, which does not ship"
    else:
        verb = "includes" if len(headers) == 1 else "include"
        message = (
            f"{counted(len(headers), 'header')} below {folder!r} {verb} "
            f"{counted(len(paths), 'header that does', 'headers that do')} not ship: {listed(paths)}"
        )
    return Problem(
        subject=first.path if len(found) == 1 else folder,
        message=message,
        hint="ship every included header, or leave out those that include it",
        member=headers[0] if len(headers) == 1 else None,
        severity=severity,
        evidence=evidence([f"{each.header}:{each.line}: {each.path}" for each in found], "include"),
    )
