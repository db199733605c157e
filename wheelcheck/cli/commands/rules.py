"""`wheelcheck rules`: the catalogue."""

from __future__ import annotations

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.options import format_option
from wheelcheck.reporters.formats import Detail, reporter_for


@click.command()
@format_option("rules")
@click.pass_obj
def command(console: Console, format_name: str) -> int:
    """List every rule: slug, severity, what it catches."""
    from wheelcheck.rules.catalogue import discover

    reporter = reporter_for("rules", format_name, "--format")
    console.out(reporter.render(discover(), Detail()))
    return 0
