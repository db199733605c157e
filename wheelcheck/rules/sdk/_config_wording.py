"""Words of `broken-package-config`."""

from __future__ import annotations

from collections.abc import Sequence

from wheelcheck.rules.listing import counted, listed
from wheelcheck.sdk.config_faults import FaultGroup
from wheelcheck.sdk.faults import FaultKind


def describe(group: FaultGroup, subjects: Sequence[str], source: str | None) -> str:
    """Say what is wrong: the fault that stands for the others, or how many there are."""
    fault, files = group.faults[0], len(group.members)
    if fault.kind is FaultKind.MISSING:
        where = f", unless {source!r} does" if source else ""
        if len(subjects) == 1:
            return f"{fault.context} names {subjects[0]!r}, which nothing installs{where}"
        return f"names {counted(len(subjects), 'path')} that nothing installs{where}: {listed(subjects)}"
    among = f" in {files} files" if files > 1 else ""
    if fault.kind is FaultKind.BUILD_PATH:
        return f"{fault.context} is {fault.subject!r}{among}, a path of the build machine"
    if fault.kind is FaultKind.DEAD_PREFIX:
        return f"prefix is {fault.subject!r}{among}, and leads to no file of this wheel"
    if fault.kind is FaultKind.PLACEHOLDER:
        said = f"{listed(subjects)} was never substituted"
    elif fault.kind is FaultKind.NESTING:
        said = f"{fault.subject}, where CMake stops"
    else:
        said = f"{fault.subject!r} is no CMake command"
    return f"line {fault.line}: {said}"
