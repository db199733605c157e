"""Package config in a folder that `find_package` does not search.

## What it checks

Configs of Linux wheels that are found only by searching `lib64`, unless there is another copy or a shim of
the package elsewhere, or another config of the wheel names the folder.
Configs that the entry points `cmake.prefix` and `cmake.root` promise but that are not where `find_package`
looks below the folder named there.

## Why it matters

CMake searches `lib64` only on some distributions: on Fedora and RHEL, but not on Debian and Ubuntu.
The wheel works in the manylinux container that built it, but fails for half of its users, with a message
that the package is not installed.

## How to fix

Set `CMAKE_INSTALL_LIBDIR=lib` when the wheel is built.

Or keep `lib64` and add a shim at `share/cmake/<Name>/<Name>Config.cmake` that includes the real file.

## When to ignore

If users are told to set `<Name>_DIR` themselves.

## References

- find_package(7), "Config Mode Search Procedure", `FIND_LIBRARY_USE_LIB64_PATHS`
- <https://github.com/scikit-build/scikit-build-core/issues/831>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, leading, listed
from wheelcheck.rules.sdk._packages import PREFIX_GROUPS
from wheelcheck.sdk.discovery import is_found_below, lies_below_lib64, parent
from wheelcheck.sdk.package_config import CMakePackage
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import entry_points


@wheel_rule(family="sdk", severity=Severity.WARNING)
def undiscoverable_config(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report packages that a search from the documented prefix does not find."""
    below_lib64 = _only_below_lib64(subject)
    if below_lib64:
        names = tuple(dict.fromkeys(config.name for config in below_lib64))
        members = tuple(config.member for config in below_lib64)
        yield Problem(
            subject=names[0],
            message=f"{counted(len(members), 'config is', 'configs are')} only below lib64, which CMake on "
            f"Debian does not search: {listed(names)}",
            hint="build with CMAKE_INSTALL_LIBDIR=lib, or add a shim below share/cmake",
            member=leading(members),
            evidence=evidence(members),
        )
    yield from _promised(subject)


def _only_below_lib64(subject: Subject) -> list[CMakePackage]:
    if not all("linux" in platform for platform in subject.wheel.platforms):
        return []
    configs = subject.package_configs.cmake
    hinted = {name.lower() for config in configs for name in config.evaluation.hinted}
    elsewhere = {
        config.name.lower() for config in configs if not lies_below_lib64(parent(config.path), config.name)
    }
    return [config for config in configs if config.name.lower() not in elsewhere | hinted]


def _promised(subject: Subject) -> Iterator[Problem]:
    configs = subject.package_configs.cmake
    for point in entry_points(subject.wheel):
        prefix = f"{subject.layout.site}/{point.module.replace('.', '/')}"
        named = [each for each in configs if _key(each.name) == _key(point.name)]
        if (
            point.group in PREFIX_GROUPS
            and named
            and not any(
                is_found_below(parent(each.path), prefix, each.name, with_lib64=True) for each in named
            )
        ):
            yield Problem(
                subject=named[0].name,
                message=f"entry point {point.group!r} leads to {point.module!r}, "
                "from which find_package does not find this config",
                hint=f"install it as {point.module.replace('.', '/')}/share/cmake/{named[0].name}/",
                member=named[0].member,
            )


def _key(name: str) -> str:
    return name.lower().replace("-", "_")
