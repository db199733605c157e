"""Messages of `broken-package-config`."""

from __future__ import annotations

from collections.abc import Sequence

from wheelcheck.rules.listing import counted, listed
from wheelcheck.sdk.config_faults import FaultGroup
from wheelcheck.sdk.faults import FaultKind


def describe(group: FaultGroup, subjects: Sequence[str], source: str | None) -> str:
    """Describe what is wrong: the first fault of the group, or how many there are."""
    fault, files = group.faults[0], len(group.members)
    if fault.kind is FaultKind.MISSING:
        where = f", unless {source!r} does" if source else ""
        if len(subjects) == 1:
            return f"{fault.context} names {subjects[0]!r}, which nothing installs{where}"
        return f"names {counted(len(subjects), 'path')} that nothing installs{where}: {listed(subjects)}"
    among = f" in {files} files" if files > 1 else ""
    if fault.kind is FaultKind.BUILD_PATH:
        return f"{fault.context} is {fault.subject!r}{among}, a path on the build machine"
    if fault.kind is FaultKind.DEAD_PREFIX:
        return f"prefix is {fault.subject!r}{among}, which does not lead to any file in this wheel"
    if fault.kind is FaultKind.PLACEHOLDER:
        said = f"{listed(subjects)} {'was' if len(subjects) == 1 else 'were'} never substituted"
    elif fault.kind is FaultKind.NESTING:
        said = f"{fault.subject}; CMake stops there"
    else:
        said = f"{fault.subject!r} is not a CMake command"
    return f"line {fault.line}: {said}"
