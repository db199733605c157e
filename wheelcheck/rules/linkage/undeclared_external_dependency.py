"""Library that comes from a distribution which Requires-Dist does not name.

## What it checks

Each needed library that a sibling (`--with`) or the contract's externals bring must come from a
distribution that the wheel's Requires-Dist names, in an extra at least, or that a required sibling requires
in turn. What the host brings (drivers and other host classes) is no distribution. Whether a required
distribution with extras that is not at hand brings it is not checked.

## Why it matters

`pip install` of this wheel alone leaves the library out. It works on the developer's machine, where the
other distribution happens to be installed.

## How to fix

Add the distribution to the dependencies, with bounds that fit the library's ABI.

## When to ignore

When a required distribution always requires the other one in turn; giving it with `--with` says so better.

## References

- Core metadata specifications, "Requires-Dist"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.linkage_views import bringers
from wheelcheck.rules.listing import evidence, leading, listed, values
from wheelcheck.subject import Subject


@wheel_rule(family="linkage", severity=Severity.WARNING, concerns=NATIVE)
def undeclared_external_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per distribution."""
    for bringer in bringers(subject):
        if bringer.requirements or (bringer.way is not None and bringer.is_way_known):
            continue
        if bringer.way is not None:
            yield NotChecked(
                reason=f"whether {bringer.way!r} requires {bringer.distribution!r} is known with --with"
            )
        else:
            yield Problem(
                subject=bringer.distribution,
                message=(
                    f"needs {listed(bringer.sonames)} of {bringer.distribution!r}, "
                    "which Requires-Dist does not name"
                ),
                hint=f"add {bringer.distribution!r} to the dependencies",
                member=leading(bringer.members),
                evidence=(*evidence(bringer.sonames, "library"), *values(bringer.members, "needed by")),
            )
