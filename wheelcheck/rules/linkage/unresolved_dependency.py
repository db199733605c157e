"""Needed library that the loader does not find.

## What it checks

Every load that the wheel can cause is followed in the layout after installation: from each extension
module, executable, library that the contract or a package config offers, and object that nothing else
needs, down through DT_NEEDED. The search is the loader's own: glibc uses DT_RUNPATH for an object's own
needs only and inherits DT_RPATH, musl inherits both, `$ORIGIN` is the object's folder, and a name that
matches an object already loaded is not searched for again. Libraries that the platform tag allows, siblings
given with `--with` and the contract's externals count as found. A library that exists only for another
machine is left to foreign-architecture. If the loads of a wheel take more than 500,000 steps in total
(objects loaded and folders searched), the remaining roots are listed as not checked.

## Why it matters

The import, or the program, fails with "cannot open shared object file", or uses another copy that
happens to be on the user's machine.

## How to fix

- The file is in the wheel but not on a search path: give the object that needs it a DT_RUNPATH entry
  relative to `$ORIGIN`. A parent's DT_RUNPATH does not apply to a dependency's own dependencies.
- The file is not in any wheel: run the repair tool so that it is grafted, or link it statically.
- Another distribution provides it: name that distribution in Requires-Dist and in the contract's
  externals, or pass its wheel with `--with`.

A library in the wheel that is on no search path is a note if the process has loaded it by then: Python
imports the parents of a module first, with all that they import and open at their top, and what the wheel's
code opens by path before. It fails as soon as the order changes. A library of a framework that is imported
first (`import torch`) counts as found; undeclared-external-dependency checks that it is required.

A library that the host provides (a driver, OpenMP), or that Python code opens by name, is a warning, and a
note if only modules need it that the wheel imports in a `try` block: it works without them.

A missing dependency of a plug-in that nothing in the wheel loads is a warning: such plug-ins are often
optional (a solver, a codec), or their host loads what they need first. For extension modules, programs,
libraries that Python code opens (`ctypes.CDLL` and the like; a name in a comment or an unrelated string does
not count), and libraries that a contract or a package config offers it is an error.
A program whose library is in the wheel but not on a search path is a warning if a script of the same name
starts it: the script may set LD_LIBRARY_PATH.

## When to ignore

If the host is documented to provide the library (a driver, an MPI implementation); better declare it under
the contract's externals.

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
    also=[Severity.WARNING, Severity.NOTE],
    concerns=NATIVE,
)
def unresolved_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per library that is not found, with all members that need it."""
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
