"""File in the SDK's library folder that is not in the contract.

## What it checks

Every file directly inside the contract's library folders is one of its libraries, is listed under
`sdk.other-files`, or is the linker script of one of its libraries (a text file `libx.so` that names
`libx.so.1`). A second file of a library is reported if its contents differ; full copies are
`duplicate-soname`. A library that the contract forbids is reported wherever it ships.

## Why it matters

A staging folder that was not emptied adds the output of an earlier build to the wheel. A package
config that globs its folder then links the wrong file, usually the one with the newest name.

## How to fix

Start from an empty staging folder. A new library: add it to the contract in the same change.

## When to ignore

Never; list the file under `sdk.other-files`.

## References

- Contract reference, "sdk, headers, members, pairs"
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from wheelcheck.binary.library_names import split_library_name
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.matching import by_place
from wheelcheck.promises.members import matches
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def unexpected_library(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each file in the library folders that does not belong there."""
    for each in subject.declared.libraries.values():
        if each.spec.presence == "forbidden" and each.members:
            yield _problem(each.members[0], f"library {each.key!r} ships, but the contract forbids it")
    folders = subject.contract.sdk.library_folders
    if not folders:
        return
    known = _known(subject)
    for member in subject.wheel.members:
        folder, _, file_name = member.name.rpartition("/")
        if member.is_folder or not any(fnmatchcase(folder, glob) for glob in folders):
            continue
        if member.name not in known and not _is_linker_script(subject, member.name, file_name):
            yield _problem(member.name, f"{file_name!r} is not a library of the contract")


def _known(subject: Subject) -> frozenset[str]:
    by_name = subject.wheel.by_name
    names = {m.name for m in subject.wheel.members if matches(m.name, subject.contract.sdk.other_files)}
    for each in subject.declared.libraries.values():
        judged = {binary.member for binary in each.binaries}
        for versions in by_place(each.members):
            own = next((member for member in versions if member in judged), versions[0])
            names.update(name for name in versions if by_name[name].digest == by_name[own].digest)
    return frozenset(names)


def _is_linker_script(subject: Subject, member: str, file_name: str) -> bool:
    text = subject.wheel.texts.get(member, b"")
    parts = split_library_name(file_name)
    return (
        parts is not None
        and (b"INPUT" in text or b"GROUP" in text)
        and subject.declared.library_called(file_name) is not None
    )


def _problem(member: str, message: str) -> Problem:
    return Problem(
        member=member,
        subject=member.rpartition("/")[2],
        message=message,
        hint="build from an empty staging folder, or add it to the contract",
    )
