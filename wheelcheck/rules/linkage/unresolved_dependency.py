"""Needed library that the loader does not find.

## What it checks

Every load that the wheel can cause is worked out in the layout after installation: from each extension
module, executable, library that the contract or a package config offers, and object that nothing else
needs, down through DT_NEEDED. The search is the loader's own: glibc takes DT_RUNPATH for an object's own
needs only and inherits DT_RPATH, musl inherits both, `$ORIGIN` is the object's folder, and a name that a
loaded object already answers to is not searched again. Libraries that the platform tag allows, siblings
given with `--with` and the contract's externals count as there. What is there for another machine alone is
left to foreign-architecture. A wheel whose loads take more than 500,000 steps in all (objects loaded and
folders searched) has the remaining roots listed as not checked.

## Why it matters

The import, or the program, fails with "cannot open shared object file", or runs on another copy that
happens to lie on the user's machine.

## How to fix

- The file is in the wheel but on no search path: give the object that needs it a DT_RUNPATH entry
  relative to `$ORIGIN`. A parent's DT_RUNPATH does not help a dependency's own dependencies.
- The file is in no wheel: run the repair tool so that it is grafted, or link it statically.
- Another distribution brings it: name that distribution in Requires-Dist and in the contract's
  externals, or give its wheel with `--with`.

A lost dependency of a plug-in that nothing in the wheel loads is a warning: such plug-ins are often
optional (a solver, a codec), or their host loads what they need first. Under extension modules, programs,
libraries that python code names, and libraries that a contract or a package config offers it is an error.
A program whose library is in the wheel but on no search path is a warning where a script of its own name
starts it: the script may set LD_LIBRARY_PATH.

## When to ignore

When the host is documented to bring the library (a driver, an MPI); the contract's externals say that
better than an ignore.

## References

- System V gABI, chapter 5, "Shared Object Dependencies"
- `ld.so(8)`, and musl's `ldso/dynlink.c`
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.losses import given_up, judge, losses
from wheelcheck.subject import Subject


@wheel_rule(
    family="linkage",
    severity=Severity.ERROR,
    also=[Severity.WARNING],
    concerns=NATIVE,
)
def unresolved_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per library that is not found, with everyone who needs it."""
    yield from given_up(subject)
    for loss in losses(subject):
        verdict = judge(subject, loss)
        if verdict is None:
            continue
        name = loss.resolution.needed
        yield Problem(
            subject=name,
            member=loss.asker.binary.member,
            message=f"needs {name!r}, {verdict.found}",
            hint=verdict.hint,
            severity=verdict.severity,
            evidence=(
                Evidence(label="needed by", value=", ".join(loss.users)),
                Evidence(
                    label="searched", value=":".join(loss.resolution.searched) or "no folder of the wheel"
                ),
            ),
        )
