"""Files installed into the environment's prefix, outside a folder of the project.

## What it checks

Members below `.data/data`, which installers copy into the environment's prefix.
They belong in a folder named after the project, or in a standard place: `bin`, `etc`, `include`,
`share/man`, `share/doc`, `lib` and `lib/pkgconfig`, and `lib/cmake` or `share/cmake` with the project's name.

## Why it matters

All distributions share the prefix.
A bundled project's CMake package that is installed there is found instead of the real one, and
`find_package` fails for every other user of the environment.
Uninstalling or upgrading one distribution removes files that another one installed at the same path.

## How to fix

Install only the wanted components: `cmake --install --component`, scikit-build-core's
`install.components`, `EXCLUDE_FROM_ALL` for bundled projects.

Keep data that only the package reads inside the package, and find it with `importlib.resources`.

## When to ignore

For a distribution whose purpose is to provide that other project.

## References

- Binary distribution format, "The .data directory"
- <https://github.com/scikit-build/scikit-build-core/issues/860>
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed
from wheelcheck.sdk.shared_prefix import stray_folder
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import top_level_modules


@wheel_rule(family="sdk", severity=Severity.WARNING)
def stray_data_file(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report the folders of other projects, all in one finding."""
    own_names = (subject.wheel.name, *sorted(top_level_modules(subject.wheel)))
    folders: dict[str, int] = {}
    for member in subject.wheel.members:
        first, _, rest = member.name.partition("/")
        if not member.is_folder and first.endswith(".data") and rest.startswith("data/"):
            folder = stray_folder(rest.removeprefix("data/"), own_names)
            if folder is not None:
                folders[folder] = folders.get(folder, 0) + 1
    if folders:
        names = tuple(sorted(folders))
        yield Problem(
            subject=names[0],
            message=f"installs {counted(sum(folders.values()), 'file')} into the environment's prefix, "
            f"outside a folder of its own: {listed(names)}",
            hint="leave such files out, or install them inside the package",
            evidence=evidence(names, "folder"),
        )
