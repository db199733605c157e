"""`wheelcheck show`: facts about one wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import find_wheel
from wheelcheck.cli.options import color_option, format_option, verbose_option
from wheelcheck.errors import WheelcheckError
from wheelcheck.reporters.formats import Detail, reporter_for

if TYPE_CHECKING:
    from wheelcheck.reporters.facts import WheelFacts


@click.command()
@click.argument("wheel", metavar="WHEEL")
@click.option("--contract", metavar="NAME_OR_FILE", help="Contract with the registries to read.")
@format_option("show")
@verbose_option("List registered names instead of counting them.")
@color_option
@click.pass_obj
def command(
    console: Console, *, wheel: str, contract: str | None, format_name: str, verbose: int, color: str
) -> int:
    """Show facts about one wheel.

    Lists native files with soname, needed libraries, search paths and registered operators, and the
    platform floor.
    """
    console.verbosity = verbose
    console.color_mode = color
    reporter = reporter_for("show", format_name, "--format")
    facts = _facts(wheel, contract)
    console.out(reporter.render(facts, Detail(verbosity=verbose, color=console.has_color())))
    for each in facts.wheel.unreadable:
        console.error(each.reason, each.hint)
    return WheelcheckError.exit_code if facts.wheel.unreadable else 0


def _facts(argument: str, contract: str | None) -> WheelFacts:
    from wheelcheck.contract.loading import Contracts
    from wheelcheck.reporters.facts import WheelFacts
    from wheelcheck.rules.catalogue import rule_slugs
    from wheelcheck.subject import open_subject

    contracts = Contracts(rules=rule_slugs())
    chosen = None if contract is None else contracts.load(contract)
    subject = open_subject(find_wheel(argument, "show"), contracts=contracts, contract=chosen)
    wheel = subject.wheel
    return WheelFacts(wheel=wheel, claimed=wheel.platforms, needed=subject.needed_tag)
