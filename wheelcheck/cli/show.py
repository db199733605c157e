"""`wheelcheck show`: facts about one wheel."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import check_format, find_wheels
from wheelcheck.errors import UsageError, WheelcheckError

if TYPE_CHECKING:
    from wheelcheck.reporters.show import WheelFacts


@click.command()
@click.argument("wheel", metavar="WHEEL")
@click.option("--format", "format_name", metavar="FORMAT", default="text", help="text (default) or json.")
@click.option("-v", "--verbose", count=True, help="List registered names instead of counting them.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text."
)
@click.pass_obj
def command(console: Console, wheel: str, format_name: str, verbose: int, color: str) -> int:
    """Show the facts of one wheel.

    Native files with soname, needs, search paths and registered operators; the platform floor.
    """
    console.verbosity = verbose
    console.color_mode = color
    check_format(format_name, "--format")
    from wheelcheck.reporters.show import render_json, render_text

    facts = _facts(wheel)
    if format_name == "json":
        console.out(render_json(facts))
    else:
        console.out(render_text(facts, verbosity=verbose, color=console.has_color()))
    for each in facts.wheel.unreadable:
        console.error(each.reason, each.hint)
    return WheelcheckError.exit_code if facts.wheel.unreadable else 0


def _facts(argument: str) -> WheelFacts:
    from wheelcheck.policy.host_needs import needed_tag
    from wheelcheck.reporters.show import WheelFacts
    from wheelcheck.wheel.archive import read_wheel

    paths = find_wheels([argument])
    if len(paths) > 1:
        raise UsageError(f"{argument!r} names {len(paths)} wheels, show takes one")
    wheel = read_wheel(paths[0], jobs=os.cpu_count() or 1)
    return WheelFacts(wheel=wheel, claimed=wheel.platforms, needed=needed_tag(wheel))
