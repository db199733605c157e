"""`wheelcheck probe`: build and run consumers against one wheel, and nothing else."""

from __future__ import annotations

import math
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wheelcheck.cli.console import Console
from wheelcheck.cli.inputs import UNSET, find_wheel, find_wheels
from wheelcheck.cli.options import (
    color_option,
    format_option,
    jobs_option,
    quiet_option,
    siblings_option,
    verbose_option,
)
from wheelcheck.errors import UsageError
from wheelcheck.reporters.formats import Detail, Need, Reporter, reporter_for

if TYPE_CHECKING:
    from wheelcheck.probe.session import Request
    from wheelcheck.report import Report

DOCUMENT = "check"
"""The report of an audit that runs the probe's rules only."""
_EXPECTED = re.compile(r"(?P<namespace>[^=]+)=(?P<count>\d+)")


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The command line of `probe`, as click parsed it."""

    wheel: str
    contract: str | None
    component: str | None
    expect: tuple[str, ...]
    siblings: tuple[str, ...]
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
@click.option("--contract", metavar="NAME_OR_FILE", help="Contract that defines the consumers.")
@click.option("--component", metavar="NAME", help="CMake component to report on first.")
@click.option(
    "--expect",
    metavar="NAMESPACE=COUNT",
    multiple=True,
    help="Number of registrations to expect; repeatable.",
)
@siblings_option
@click.option("--keep", metavar="DIR", help="Work in this new folder and keep it.")
@click.option("--python", metavar="PATH", help="Interpreter for the throw-away environment.")
@click.option(
    "--time-limit",
    "run_seconds",
    metavar="SECONDS",
    type=float,
    callback=lambda _context, _option, value: check_seconds(value),
    default=60.0,
    help="Time limit for each run (default: 60).",
)
@format_option(DOCUMENT)
@jobs_option("Parallel build jobs (default: one per CPU).")
@quiet_option
@verbose_option("Also print notes and what was not checked.")
@color_option
@click.pass_obj
def command(console: Console, /, **arguments: Any) -> int:
    """Build and run C++ code against an installed wheel.

    Installs the wheel into a throw-away environment, builds the consumers that its contract defines, and
    runs them. This executes code from the wheel.
    """
    request = Arguments(**arguments)
    console.verbosity = request.verbose
    console.color_mode = request.color
    reporter = reporter_for(DOCUMENT, request.format_name, "--format")
    report = _report(console, request, reporter)
    detail = Detail(quiet=request.quiet, verbosity=request.verbose, color=console.has_color())
    console.out(reporter.render(report, detail))
    return report.exit_code


def _report(console: Console, arguments: Arguments, reporter: Reporter) -> Report:
    from wheelcheck.engine import Options, audit
    from wheelcheck.rules.base import Scope
    from wheelcheck.rules.catalogue import discover

    path = find_wheel(arguments.wheel, "probe")
    options = Options(
        contract=arguments.contract,
        siblings=find_wheels(arguments.siblings),
        select=tuple(rule.slug for rule in discover() if rule.scope is Scope.PROBE),
        jobs=arguments.jobs,
        want_sha256=Need.WHEEL_SHA256 in reporter.needs,
        probe=_request(console, arguments),
    )
    return audit([path], options)


def _request(console: Console, arguments: Arguments) -> Request:
    from wheelcheck.probe.session import Request

    return Request(
        component=arguments.component,
        expected=tuple(map(parse_expected, arguments.expect)),
        keep=_keep(arguments.keep),
        python=_python(arguments.python),
        jobs=arguments.jobs,
        run_seconds=arguments.run_seconds,
        is_required=True,
        told=None if arguments.quiet else console.note,
    )


def _keep(folder: str | None) -> Path | None:
    if folder == "":
        raise UsageError("--keep is empty", hint=UNSET)
    return None if folder is None else Path(folder)


def _python(path: str | None) -> str | None:
    if path is not None and shutil.which(path) is None:
        raise UsageError(f"--python {path!r} is not a program", hint="give the path of a Python interpreter")
    return path


def check_seconds(seconds: float) -> float:
    """Refuse a time limit that no run keeps, or that is none."""
    if not 0 < seconds < math.inf:
        raise UsageError(f"--time-limit {seconds:g} is not a time", hint="give seconds above 0")
    return seconds


def parse_expected(text: str) -> tuple[str, int]:
    """Split `NAMESPACE=COUNT`."""
    match = _EXPECTED.fullmatch(text)
    if match is None:
        raise UsageError(
            f"--expect {text!r} is not NAMESPACE=COUNT",
            hint="write it like --expect quantized_decomposed=19",
        )
    return match["namespace"], int(match["count"])
