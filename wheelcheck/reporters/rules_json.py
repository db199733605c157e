"""The catalogue of rules, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wheelcheck.binary.model import Format
from wheelcheck.reporters.formats import Detail
from wheelcheck.reporters.jsontext import dump
from wheelcheck.rules.base import Rule
from wheelcheck.rules.wording import severities


def render(rules: tuple[Rule, ...], detail: Detail) -> str:
    """Render every rule with its metadata."""
    del detail
    return dump({"rules": [_rule(rule) for rule in rules]})


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.slug,
        "family": rule.family,
        "severity": rule.severity.value,
        "also": [each.value for each in severities(rule) if each is not rule.severity],
        "contract_severity": rule.contract_severity.value if rule.contract_severity else None,
        "needs_contract": rule.needs_contract,
        "scope": rule.scope.value,
        "concerns": _names(rule.concerns),
        "formats": _names(rule.formats),
        "since": rule.since,
        "summary": rule.summary,
    }


def _names(formats: Iterable[Format]) -> list[str]:
    return sorted(each.value for each in formats)
