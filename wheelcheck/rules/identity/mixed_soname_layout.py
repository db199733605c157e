"""Libraries of one SDK of which some carry a version in their soname and some do not.

## What it checks

Soname groups that follow one library of the SDK: every other library of the group, by file name and
soname, and every DT_NEEDED entry that means one of them, has the version of that library, or none as it
has none. Where more than half of the group agree on another version, that one counts.
A wrong name that differs in more than the version is `unexpected-soname`.

## Why it matters

Two conventions in one SDK mean that one build step was skipped. A consumer then needs `libx.so` and
`liby.so.1`, a wheel cannot hold the symbolic link that would make both work, and one of the two is not
found.

## How to fix

Set the version of all libraries in one place (a function that every target goes through), and build
again. After the fact: `patchelf --set-soname`, rename the file, `patchelf --replace-needed` in its users.

## When to ignore

Never for libraries that consumers link; take a library with a version of its own out of the group.

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
    """Report each soname group whose members do not carry one version."""
    groups: dict[str, list[SonameFault]] = defaultdict(list)
    for fault in soname_faults(subject.declared):
        spec = subject.contract.libraries[fault.key]
        if fault.is_layout and isinstance(spec, Library):
            groups[spec.soname_group].append(fault)
    for name, faults in sorted(groups.items()):
        model = subject.contract.soname_groups[name].same_as
        is_model_wrong = any(fault.key == model and fault.member for fault in faults)
        pattern = "most of its libraries have" if is_model_wrong else f"{model!r} has"
        wrong = sorted({fault.found for fault in faults})
        members = sorted({fault.member for fault in faults if fault.member})
        yield Problem(
            member=members[0] if len(members) == 1 else None,
            subject=wrong[0],
            message=f"{counted(len(wrong), 'name')} of the SDK in another form than {pattern}: "
            f"{listed(wrong)}",
            hint=f"give every library of the SDK the version that {pattern}, or none",
            evidence=tuple(
                Evidence(
                    label=fault.member or ", ".join(fault.users),
                    value=f"{fault.found}, expected {fault.expected}",
                )
                for fault in faults
            ),
        )
