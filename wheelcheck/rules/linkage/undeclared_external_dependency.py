"""Library from a distribution that Requires-Dist does not name.

## What it checks

Each needed library that a sibling (`--with`) or one of the contract's externals provides, or a framework that
the wheel's Python code imports first (`import torch`, then the extension), must come from a distribution that
the wheel's Requires-Dist names, at least in an extra, or that a required sibling requires in turn. Libraries
of the host (drivers and other host classes) are not checked. If a distribution is required with extras and
its wheel was not given, whether it requires the other one is listed as not checked.

## Why it matters

`pip install` of this wheel alone does not install the library. It works on the developer's machine, where
the other distribution happens to be installed.

## How to fix

Add the distribution to the dependencies, with version bounds that match the library's ABI.

## When to ignore

If a required distribution always requires the other one in turn; better pass its wheel with `--with`.

## References

- Core metadata specifications, "Requires-Dist"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.linkage_views import providers
from wheelcheck.rules.listing import evidence, leading, listed, values
from wheelcheck.subject import Subject


@wheel_rule(family="linkage", severity=Severity.WARNING, concerns=NATIVE)
def undeclared_external_dependency(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per distribution."""
    for provider in providers(subject):
        if provider.requirements or (provider.way is not None and provider.is_way_known):
            continue
        if provider.way is not None:
            yield NotChecked(
                reason=f"{provider.way!r} may require {provider.distribution!r}, but was not given by --with"
            )
        else:
            yield Problem(
                subject=provider.distribution,
                message=(
                    f"needs {listed(provider.sonames)} from {provider.distribution!r}, "
                    "which Requires-Dist does not name"
                ),
                hint=f"add {provider.distribution!r} to the dependencies",
                member=leading(provider.members),
                evidence=(*evidence(provider.sonames, "library"), *values(provider.members, "needed by")),
            )
