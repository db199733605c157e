"""Extension module without an interpreter or ABI tag in its file name.

## What it checks
Under a `cp` tag, libraries with a plain name `_x.so` that export `PyInit__x`. A contract may declare the
exact set of extension modules; then a declared one that is untagged or has a different number of files is
an error, and so is an undeclared one when the contract closes the set.

## Why it matters
Every interpreter that searches the folder takes an untagged file for its own. In another interpreter's
site-packages, or after an upgrade in place, it is loaded and crashes; a tagged one is simply not found.

## How to fix
- CMake: set `SUFFIX` of the module to `sysconfig.get_config_var("EXT_SUFFIX")`;
  `Python_add_library(... WITH_SOABI)` and `pybind11_add_module` do it.
- The stable ABI: name it `*.abi3.so`.

## When to ignore
When another tool links against the file or opens it by its plain name.

## References
- PEP 3149, "ABI version tagged .so files"
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from wheelcheck.model import Evidence, Problem, Severity
from wheelcheck.promises.matching import extension_files
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.extensions import holds_module, is_importable, parse_extension_name


@wheel_rule(family="names", severity=Severity.NOTE, contract_severity=Severity.ERROR)
def untagged_extension(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for all untagged modules, and one for each that violates the contract."""
    declared = subject.contract.extensions
    files = extension_files(subject.wheel)
    if any(tag.startswith("cp") for tag in subject.wheel.tags):
        untagged = {
            binary.member
            for binary in subject.wheel.binaries
            if _is_untagged(binary.file_name) and is_importable(binary)
        }
        held = {
            member
            for module, members in files.items()
            if any(fnmatchcase(module, glob) for glob in declared)
            for member in members
        }
        yield from _untagged(sorted(untagged & held), Severity.ERROR)
        yield from _untagged(sorted(untagged - held), None)
    for glob, extension in declared.items():
        found = sorted(
            member for module, members in files.items() if fnmatchcase(module, glob) for member in members
        )
        expected = 0 if extension.presence == "forbidden" else extension.count
        # `missing-component` reports a module that is absent altogether.
        if not found or len(found) == expected:
            continue
        shipped = counted(len(found), "file")
        yield Problem(
            subject=glob,
            message=f"extension module {glob!r} has {shipped}, but the contract expects {expected}",
            hint="ship as many files as the contract expects, or correct its extensions",
            member=leading(found),
            severity=Severity.ERROR,
            evidence=(Evidence(label="expected", value=str(expected)), *evidence(found, "found")),
        )
    if subject.contract.closed.extensions:
        yield from _undeclared(subject)


def _is_untagged(file_name: str) -> bool:
    parsed = parse_extension_name(file_name)
    return parsed is not None and not parsed.suffix


def _untagged(names: list[str], severity: Severity | None) -> Iterator[Problem]:
    if names:
        yield problem_about(
            names,
            message=f"{counted(len(names), 'extension module')} without an interpreter or ABI tag in the"
            f" name: {listed(names)}",
            hint="give the file the suffix of the interpreter it is built for (EXT_SUFFIX)",
            severity=severity,
        )


def _undeclared(subject: Subject) -> Iterator[Problem]:
    for module, members in sorted(extension_files(subject.wheel).items()):
        if any(fnmatchcase(module, glob) for glob in subject.contract.extensions):
            continue
        found = sorted(member for member in members if _is_module(subject, member))
        if found:
            yield Problem(
                subject=module,
                message=f"extension module {module!r} is not in the contract's closed set",
                hint="leave it out of the wheel, or declare it under extensions",
                member=leading(found),
                severity=Severity.ERROR,
                evidence=evidence(found),
            )


def _is_module(subject: Subject, member: str) -> bool:
    """Tell an extension module, read or not, from a library that merely ends in `.so`."""
    parsed = parse_extension_name(member.rpartition("/")[2])
    is_named_so = parsed is not None and (
        bool(parsed.interpreter) or parsed.suffix == "abi3" or member.endswith(".pyd")
    )
    return is_named_so or any(map(holds_module, subject.wheel.binaries_of.get(member, ())))
