"""Shipped header that includes a header of its package that does not ship.

## What it checks

Every `#include` in a shipped header that is not inside a conditional block.
It counts as the package's own if it is in quotes, or if its first folder exists below a shipped include
folder.
The include guard, and a conditional around the whole file that only lets consumers opt out, do not count as
conditional blocks.
There is one finding per set of headers.

## Why it matters

Nothing that includes the header compiles, and the error names a file that the user has never heard of.
The project's own build does not notice: there the header is in the source tree.

## How to fix

Ship the header, or include it only in the sources that need it.
Installing headers with `install(FILE_SET HEADERS)` or a glob over the public folder keeps them together.

Leave internal headers that consumers cannot use out of the wheel.

## When to ignore

For headers that only the project's own extensions use and that a contract does not declare; large projects
have hundreds of those.

## References

- <https://github.com/pytorch/executorch/issues/7261>
- <https://github.com/pytorch/executorch/issues/15922>
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.sdk.include_graph import MissingInclude, missing_includes
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.WARNING, contract_severity=Severity.ERROR)
def missing_include(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report header sets that are not closed under their includes."""
    if not subject.wheel.headers:
        return
    for folder, found in missing_includes(subject.wheel, subject.layout, subject.package_configs).items():
        declared = [each for each in found if _is_declared(each.header, subject)]
        others = [each for each in found if each not in declared]
        if declared:
            yield _problem(folder, declared, Severity.ERROR)
        if others:
            yield _problem(folder, others, None)


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
