"""Paths in, a report out: wheels are read, judged and, on request, probed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wheelcheck._version import __version__
from wheelcheck.contract.loading import Contracts
from wheelcheck.contract.model import Contract
from wheelcheck.errors import WheelcheckError, reason_of
from wheelcheck.judging import Judge
from wheelcheck.linking.loads import unfollowed
from wheelcheck.model import Cause, Incomplete, Severity, SkippedCheck, Topic
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.report import Report, RuleInfo, WheelReport
from wheelcheck.rules.base import Rule
from wheelcheck.rules.catalogue import discover, rule_slugs
from wheelcheck.rules.listing import counted, listed
from wheelcheck.subject import Progress, Reading, Release, Subject, open_subject, read, target_of
from wheelcheck.wheel.inflate import Limits
from wheelcheck.wheel.metadata import if_computed
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.opened import opened_libraries

if TYPE_CHECKING:
    from wheelcheck.probe.session import Request


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """How to audit."""

    contract: str | None = None
    """Name or file of the contract; None chooses by distribution name."""
    siblings: tuple[Path, ...] = ()
    """Wheels installed alongside (`--with`)."""
    select: tuple[str, ...] = ()
    """Only these rules; empty means all."""
    ignore: tuple[str, ...] = ()
    fail_on: Severity = Severity.ERROR
    require_complete: bool = False
    jobs: int | None = None
    """Workers that read members; None means one per processor."""
    want_sha256: bool = False
    probe: Request | None = None
    """Also build and run consumers against each wheel."""
    today: dt.date = field(default_factory=dt.date.today)
    """Date that the expiry dates of ignores are compared with."""
    limits: Limits = field(default_factory=Limits)


def load_contract(name_or_path: str, folder: Path | None = None) -> Contract:
    """Load a contract by name or from a file; see `Contracts.load`.

    Raises:
        ContractError: the contract does not exist or does not follow the schema.
    """
    return Contracts(rules=rule_slugs(), folder=folder).load(name_or_path)


def audit(
    paths: Sequence[Path],
    options: Options,
    progress: Progress | None = None,
    finished: Callable[[Report], None] | None = None,
) -> Report:
    """Audit wheels.

    Args:
        paths: wheel files, reported in this order.
        options: see `Options`.
        progress: called with the progress of reading.
        finished: called after each wheel with a report of this wheel alone.

    Raises:
        UsageError: a contract or rule does not exist or cannot be read.
    """
    rules = tuple(rule for rule in discover() if not options.select or rule.slug in options.select)
    run = _Run(options, rules, progress, wheels=len(paths))
    start = Report(
        version=__version__,
        rules=tuple(map(_described, rules)),
        wheels=(),
        fail_on=options.fail_on,
        require_complete=options.require_complete,
    )
    reports = []
    for path in paths:
        reports.append(run.report(path))
        if finished is not None:
            finished(replace(start, wheels=(reports[-1],)))
    release = run.judge.judge_set(Release(subjects=tuple(run.subjects)))
    release = replace(release, not_checked=(*release.not_checked, *run.unused_contracts()))
    return replace(start, wheels=tuple(reports), release=release)


def report_on_failure(paths: Sequence[Path], options: Options, failure: Incomplete) -> Report:
    """Give the report of a run that ended before any wheel was judged."""
    return Report(
        version=__version__,
        wheels=tuple(WheelReport(file=path.name, incomplete=(failure,)) for path in paths),
        fail_on=options.fail_on,
        require_complete=options.require_complete,
    )


class _Run:
    """One audit: what all its wheels share, and the subjects so far."""

    def __init__(
        self, options: Options, rules: tuple[Rule, ...], progress: Progress | None, wheels: int
    ) -> None:
        self.options = options
        self.contracts = Contracts(rules=rule_slugs())
        self.contract = None if options.contract is None else self.contracts.load(options.contract)
        self.reading = Reading(
            jobs=options.jobs, limits=options.limits, want_sha256=options.want_sha256, progress=progress
        )
        self.judge = Judge(rules, ignore=options.ignore, today=options.today, wheels=wheels)
        self.siblings, self.lost = _read_siblings(options.siblings, replace(self.reading, want_sha256=False))
        self.subjects: list[Subject] = []

    def unused_contracts(self) -> Iterator[SkippedCheck]:
        """Report the project's own contracts if none of them is for any wheel of the run."""
        file = None
        if self.contract is None and self.subjects:
            file = self.contracts.unused(target_of(each.wheel.path) for each in self.subjects)
        if file is not None:
            reason = (
                f"no contract in {file!r} is for any of these wheels: compare its `wheel` table with them"
            )
            yield SkippedCheck(rule=Topic.CONTRACT, member=None, reason=reason)

    def report(self, path: Path) -> WheelReport:
        """Audit one wheel; one that cannot be read does not prevent the other wheels' reports."""
        try:
            subject = open_subject(
                path,
                contracts=self.contracts,
                contract=self.contract,
                siblings=self.siblings,
                reading=self.reading,
            )
            report = self._judge(subject)
            self.subjects.append(subject)
        except WheelcheckError as exc:
            if exc.exit_code != WheelcheckError.exit_code:
                raise
            report = _unreadable_wheel(path, exc)
        except Exception as exc:  # noqa: BLE001  # one wheel must not prevent the other wheels' reports
            report = _unreadable_wheel(path, _internal(exc))
        lost = tuple(why for sibling, why in self.lost.items() if sibling != path.resolve())
        return replace(report, incomplete=(*report.incomplete, *lost))

    def _judge(self, subject: Subject) -> WheelReport:
        wheel = subject.wheel
        probed = self._probe(subject)
        found = self.judge.judge(subject, None if probed is None or probed.impossible else probed)
        unused = {*_replaced(subject), *_left_out(subject)}
        skipped = {*_unread(wheel), *_unfollowed(wheel), *unused, *found.not_checked}
        incomplete = (*wheel.unreadable, *found.incomplete)
        summary = None
        if probed is not None:
            from wheelcheck.probe.summary import summarise

            is_owed = self._must_probe or not probed.spared
            skipped |= set(_not_probed(probed, is_owed=is_owed))
            incomplete += tuple(_probe_failures(probed, is_owed=is_owed))
            summary = summarise(probed, subject)
        return WheelReport(
            file=wheel.file,
            sha256=wheel.sha256,
            name=wheel.name,
            version=wheel.version,
            tags=wheel.tags,
            contract=subject.contract.name,
            checked=found.checked,
            findings=found.findings,
            not_checked=tuple(sorted(skipped, key=lambda skip: (skip.member or "", skip.topic, skip.reason))),
            ignored=found.ignored,
            incomplete=incomplete,
            probe=summary,
            not_probed="" if probed is None else probed.spared,
        )

    @property
    def _must_probe(self) -> bool:
        return self.options.probe is not None and self.options.probe.is_required

    def _probe(self, subject: Subject) -> ProbeFacts | None:
        if self.options.probe is None:
            return None
        from wheelcheck.probe.session import probe

        try:
            return probe(subject, self.options.probe)
        except WheelcheckError as exc:
            if exc.exit_code != WheelcheckError.exit_code:
                raise
            message = exc.message
        except OSError as exc:
            # A full disk, or a config that removed or replaced what the probe writes.
            message = f"it ended early: {reason_of(exc)}"
        # The static findings are worth reporting all the same.
        return ProbeFacts(impossible=message, broken=(message,))


def _read_siblings(
    paths: Sequence[Path], reading: Reading
) -> tuple[tuple[Wheel, ...], Mapping[Path, Incomplete]]:
    """Read the siblings; give the reason for each one that cannot be read."""
    siblings, lost = [], {}
    for path in paths:
        try:
            siblings.append(read(path, reading))
        except WheelcheckError as exc:
            error = exc
        except Exception as exc:  # noqa: BLE001  # a sibling must not prevent the wheels' reports
            error = _internal(exc)
        else:
            continue
        reason = f"sibling {path.name!r} was left out: {error.message}"
        lost[path.resolve()] = Incomplete(
            cause=Cause.LOST_SIBLING, member=None, reason=reason, hint=error.hint
        )
    return tuple(siblings), lost


def _internal(exc: Exception) -> WheelcheckError:
    """Describe an unforeseen error, such as a full disk or an exhausted limit of the process."""
    reason = reason_of(exc) if isinstance(exc, OSError) else f"{type(exc).__name__}: {exc}"
    return WheelcheckError(
        f"the audit of this wheel was aborted: {reason}",
        hint="check disk space and limits; if neither is the cause, report this with the wheel's name",
    )


def _unreadable_wheel(path: Path, exc: WheelcheckError) -> WheelReport:
    failure = Incomplete(cause=Cause.UNREADABLE_WHEEL, member=None, reason=exc.message, hint=exc.hint)
    return WheelReport(file=path.name, incomplete=(failure,))


def _described(rule: Rule) -> RuleInfo:
    return RuleInfo(
        slug=rule.slug,
        family=rule.family,
        severity=rule.severity,
        summary=rule.summary,
        scope=rule.scope.value,
    )


def _replaced(subject: Subject) -> Iterator[SkippedCheck]:
    """Report a built-in contract that is not in force because the project's own one replaces it."""
    builtin = subject.replaced_contract
    if builtin is not None:
        reason = (
            f"contract {subject.contract.name!r} replaces the built-in {builtin!r} without extending it: "
            f"add `extends = {builtin!r}`, or choose one with --contract"
        )
        yield SkippedCheck(rule=Topic.CONTRACT, member=None, reason=reason)


def _left_out(subject: Subject) -> Iterator[SkippedCheck]:
    """Report wheels given with `--with` that cannot be installed alongside."""
    # Other builds of the same distribution are left out as a matter of course.
    own = subject.wheel.distribution
    strangers = [each for each in subject.strangers if each.distribution != own]
    if strangers:
        names = listed(sorted(each.file for each in strangers))
        verb = "was" if len(strangers) == 1 else "were"
        reason = (
            f"{counted(len(strangers), 'wheel')} given with --with {verb} left out, because no environment "
            f"has {names} together with this wheel: another Python or another platform"
        )
        yield SkippedCheck(rule=Topic.SIBLINGS, member=None, reason=reason)


def _unread(wheel: Wheel) -> Iterator[SkippedCheck]:
    """Report native members without a reader, and texts that are too long, as not checked."""
    for member in wheel.unread_natives:
        name = "" if member.format is None else member.format.label
        reason = f"no reader for {name} yet: rules about native code did not check it"
        yield SkippedCheck(rule=Topic.EVERY_RULE, member=member.name, reason=reason)
    for name, reason in wheel.unscanned.items():
        yield SkippedCheck(rule=Topic.EVERY_RULE, member=name, reason=reason)
    opened = if_computed(opened_libraries, wheel)
    for name in () if opened is None else opened.unread:
        reason = f"{name!r} was not read for the libraries that it opens: the sources that may are too long"
        yield SkippedCheck(rule=Topic.EVERY_RULE, member=name, reason=reason)


def _unfollowed(wheel: Wheel) -> Iterator[SkippedCheck]:
    """Report binaries whose dependencies were not resolved, because their format has no loader yet."""
    for format_, members in unfollowed(wheel).items():
        reason = f"no loader for {format_.label} yet: its dependencies were not resolved"
        for member in members:
            yield SkippedCheck(rule=Topic.EVERY_RULE, member=member, reason=reason)


def _not_probed(probed: ProbeFacts, *, is_owed: bool) -> Iterator[SkippedCheck]:
    if probed.impossible:
        reasons: tuple[str, ...] = () if is_owed else (probed.impossible,)
    else:
        reasons = (*probed.not_checked, *(line for each in probed.probes for line in each.not_checked))
    for reason in reasons:
        yield SkippedCheck(rule=Topic.PROBE, member=None, reason=reason)


def _probe_failures(probed: ProbeFacts, *, is_owed: bool) -> Iterator[Incomplete]:
    impossible = (probed.impossible,) if probed.impossible and is_owed else ()
    for reason in dict.fromkeys((*impossible, *probed.broken)):
        yield Incomplete(cause=Cause.FAILED_PROBE, member=None, reason=f"probe: {reason}")
