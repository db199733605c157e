"""`wheelcheck check`: audit wheels and report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wheelcheck.cli.console import REPORT_ADDRESS, Console, describe_internal
from wheelcheck.cli.inputs import check_format, check_slugs, find_wheels, parse_outputs
from wheelcheck.cli.progress import ProgressBar
from wheelcheck.errors import UsageError, WheelcheckError
from wheelcheck.model import Report, Severity, Unreadable, WheelReport
from wheelcheck.reporters.escape import printable

if TYPE_CHECKING:
    from wheelcheck.contract.model import Contract
    from wheelcheck.engine import Options
    from wheelcheck.probe.session import Request as ProbeRequest


@dataclass(frozen=True, kw_only=True)
class Request:
    """The command line of `check`, as click parsed it."""

    wheels: tuple[str, ...]
    contract: str | None
    beside: tuple[str, ...]
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
@click.option("--contract", metavar="NAME_OR_FILE", help="Hold every wheel to this contract.")
@click.option("--probe", is_flag=True, help="Build and run C++ against each wheel too.")
@click.option(
    "--with",
    "beside",
    metavar="WHEEL",
    multiple=True,
    help="Wheel that will be installed beside; repeatable.",
)
@click.option("--format", "format_name", metavar="FORMAT", default="text", help="text (default) or json.")
@click.option("-o", "outputs", metavar="FORMAT=FILE", multiple=True, help="Write a report to a file too.")
@click.option("--select", metavar="SLUG", multiple=True, help="Run only this rule; repeatable.")
@click.option("--ignore", metavar="SLUG", multiple=True, help="Ignore this rule's findings; repeatable.")
@click.option(
    "--fail-on",
    type=click.Choice([each.value for each in Severity]),
    default=Severity.ERROR.value,
    help="Weight from which a finding makes the run fail (default: error).",
)
@click.option("--require-complete", is_flag=True, help="Exit 3 when anything was not checked.")
@click.option(
    "-j",
    "jobs",
    metavar="N",
    type=click.IntRange(min=1),
    help="Workers that read members (default: one per processor).",
)
@click.option("-q", "--quiet", is_flag=True, help="Print only what makes the run fail.")
@click.option(
    "-v",
    "--verbose",
    count=True,
    help="Print notes, what was ignored or not checked, and whole lists.",
)
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text."
)
@click.option("--show-contract", is_flag=True, help="Print the contract in force and stop.")
@click.pass_obj
def command(console: Console, /, **arguments: Any) -> int:
    """Audit wheels: files, folders or globs.

    Reads each wheel without installing or running anything of it, on any host.
    """
    request = Request(**arguments)
    console.verbosity = request.verbose
    console.color_mode = request.color
    if request.show_contract:
        return _show_contract(console, request)
    return _check(console, request)


def _check(console: Console, request: Request) -> int:
    check_format(request.format_name, "--format")
    if not request.wheels:
        raise UsageError(
            "no WHEEL was given", hint="give a wheel file, a folder that holds wheels, or a glob"
        )
    paths = find_wheels(request.wheels)
    siblings = find_wheels(request.beside)
    contracts = () if request.contract is None else (Path(request.contract.partition("#")[0]),)
    outputs = parse_outputs(request.outputs, (*paths, *siblings, *contracts))
    formats = {request.format_name, *(name for name, _ in outputs)}
    options = _options(console, request, siblings, want_sha256="json" in formats)
    report = _audit(console, request, paths, options)
    # Standard output first: a file that cannot be written is exit 3, and exit 3 still reports.
    console.out(_render(request.format_name, report, request, color=console.has_color()))
    for name, path in outputs:
        _write_file(path, _render(name, report, request, color=False))
    return report.exit_code


def _options(console: Console, request: Request, siblings: tuple[Path, ...], *, want_sha256: bool) -> Options:
    from wheelcheck.engine import Options

    return Options(
        contract=request.contract,
        siblings=siblings,
        select=check_slugs(request.select, "--select"),
        ignore=check_slugs(request.ignore, "--ignore"),
        fail_on=Severity(request.fail_on),
        require_complete=request.require_complete,
        jobs=request.jobs,
        want_sha256=want_sha256,
        probe=_probe_request(console, request) if request.probe else None,
    )


def _probe_request(console: Console, request: Request) -> ProbeRequest:
    from wheelcheck.probe.session import Request as ProbeRequest

    return ProbeRequest(jobs=request.jobs, told=None if request.quiet else console.note)


def _audit(console: Console, request: Request, paths: tuple[Path, ...], options: Options) -> Report:
    """Audit, and give a report even when the audit broke: exit 3 reports what it could not do."""
    from wheelcheck.engine import audit

    try:
        with ProgressBar(is_wanted=not request.quiet) as bar:
            return audit(paths, options, bar.advance)
    except WheelcheckError as error:
        if error.exit_code != WheelcheckError.exit_code:
            raise
        console.error(error.message, error.hint)
        return _broken_report(paths, options, Unreadable(member=None, reason=error.message, hint=error.hint))
    except Exception as error:  # noqa: BLE001  # a fault of ours is still one report and exit 3
        console.internal_error(error)
        reason = describe_internal(error)
        return _broken_report(paths, options, Unreadable(member=None, reason=reason, hint=REPORT_ADDRESS))


def _broken_report(paths: tuple[Path, ...], options: Options, cause: Unreadable) -> Report:
    from wheelcheck._version import __version__

    return Report(
        version=__version__,
        wheels=tuple(WheelReport(file=path.name, unreadable=(cause,)) for path in paths),
        fail_on=options.fail_on,
        require_complete=options.require_complete,
    )


def _render(name: str, report: Report, request: Request, *, color: bool) -> str:
    if name == "json":
        from wheelcheck.reporters.json_v1 import render_check

        return render_check(report)
    from wheelcheck.reporters.text import Detail, render

    return render(report, Detail(quiet=request.quiet, verbosity=request.verbose, color=color))


def _write_file(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise WheelcheckError(f"cannot write {str(path)!r}: {error.strerror}") from error


def _show_contract(console: Console, request: Request) -> int:
    """Print the contract as it is in force: what it extends and, for a wheel, the rows that hold for it."""
    from wheelcheck.contract.effective import effective
    from wheelcheck.contract.loading import load_contract

    if not request.wheels:
        console.out(effective(load_contract(request.contract or "default")))
        return 0
    for path in find_wheels(request.wheels):
        console.out(f"# {printable(path.name)}\n{effective(_contract_for(path, request.contract))}")
    return 0


def _contract_for(path: Path, name: str | None) -> Contract:
    from wheelcheck.contract.loading import load_contract, select_contract
    from wheelcheck.contract.rows import for_wheel
    from wheelcheck.wheel.filename import parse_wheel_filename

    wheel = parse_wheel_filename(path.name)
    platforms = tuple(dict.fromkeys(tag.rpartition("-")[2] for tag in wheel.tags))
    target = (wheel.name, wheel.version, platforms)
    return for_wheel(load_contract(name) if name is not None else select_contract(*target), *target)
