"""Version inside the wheel that differs from METADATA.

## What it checks

Constants at the top level of the package's own `version.py`, `_version.py` or `__init__.py`
(`__version__ = "1.2.3"`), and the version of a CMake version file or `.pc` file with the distribution's name.
Release parts are compared: local, post, dev and build parts do not count, nor do values that code computes.
A module that states the release under another name (`VERSION_STRING`) poses as another project on purpose,
and is passed over.
Packages of bundled or separately numbered libraries are not checked.
A constant is an error; a config is a warning, or an error if a contract declares the package.
It is a note if a header of the library states the config's version: the library has releases of its own.

## Why it matters

`find_package(Foo 1.5)` fails with an installed 1.5 whose version file still states 1.4.
Bug reports name the wrong release.

## How to fix

Keep the version in one place and generate the others: setuptools-scm, hatch-vcs, or `project(VERSION)` read
by scikit-build-core.

## When to ignore

If the C++ library has releases of its own under the distribution's name.

## References

- Core metadata specifications, Version
- write_basic_package_version_file(), CMakePackageConfigHelpers(7)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.sdk.stated_versions import StatedVersion, agreeing_header, disagrees, stated_versions
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import metadata_values

_WHAT = {"constant": "", "config": "CMake package ", "pkg-config": "pkg-config package "}


@wheel_rule(
    family="sdk",
    severity=Severity.WARNING,
    also=[Severity.ERROR, Severity.NOTE],
    contract_severity=Severity.ERROR,
)
def version_disagreement(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each place that states another release."""
    written = metadata_values(subject.wheel, "Version")
    source, version = ("METADATA", written[0]) if written else ("the file name", subject.wheel.version)
    for stated in stated_versions(subject.wheel, subject.package_configs):
        # If METADATA and the file name differ, name-version-disagreement reports it: either will do here.
        if disagrees(stated, version) and disagrees(stated, subject.wheel.version):
            header = None if stated.kind == "constant" else agreeing_header(subject.wheel, stated)
            also = f", as in {header!r}" if header else ""
            yield Problem(
                subject=stated.name,
                message=f"{_WHAT[stated.kind]}{stated.name} is {stated.value!r}{also}, "
                f"{source} has {version!r}",
                hint="generate both versions from one source",
                member=stated.member,
                severity=_severity(stated, header, subject),
                evidence=(
                    Evidence(label="expected", value=version),
                    Evidence(label="found", value=stated.value),
                ),
            )


def _severity(stated: StatedVersion, header: str | None, subject: Subject) -> Severity | None:
    declared = {name.lower() for name in subject.contract.packages}
    if stated.kind == "constant" or stated.name.lower() in declared:
        return Severity.ERROR
    return None if header is None else Severity.NOTE
