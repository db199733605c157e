"""How rules are described in the catalogue and on their pages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from wheelcheck.model import Severity
from wheelcheck.rules.base import Rule


def severity_words(rule: Rule) -> str:
    """Severity in words, such as `error or warning` or `error, only with a contract`."""
    words = " or ".join(each.value for each in severities(rule))
    if rule.needs_contract:
        return f"{words}, only with a contract"
    if rule.contract_severity is not None and rule.contract_severity is not rule.severity:
        return f"{words}; {rule.contract_severity.value} with a contract"
    return words


def severities(rule: Rule) -> list[Severity]:
    """Severities without a contract, highest first."""
    return sorted({rule.severity, *rule.also}, key=lambda each: -each.rank)


def by_family(rules: Iterable[Rule]) -> list[tuple[str, list[Rule]]]:
    """Rules grouped by family, both in alphabetical order."""
    ordered = sorted(rules, key=lambda rule: (rule.family, rule.slug))
    return [(family, list(group)) for family, group in groupby(ordered, key=lambda rule: rule.family)]
