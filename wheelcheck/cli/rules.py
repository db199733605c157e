"""`wheelcheck rules`: the catalogue."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import check_format

if TYPE_CHECKING:
    from wheelcheck.model import Severity
    from wheelcheck.rules.base import Rule


@click.command()
@click.option("--format", "format_name", metavar="FORMAT", default="text", help="text (default) or json.")
@click.pass_obj
def command(console: Console, format_name: str) -> int:
    """List every rule: slug, severity, what it catches."""
    from wheelcheck.rules.base import discover

    check_format(format_name, "--format")
    rules = discover()
    if format_name == "json":
        from wheelcheck.reporters.json_v1 import SCHEMA_VERSION, dump

        console.out(dump({"schema_version": SCHEMA_VERSION, "rules": [_document(rule) for rule in rules]}))
    else:
        console.out(_text(rules))
    return 0


def weight(rule: Rule) -> str:
    """Severity in words, such as `error or warning`, `error, only under a contract`."""
    words = " or ".join(each.value for each in severities(rule))
    if rule.needs_contract:
        return f"{words}, only under a contract"
    if rule.contract_severity is not None and rule.contract_severity is not rule.severity:
        return f"{words}; {rule.contract_severity.value} under a contract"
    return words


def severities(rule: Rule) -> list[Severity]:
    """Severities without a contract, the heaviest first."""
    return sorted({rule.severity, *rule.also}, key=lambda each: -each.rank)


def by_family(rules: tuple[Rule, ...]) -> list[tuple[str, list[Rule]]]:
    """Rules grouped by family, both in alphabetical order."""
    ordered = sorted(rules, key=lambda rule: (rule.family, rule.slug))
    return [(family, list(group)) for family, group in groupby(ordered, key=lambda rule: rule.family)]


def _text(rules: tuple[Rule, ...]) -> str:
    blocks = []
    for family, group in by_family(rules):
        lines = [family]
        for rule in group:
            lines += [f"  {rule.slug} ({weight(rule)})", f"      {rule.summary}"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _document(rule: Rule) -> dict[str, Any]:
    contract_severity = rule.contract_severity.value if rule.contract_severity else None
    return {
        "rule": rule.slug,
        "family": rule.family,
        "severity": rule.severity.value,
        "also": [each.value for each in severities(rule) if each is not rule.severity],
        "contract_severity": contract_severity,
        "needs_contract": rule.needs_contract,
        "scope": rule.scope.value,
        "formats": sorted(each.value for each in rule.formats),
        "since": rule.since,
        "summary": rule.summary,
    }
