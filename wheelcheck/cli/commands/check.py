"""`wheelcheck check`: audit wheels and report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wheelcheck.cli.console import REPORT_ADDRESS, Console, describe_internal
from wheelcheck.cli.inputs import check_slugs, find_wheels, parse_outputs
from wheelcheck.cli.options import (
    color_option,
    format_option,
    jobs_option,
    quiet_option,
    siblings_option,
    verbose_option,
)
from wheelcheck.cli.progress import ProgressBar
from wheelcheck.errors import UsageError, WheelcheckError, reason_of
from wheelcheck.model import Cause, Incomplete, Severity
from wheelcheck.reporters.escape import printable
from wheelcheck.reporters.formats import Detail, Need, Reporter, reporter_for

if TYPE_CHECKING:
    from wheelcheck.engine import Options
    from wheelcheck.probe.session import Request as ProbeRequest
    from wheelcheck.report import Report

DOCUMENT = "check"


@dataclass(frozen=True, kw_only=True)
class Request:
    """The command line of `check`, as click parsed it."""

    wheels: tuple[str, ...]
    contract: str | None
    siblings: tuple[str, ...]
    probe: bool
    format_name: str
    outputs: tuple[str, ...]
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_on: str
    require_complete: bool
    jobs: int | None
    quiet: bool
    verbose: int
    color: str
    show_contract: bool


@click.command()
@click.argument("wheels", metavar="WHEEL...", nargs=-1)
@click.option("--contract", metavar="NAME_OR_FILE", help="Apply this contract to every wheel.")
@click.option("--probe", is_flag=True, help="Also build and run C++ code against each wheel.")
@siblings_option
@format_option(DOCUMENT)
@click.option(
    "-o", "outputs", metavar="FORMAT=FILE", multiple=True, help="Also write a report to a file; repeatable."
)
@click.option("--select", metavar="SLUG", multiple=True, help="Run only this rule; repeatable.")
@click.option("--ignore", metavar="SLUG", multiple=True, help="Ignore this rule's findings; repeatable.")
@click.option(
    "--fail-on",
    type=click.Choice([each.value for each in Severity]),
    default=Severity.ERROR.value,
    help="Lowest severity that fails the run (default: error).",
)
@click.option("--require-complete", is_flag=True, help="Exit with 3 if anything was not checked.")
@jobs_option("Workers that read members (default: one per CPU).")
@quiet_option
@verbose_option("Also print notes, ignored findings, what was not checked, and full lists.")
@color_option
@click.option("--show-contract", is_flag=True, help="Print the contract in force and exit.")
@click.pass_obj
def command(console: Console, /, **arguments: Any) -> int:
    """Audit wheels, given as files, folders or globs.

    Reads each wheel without installing it or running any of its code, on any host.
    """
    request = Request(**arguments)
    console.verbosity = request.verbose
    console.color_mode = request.color
    if request.show_contract:
        return _show_contract(console, request)
    return _check(console, request)


def _check(console: Console, request: Request) -> int:
    reporter = reporter_for(DOCUMENT, request.format_name, "--format")
    if not request.wheels:
        raise UsageError("no WHEEL given", hint="pass a wheel file, a folder of wheels, or a glob")
    paths = find_wheels(request.wheels)
    siblings = find_wheels(request.siblings)
    contracts = () if request.contract is None else (Path(request.contract.partition("#")[0]),)
    outputs = parse_outputs(request.outputs, DOCUMENT, (*paths, *siblings, *contracts))
    options = _options(console, request, siblings, [reporter, *(each for each, _ in outputs)])
    report = _audit(console, request, paths, options)
    # Standard output first: a file that cannot be written means exit 3, which still prints the report.
    detail = Detail(quiet=request.quiet, verbosity=request.verbose, color=console.has_color())
    console.out(reporter.render(report, detail))
    for each, path in outputs:
        _write_file(path, each.render(report, Detail(quiet=request.quiet, verbosity=request.verbose)))
    return report.exit_code


def _options(
    console: Console, request: Request, siblings: tuple[Path, ...], reporters: list[Reporter]
) -> Options:
    from wheelcheck.engine import Options

    return Options(
        contract=request.contract,
        siblings=siblings,
        select=check_slugs(request.select, "--select"),
        ignore=check_slugs(request.ignore, "--ignore"),
        fail_on=Severity(request.fail_on),
        require_complete=request.require_complete,
        jobs=request.jobs,
        want_sha256=any(Need.WHEEL_SHA256 in each.needs for each in reporters),
        probe=_probe_request(console, request) if request.probe else None,
    )


def _probe_request(console: Console, request: Request) -> ProbeRequest:
    from wheelcheck.probe.session import Request as ProbeRequest

    return ProbeRequest(jobs=request.jobs, told=None if request.quiet else console.note)


def _audit(console: Console, request: Request, paths: tuple[Path, ...], options: Options) -> Report:
    """Audit, and return a report even if the audit fails: exit 3 still reports what could not be done."""
    from wheelcheck.engine import audit, report_on_failure

    try:
        with ProgressBar(is_wanted=not request.quiet) as bar:
            return audit(paths, options, bar.advance)
    except WheelcheckError as error:
        if error.exit_code != WheelcheckError.exit_code:
            raise
        console.error(error.message, error.hint)
        reason, hint = error.message, error.hint
    except Exception as error:  # noqa: BLE001  # our own bug still means one report and exit 3
        console.internal_error(error)
        reason, hint = describe_internal(error), REPORT_ADDRESS
    failure = Incomplete(cause=Cause.UNREADABLE_WHEEL, member=None, reason=reason, hint=hint)
    return report_on_failure(paths, options, failure)


def _write_file(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise WheelcheckError(f"cannot write {str(path)!r}: {reason_of(error)}") from error


def _show_contract(console: Console, request: Request) -> int:
    """Print the contract in force: with all that it extends and, for a wheel, the rows that apply to it."""
    from wheelcheck.contract.effective import effective
    from wheelcheck.contract.loading import DEFAULT, Contracts
    from wheelcheck.rules.catalogue import rule_slugs
    from wheelcheck.subject import contract_in_force

    contracts = Contracts(rules=rule_slugs())
    chosen = None if request.contract is None else contracts.load(request.contract)
    if not request.wheels:
        console.out(effective(chosen or contracts.load(DEFAULT)))
        return 0
    for path in find_wheels(request.wheels):
        in_force = contract_in_force(path, contracts, chosen)
        console.out(f"# {printable(path.name)}\n{effective(in_force)}")
    return 0
