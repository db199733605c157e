"""Package config that cannot work where it is installed.

## What it checks

Every `<Name>Config.cmake`, `<name>-config.cmake` and `.pc` file, with the files that they include, is
evaluated at the place where the wheel installs it.
That is done for a consumer who calls `find_package(<Name> REQUIRED)` and sets nothing, once more for each
component that can be asked for, and for the functions and macros that the config defines.
The following is reported: files and folders that it names but that are not installed, required searches of
named folders that have no such file, paths on the build machine in the values it sets, included files,
libraries and header folders at a fixed place outside of the wheel that is neither a folder of the system nor
of a well-known toolkit (`/opt/acme/lib`), a `message(FATAL_ERROR)` that every consumer reaches, `@NAME@` that
was never substituted, text that is not valid CMake, blocks that are not closed, and two copies of one config
that refer to the same libraries but differ.
If a contract requires it: a config without a version file, and a version file that accepts another major
version or, if the contract states `exact`, another minor version or patch.
Warnings are: a targets file that no config includes, a `.pc` prefix of a system folder, a fault that only
callers of a function of the config meet, and the faults of a config that no search finds and of whose targets
none ships, such as a copy in a data folder.

What depends on the consumer's machine (other packages, searches of the whole system, programs) is not
decided. Where it matters, because a file could not be looked at or one that is missing may be used, the line
that decides is listed as not checked.

## Why it matters

`find_package` stops with an error about a file that "does not exist", or it succeeds and passes the compiler
a folder that only the build machine had.
Users take it for a mistake in their own project.

## How to fix

A missing library: install the file under the name in the export. Wheels do not keep symbolic links, so
remove the target's `VERSION` property before the export, or ship the file with the full version.

A build path: `install(EXPORT)` and `configure_package_config_file` compute paths from the location of the
config; in hand-written templates replace `CMAKE_INSTALL_PREFIX` and `CMAKE_BINARY_DIR` with
`PACKAGE_PREFIX_DIR`. Begin a `.pc` file with `prefix=${pcfiledir}/../..`.

`@NAME@`: run the template through `configure_file(... @ONLY)` with the variable set.

## When to ignore

For configs of third-party packages that were bundled by accident and that no consumer looks for; better
leave them out of the wheel.

## References

- cmake-packages(7), "Creating Packages"
- pc(5), `pcfiledir`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading, listed
from wheelcheck.rules.sdk._config_wording import HINTS, describe, doubtful, version_file_writer
from wheelcheck.rules.sdk._packages import documented_prefixes
from wheelcheck.sdk.config_copies import differing_copies
from wheelcheck.sdk.config_faults import (
    FaultGroup,
    grouped_faults,
    is_stray,
    possible_source,
    shown,
    version_fault,
)
from wheelcheck.sdk.faults import FaultKind, Reach
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.ERROR, also=[Severity.WARNING])
def broken_package_config(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report faults that evaluation proves, one finding per config and kind of fault."""
    configs = subject.package_configs
    for group in grouped_faults(configs):
        yield _problem(group, subject)
    for first, second in differing_copies(configs):
        yield Problem(
            subject=first.name,
            message=f"configures the same libraries as {first.member!r}, but differs from it",
            hint="install the same file in both places, or make one copy include the other",
            member=second.member,
        )
    if configs.orphans:
        yield Problem(
            subject=configs.orphans[0],
            message=f"no package config includes {listed(configs.orphans)}",
            hint="leave the file out of the wheel, or include it from the config",
            member=leading(configs.orphans),
            severity=Severity.WARNING,
            evidence=evidence(configs.orphans),
        )
    yield from _version_faults(subject)
    for config in configs.cmake:
        if config.evaluation.stopped:
            yield NotChecked(reason=config.evaluation.stopped, member=config.member)
    for member, doubts in configs.doubts.items():
        yield from doubtful([each for each in doubts if not each.package], member)
    for other in configs.pkg_config:
        if other.file.stopped:
            yield NotChecked(reason=other.file.stopped, member=other.member)


def _problem(group: FaultGroup, subject: Subject) -> Problem:
    kind, members = group.faults[0].kind, group.members
    subjects = tuple(dict.fromkeys(shown(fault.subject, subject.layout) for fault in group.faults))
    source = possible_source(group, subject.wheel, subject.siblings) if kind is FaultKind.MISSING else None
    # Whoever does not call the function does not meet the fault.
    is_called = group.faults[0].reach is not Reach.ROUTINE
    stray = is_stray(group, subject.package_configs, documented_prefixes(subject))
    is_capped = kind is FaultKind.DEAD_PREFIX or source is not None or not is_called or stray
    return Problem(
        subject=subjects[0],
        message=describe(group, subjects, source),
        hint=f"pass the wheel of {source!r} with --with" if source else HINTS[kind],
        member=members[0] if len(members) == 1 or kind is FaultKind.MISSING else None,
        severity=Severity.WARNING if is_capped else None,
        evidence=evidence(subjects, "names") or evidence(members),
    )


def _version_faults(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Compare version files with what the contract states about the package."""
    for name, package in subject.contract.packages.items():
        for config in subject.package_configs.called(name) if package.presence != "forbidden" else ():
            said = version_fault(
                config, package.compatibility, subject.wheel.version, needed=package.version_file
            )
            if isinstance(said, str):
                yield Problem(
                    subject=config.name,
                    message=said,
                    hint=f"generate the version file with {version_file_writer(package.compatibility)}",
                    member=config.version_member or config.member,
                )
            elif said is not None:
                yield said
