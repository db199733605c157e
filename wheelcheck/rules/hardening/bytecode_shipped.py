"""Python bytecode in the wheel.

## What it checks
Members that end in `.pyc` or `.pyo`, or are in a `__pycache__` folder.

## Why it matters
Installers compile for the interpreter they install into. Shipped bytecode is useless to any other one,
contains paths of the build machine, and makes two builds of the same source differ. Next to its source it
can even be stale and still be imported.

## How to fix
- Build from a clean tree, or exclude `__pycache__` and `*.pyc`.
- A test run between build and packing left it behind: pack first.

## When to ignore
A distribution that deliberately ships without sources.

## References
- PEP 3147, "PYC repository directories"
- PEP 427, "What about the .pyc files?"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject


@wheel_rule(family="hardening", severity=Severity.WARNING)
def bytecode_shipped(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for all such members."""
    names = sorted(
        name
        for name in subject.wheel.by_name
        if name.endswith((".pyc", ".pyo")) or (not name.endswith("/") and "__pycache__" in name.split("/"))
    )
    if names:
        yield problem_about(
            names,
            message=f"the wheel ships {counted(len(names), 'bytecode file')}: {listed(names)}",
            hint="exclude '__pycache__' and '*.pyc' from the build",
        )
