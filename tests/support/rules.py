"""What tests ask of any rule, whatever it is called with."""

from __future__ import annotations

from collections.abc import Callable

from wheelcheck.rules.base import BinaryRule, IgnoresRule, ProbeRule, Result, Rule, SetRule, WheelRule


def check_of(rule: Rule) -> Callable[..., Result]:
    """Give the predicate of a rule: each scope has a class of its own that holds it."""
    assert isinstance(rule, BinaryRule | WheelRule | SetRule | IgnoresRule | ProbeRule)
    return rule.check
