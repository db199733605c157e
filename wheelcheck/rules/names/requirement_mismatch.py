"""Requires-Dist that differs from the contract.

## What it checks

The `requires` table of the contract against the Requires-Dist lines of METADATA outside extras: required
distributions that are missing, forbidden ones that are present, and version bounds that differ, compared
as sets of clauses. Rows make this depend on platform and variant.

## Why it matters

A wheel for one accelerator that requires the runtime of another installs, and then fails to load. A
CPU wheel that requires one makes every user download gigabytes.

## How to fix

Compute the requirement from the variant that is being built, in the one place that names the variant.

## When to ignore

Never; correct the row.

## References

- Core metadata, Requires-Dist: https://packaging.python.org/specifications/core-metadata/#requires-dist-multiple-use
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from packaging.utils import canonicalize_name

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import requires_dist


@wheel_rule(family="names", severity=Severity.ERROR, needs_contract=True)
def requirement_mismatch(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each row of `requires` that METADATA does not satisfy."""
    rows = subject.contract.requires
    if not rows:
        return
    from packaging.specifiers import SpecifierSet

    plain = [each for each in requires_dist(subject.wheel) if "extra" not in str(each.marker or "")]
    by_name = [(canonicalize_name(each.name), each) for each in plain]
    exact = {glob for glob, row in rows.items() if row.presence != "forbidden"}
    for glob, row in rows.items():
        found = [(name, each) for name, each in by_name if fnmatchcase(name, glob)]
        if row.presence == "required" and not found:
            message = f"does not require {glob!r}, which the contract demands"
            yield _problem(glob, message, "absent", row.specifier)
        for name, each in found:
            if row.presence == "forbidden" and name not in exact:
                yield _problem(name, f"requires {name!r}, which the contract forbids", str(each), None)
            elif row.specifier is not None and each.specifier != SpecifierSet(row.specifier):
                bounds = repr(str(each.specifier)) if each.specifier else "no bounds"
                yield _problem(
                    name,
                    f"requires {name!r} with {bounds}, expected {row.specifier!r}",
                    str(each),
                    row.specifier,
                )


def _problem(subject: str, message: str, found: str, expected: str | None) -> Problem:
    return Problem(
        subject=subject,
        message=message,
        hint="correct the project's dependencies for this platform and variant",
        evidence=(
            Evidence(label="found", value=found),
            *((Evidence(label="expected", value=expected),) if expected else ()),
        ),
    )
