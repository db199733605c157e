"""`wheelcheck explain`: one rule's page."""

from __future__ import annotations

import click

from wheelcheck.cli.console import Console
from wheelcheck.spelling import did_you_mean

NOT_THERE = 1


@click.command()
@click.argument("slug", metavar="SLUG")
@click.pass_obj
def command(console: Console, slug: str) -> int:
    """Print the page of one rule.

    It says what the rule checks, why a finding matters and how to fix it.
    """
    from wheelcheck.rules.catalogue import discover
    from wheelcheck.rules.wording import severity_words

    rules = {rule.slug: rule for rule in discover()}
    rule = rules.get(slug)
    if rule is None:
        hint = did_you_mean(slug, rules) or "run 'wheelcheck rules' to list all rules"
        console.error(f"unknown rule {slug!r}", hint)
        return NOT_THERE
    console.out(f"{rule.slug} ({rule.family}; {severity_words(rule)})\n\n{rule.doc.strip()}\n")
    return 0
