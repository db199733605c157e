"""Extension module whose file name carries no interpreter or ABI tag.

## What it checks
Under a `cp` tag, libraries that are named plainly `_x.so` and export `PyInit__x`. A contract may declare
the exact set of extension modules; then a declared one that is absent, untagged or there in another
number of files is an error, and so is an undeclared one when the contract closes the set.

## Why it matters
Every interpreter that looks into the folder takes an untagged file for its own. Installed into another
interpreter's site-packages, or after an upgrade in place, it loads and crashes; a tagged one is simply not
found.

## How to fix
- CMake: set `SUFFIX` of the module to what `sysconfig.get_config_var("EXT_SUFFIX")` says;
  `Python_add_library(... WITH_SOABI)` and `pybind11_add_module` do it.
- The stable ABI: name it `*.abi3.so`.

## When to ignore
When another tool links or opens the file by its plain name.

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
    """Yield one problem for all untagged modules, and one for each that breaks the contract's set."""
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
        # `missing-component` speaks of a module that is not there at all.
        if not found or len(found) == expected:
            continue
        yield Problem(
            subject=glob,
            message=f"extension module {glob!r} is there in {counted(len(found), 'file')},"
            f" the contract says {expected}",
            hint="build the module, or correct the contract's extensions",
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
            message=f"{counted(len(names), 'extension module')} named for no interpreter: {listed(names)}",
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
    """Tell an extension module from a library that merely ends in `.so`, read or not."""
    parsed = parse_extension_name(member.rpartition("/")[2])
    is_named_so = parsed is not None and (
        bool(parsed.interpreter) or parsed.suffix == "abi3" or member.endswith(".pyd")
    )
    return is_named_so or any(map(holds_module, subject.wheel.binaries_of.get(member, ())))
