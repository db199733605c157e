"""File name, dist-info folder and METADATA that disagree on the name or version.

## What it checks
The distribution name and version in the file name, in the name of the top-level `.dist-info` folder and in
METADATA, compared after normalisation (`Foo.Bar` is `foo-bar`, `1.0` is `1.0.0`). Folders of vendored
distributions further down do not count.

## Why it matters
Installers refuse a wheel whose folder or METADATA belongs to another distribution or version; those that
do not refuse it record something other than what was requested, and every later upgrade goes wrong.

## How to fix
- A file renamed by hand, for a nightly or a local version: set the version where the build reads it.
- A version computed at build time (setuptools-scm): make sure every step sees the same tag and tree.
- Several distributions from one tree: check which `pyproject.toml` the build used.

## When to ignore
Never for a wheel that others install.

## References
- Binary distribution format, "File name convention"
- Names and normalization; version specifiers
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import metadata_values

_SUFFIX = ".dist-info"


@wheel_rule(family="names", severity=Severity.ERROR)
def name_version_disagreement(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for the name and one for the version."""
    from packaging.utils import canonicalize_name, canonicalize_version

    wheel = subject.wheel
    folders = dict.fromkeys(member.name.partition("/")[0] for member in wheel.members if "/" in member.name)
    dist_infos = [folder for folder in folders if folder.endswith(_SUFFIX)]
    if len(dist_infos) > 1:
        yield Problem(
            subject=_SUFFIX,
            message=f"the wheel has {len(dist_infos):,} top-level dist-info folders, expected 1: "
            f"{', '.join(sorted(dist_infos))}",
            hint="pack each distribution into a wheel of its own: installers refuse this one",
        )
    folder_name, _, folder_version = wheel.dist_info.removesuffix(_SUFFIX).rpartition("-")
    sources = {
        "name": (wheel.name, folder_name, metadata_values(wheel, "Name")),
        "version": (wheel.version, folder_version, metadata_values(wheel, "Version")),
    }
    for what, (in_file, in_folder, in_metadata) in sources.items():
        said = [("file name", in_file), ("dist-info folder", in_folder)]
        said += [("METADATA", value) for value in in_metadata[:1]]
        normalise = canonicalize_name if what == "name" else canonicalize_version
        if len({normalise(value) for _, value in said}) > 1:
            words = ", ".join(f"{label} {value!r}" for label, value in said)
            yield Problem(
                subject=what,
                message=f"the {what} is inconsistent: {words}",
                hint=f"rebuild the wheel with one {what} instead of renaming the file",
                member=f"{wheel.dist_info}/METADATA",
                evidence=tuple(Evidence(label=label, value=value) for label, value in said),
            )
