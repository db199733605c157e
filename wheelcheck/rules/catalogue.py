"""All rules, discovered by location: there is no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from wheelcheck.rules.base import Rule

_FOLDER = Path(__file__).parent


@cache
def discover() -> tuple[Rule, ...]:
    """Import every rule module and return the rules, sorted by slug."""
    rules: list[Rule] = []
    for family in _families():
        for info in pkgutil.iter_modules([str(_FOLDER / family)]):
            module = importlib.import_module(f"wheelcheck.rules.{family}.{info.name}")
            rules.extend(value.rule for value in vars(module).values() if hasattr(value, "rule"))
    return tuple(sorted(rules, key=lambda rule: rule.slug))


@cache
def rule_slugs() -> frozenset[str]:
    """Slugs of all rules, taken from the module names without importing the modules."""
    return frozenset(
        info.name.replace("_", "-")
        for family in _families()
        for info in pkgutil.iter_modules([str(_FOLDER / family)])
        if not info.name.startswith("_")
    )


def _families() -> list[str]:
    return [info.name for info in pkgutil.iter_modules([str(_FOLDER)]) if info.ispkg]
