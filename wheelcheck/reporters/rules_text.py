"""The catalogue of rules, as text."""

from __future__ import annotations

from wheelcheck.reporters.formats import Detail
from wheelcheck.rules.base import Rule
from wheelcheck.rules.wording import by_family, severity_words


def render(rules: tuple[Rule, ...], detail: Detail) -> str:
    """Render one block for each family."""
    del detail
    blocks = []
    for family, group in by_family(rules):
        lines = [family]
        for rule in group:
            lines += [f"  {rule.slug} ({severity_words(rule)})", f"      {rule.summary}"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"
