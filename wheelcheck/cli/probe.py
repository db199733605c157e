"""`wheelcheck probe`: build and run consumers against one wheel, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import check_format, find_wheels
from wheelcheck.errors import UsageError

if TYPE_CHECKING:
    from wheelcheck.model import Report
    from wheelcheck.probe.session import Request

_EXPECTED = re.compile(r"(?P<namespace>[^=]+)=(?P<count>\d+)")


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The command line of `probe`, as click parsed it."""

    wheel: str
    contract: str | None
    component: str | None
    expect: tuple[str, ...]
    beside: tuple[str, ...]
    keep: str | None
    python: str | None
    run_seconds: float
    format_name: str
    jobs: int | None
    quiet: bool
    verbose: int
    color: str


@click.command()
@click.argument("wheel", metavar="WHEEL")
@click.option("--contract", metavar="NAME_OR_FILE", help="Take the consumers from this contract.")
@click.option("--component", metavar="NAME", help="CMake component that the report is about first.")
@click.option(
    "--expect", metavar="NAMESPACE=COUNT", multiple=True, help="Registrations to be there; repeatable."
)
@click.option("--with", "beside", metavar="WHEEL", multiple=True, help="Wheel to install beside; repeatable.")
@click.option("--keep", metavar="DIR", help="Work in this new folder and leave it there.")
@click.option("--python", metavar="PATH", help="Interpreter of the throw-away environment.")
@click.option(
    "--time-limit",
    "run_seconds",
    metavar="SECONDS",
    type=float,
    default=60.0,
    help="Of each run (default: 60).",
)
@click.option("--format", "format_name", metavar="FORMAT", default="text", help="text (default) or json.")
@click.option(
    "-j", "jobs", metavar="N", type=click.IntRange(min=1), help="Jobs (default: one per processor)."
)
@click.option("-q", "quiet", is_flag=True, help="Print only what makes the run fail.")
@click.option("-v", "verbose", count=True, help="Print notes and what was not checked too.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text."
)
@click.pass_obj
def command(console: Console, /, **arguments: Any) -> int:
    """Build and run C++ against an installed wheel.

    Installs the wheel into a throw-away environment, builds the consumers of its contract and runs them.
    This runs code of the wheel.
    """
    request = Arguments(**arguments)
    console.verbosity = request.verbose
    console.color_mode = request.color
    check_format(request.format_name, "--format")
    report = _report(console, request)
    console.out(_render(console, request, report))
    return report.exit_code


def _report(console: Console, arguments: Arguments) -> Report:
    from wheelcheck.engine import Options, audit
    from wheelcheck.rules.base import Scope, discover

    paths = find_wheels([arguments.wheel])
    if len(paths) > 1:
        raise UsageError(f"{arguments.wheel!r} names {len(paths)} wheels, probe takes one")
    options = Options(
        contract=arguments.contract,
        siblings=find_wheels(arguments.beside),
        select=tuple(rule.slug for rule in discover() if rule.scope is Scope.PROBE),
        jobs=arguments.jobs,
        want_sha256=arguments.format_name == "json",
        probe=_request(console, arguments),
    )
    return audit(paths, options)


def _request(console: Console, arguments: Arguments) -> Request:
    from wheelcheck.probe.session import Request

    return Request(
        component=arguments.component,
        expected=tuple(map(parse_expected, arguments.expect)),
        keep=None if arguments.keep is None else Path(arguments.keep),
        python=arguments.python,
        jobs=arguments.jobs,
        run_seconds=arguments.run_seconds,
        is_required=True,
        told=None if arguments.quiet else console.note,
    )


def parse_expected(text: str) -> tuple[str, int]:
    """Take `NAMESPACE=COUNT` apart."""
    match = _EXPECTED.fullmatch(text)
    if match is None:
        raise UsageError(
            f"--expect {text!r} is not NAMESPACE=COUNT",
            hint="write for example --expect quantized_decomposed=19",
        )
    return match["namespace"], int(match["count"])


def _render(console: Console, arguments: Arguments, report: Report) -> str:
    if arguments.format_name == "json":
        from wheelcheck.reporters.json_v1 import render_check

        return render_check(report)
    from wheelcheck.reporters.text import Detail, render

    detail = Detail(quiet=arguments.quiet, verbosity=arguments.verbose, color=console.has_color())
    return render(report, detail)
