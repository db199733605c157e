"""SDK libraries of which only some have a version in their soname.

## What it checks

Soname groups that follow one library of the SDK: the file name and soname of every other library in the
group, and every DT_NEEDED entry that refers to one of them, have the version of that library, or none if it
has none. If more than half of the group agree on a different version, that one is expected.
A name that differs in more than the version is `unexpected-soname`.

## Why it matters

Two conventions in one SDK mean that a build step was skipped. A consumer then needs `libx.so` and
`liby.so.1`, a wheel cannot contain the symbolic link that would make both work, and one of the two is not
found.

## How to fix

Set the version of all libraries in one place (a function that every target goes through) and rebuild.
After the fact: `patchelf --set-soname`, rename the file, `patchelf --replace-needed` on its users.

## When to ignore

Never for libraries that consumers link against; take a library with a version of its own out of the group.

## References

- CMake, SOVERSION: https://cmake.org/cmake/help/latest/prop_tgt/SOVERSION.html
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from wheelcheck.contract.native import Library
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.promises.sonames import SonameFault, soname_faults
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import counted, listed
from wheelcheck.subject import Subject


@wheel_rule(
    family="identity", severity=Severity.ERROR, needs_contract=True, concerns=NATIVE, runs_without=True
)
def mixed_soname_layout(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each soname group whose libraries do not have the same version."""
    groups: dict[str, list[SonameFault]] = defaultdict(list)
    for fault in soname_faults(subject.declared):
        spec = subject.contract.libraries[fault.key]
        if fault.is_layout and isinstance(spec, Library):
            groups[spec.soname_group].append(fault)
    for name, faults in sorted(groups.items()):
        model = subject.contract.soname_groups[name].same_as
        is_model_wrong = any(fault.key == model and fault.member for fault in faults)
        pattern = "most of its libraries" if is_model_wrong else repr(model)
        wrong = sorted({fault.found for fault in faults})
        members = sorted({fault.member for fault in faults if fault.member})
        yield Problem(
            member=members[0] if len(members) == 1 else None,
            subject=wrong[0],
            message=f"{counted(len(wrong), 'SDK name differs', 'SDK names differ')} in version from"
            f" {pattern}: {listed(wrong)}",
            hint=f"give every library of the SDK the version of {pattern}, or none",
            evidence=tuple(
                Evidence(
                    label=fault.member or ", ".join(fault.users),
                    value=f"{fault.found}, expected {fault.expected}",
                )
                for fault in faults
            ),
        )
