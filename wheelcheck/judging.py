"""Rules run on subjects: scopes, requirements, formats, severities, ignores, and rules that crash."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from wheelcheck.binary.model import Format
from wheelcheck.contract.model import Contract
from wheelcheck.model import (
    Cause,
    Finding,
    IgnoredFinding,
    Incomplete,
    Location,
    NotChecked,
    Problem,
    Severity,
    SkippedCheck,
    Topic,
)
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.promises.ignores import IgnoreOutcome, apply_ignores
from wheelcheck.report import Checked, SetReport
from wheelcheck.rules.base import BinaryRule, IgnoresRule, ProbeRule, Result, Rule, SetRule, WheelRule
from wheelcheck.subject import Release, Subject

COMMAND_LINE_IGNORE = "ignored on the command line"
CONTRACT_OFF = "switched off by the contract's severities"
_LONGEST = 8192
"""Characters in a message or subject: bounds what one hostile name adds to a report."""
_VERSION_PARTS = re.compile(r"(?<=-)[^-/]+(?=\.(?:dist-info|data)(?:/|\Z))|-[0-9a-f]{8}(?=[.-])")
"""Versions of dist-info and data folders, and repair hashes; others may tell two libraries apart."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """Results of the rules for one wheel."""

    checked: Checked
    findings: tuple[Finding, ...]
    not_checked: tuple[SkippedCheck, ...]
    ignored: tuple[IgnoredFinding, ...]
    incomplete: tuple[Incomplete, ...]


class Judge:
    """Runs a selection of rules.

    Args:
        rules: in any order; a rule runs after those that it requires.
        ignore: slugs whose findings are ignored on the command line.
        today: date that the expiry dates of ignores are compared with.
        wheels: how many wheels the run has. What no finding of a single wheel can tell is said at its end.
    """

    def __init__(
        self, rules: Iterable[Rule], *, ignore: Sequence[str] = (), today: dt.date, wheels: int = 1
    ) -> None:
        self._rules = in_order(rules)
        self._wheels = wheels
        self._outcomes: list[tuple[Contract, IgnoreOutcome]] = []
        self._ignore = frozenset(ignore)
        self._today = today

    def judge(self, subject: Subject, probed: ProbeFacts | None = None) -> Judgement:
        """Judge one wheel; `probed` is what the probe saw of it."""
        run = Run(subject.wheel.file, subject.contract)
        for rule in self._rules:
            if isinstance(rule, BinaryRule | WheelRule):
                _run_rule(rule, subject, run)
            elif isinstance(rule, ProbeRule) and probed is not None:
                run.take(rule, partial(rule.check, probed, subject))
        kept, ignored = self._without_ignored(run.findings)
        outcome = apply_ignores(kept, subject.contract, self._today)
        if probed is None:
            outcome = _without_probe_ignores(outcome)
        if self._wheels > 1:
            self._outcomes.append((subject.contract, outcome))
            outcome = replace(outcome, unused=())
        run.findings = list(outcome.kept)
        for rule in self._rules:
            if isinstance(rule, IgnoresRule):
                run.take(rule, partial(rule.check, outcome))
        every_ignored = (*run.ignored, *ignored, *outcome.ignored)
        return Judgement(
            checked=Checked(
                binaries=len(subject.wheel.binaries),
                unread=tuple(
                    "" if each.format is None else each.format.label for each in subject.wheel.unread_natives
                ),
                members=len(subject.wheel.members),
                ran=tuple(dict.fromkeys(run.ran)),
                not_applicable=tuple(run.not_applicable),
            ),
            findings=tuple(sorted(run.findings, key=order)),
            not_checked=tuple(run.skipped),
            ignored=tuple(sorted(every_ignored, key=lambda each: order(each.finding))),
            incomplete=tuple(run.broken),
        )

    def judge_set(self, release: Release) -> SetReport:
        """Judge all wheels of a run together: several of them, or one with siblings."""
        run = Run("", None)
        is_set = len(release.subjects) > 1 or any(subject.siblings for subject in release.subjects)
        for rule in self._rules:
            if isinstance(rule, SetRule):
                if is_set:
                    run.take(rule, partial(rule.check, release))
                else:
                    run.not_applicable.append(rule.slug)
            elif isinstance(rule, WheelRule) and rule.over_set is not None and is_set:
                run.take(rule, partial(rule.over_set, release))
        self._judge_ignores(run)
        kept, ignored = self._without_ignored(run.findings)
        return SetReport(
            ran=tuple(run.ran),
            not_applicable=tuple(run.not_applicable),
            findings=tuple(sorted(kept, key=order)),
            not_checked=tuple(run.skipped),
            ignored=tuple(sorted(ignored, key=lambda each: order(each.finding))),
            incomplete=tuple(run.broken),
        )

    def _judge_ignores(self, run: Run) -> None:
        unjudged = self._wheels - len(self._outcomes)
        for contract, merged in self._unused_in_all():
            run.severities = contract.severities
            for rule in self._rules:
                if not isinstance(rule, IgnoresRule):
                    continue
                if unjudged:
                    run.skip(rule, f"{unjudged} of {self._wheels} wheels could not be judged")
                else:
                    run.take(rule, partial(rule.check, merged))

    def _unused_in_all(self) -> Iterator[tuple[Contract, IgnoreOutcome]]:
        """Give, for each contract, the ignores that no wheel of the run has used."""
        by_contract: dict[str, list[tuple[Contract, IgnoreOutcome]]] = {}
        for contract, outcome in self._outcomes:
            by_contract.setdefault(contract.name, []).append((contract, outcome))
        for outcomes in by_contract.values():
            used = {
                ignore
                for contract, outcome in outcomes
                for ignore in contract.ignores
                if ignore not in outcome.unused
            }
            unused = dict.fromkeys(each for _, outcome in outcomes for each in outcome.unused)
            never = tuple(each for each in unused if each not in used)
            if never:
                yield outcomes[0][0], IgnoreOutcome(kept=(), ignored=(), unused=never, expired=())

    def _without_ignored(self, findings: list[Finding]) -> tuple[list[Finding], list[IgnoredFinding]]:
        kept = [finding for finding in findings if finding.rule not in self._ignore]
        ignored = [
            IgnoredFinding(finding=finding, reason=COMMAND_LINE_IGNORE)
            for finding in findings
            if finding.rule in self._ignore
        ]
        return kept, ignored


class Run:
    """Results of the rules that ran on one subject so far."""

    def __init__(self, wheel: str, contract: Contract | None) -> None:
        self.wheel = wheel
        self.severities = contract.severities if contract is not None else {}
        self.findings: list[Finding] = []
        self.ignored: list[IgnoredFinding] = []
        self.skipped: list[SkippedCheck] = []
        self.broken: list[Incomplete] = []
        self.ran: list[str] = []
        self.not_applicable: list[str] = []

    def reported(self) -> frozenset[str]:
        """Slugs of the rules that found something."""
        return frozenset(finding.rule for finding in self.findings)

    def take(
        self, rule: Rule, check: Callable[[], Result], member: str | None = None, slice_: str = ""
    ) -> None:
        """Run a rule and collect its results; one that crashes keeps those that it gave before."""
        self.ran.append(rule.slug)
        try:
            for result in check():
                self._take_one(rule, result, member, slice_)
        except Exception as exc:  # noqa: BLE001  # a rule that crashes must not hide what others found
            reason = f"rule {rule.slug!r} crashed: {type(exc).__name__}: {exc}"
            hint = "report this bug in wheelcheck with the wheel's name"
            self.broken.append(Incomplete(cause=Cause.BROKEN_RULE, member=member, reason=reason, hint=hint))

    def skip(self, rule: Rule, reason: str) -> None:
        """Record that a rule did not run."""
        self.skipped.append(SkippedCheck(rule=rule.slug, member=None, reason=reason))

    def _take_one(self, rule: Rule, result: Problem | NotChecked, member: str | None, slice_: str) -> None:
        where = result.member if result.member is not None else member
        if isinstance(result, NotChecked):
            self.skipped.append(SkippedCheck(rule=rule.slug, member=where, reason=result.reason))
            return
        level = self.severities.get(rule.slug)
        finding = Finding(
            rule=rule.slug,
            severity=Severity(level) if level not in {None, "off"} else result.severity or rule.severity,
            location=Location(wheel=self.wheel, member=where, slice=slice_),
            subject=_bounded(result.subject),
            message=_bounded(result.message),
            hint=result.hint,
            evidence=result.evidence,
            fingerprint=fingerprint(rule.slug, where, result.subject),
        )
        if level == "off":
            self.ignored.append(IgnoredFinding(finding=finding, reason=CONTRACT_OFF))
        else:
            self.findings.append(finding)


def _run_rule(rule: BinaryRule | WheelRule, subject: Subject, run: Run) -> None:
    """Run one rule about a wheel or its binaries, unless a rule that it requires found something."""
    blockers = sorted(rule.requires & run.reported())
    if blockers:
        run.skip(rule, f"{', '.join(blockers)} was reported")
        return
    present = {binary.format for binary in subject.wheel.binaries} & rule.concerns
    for format_ in sorted(present - rule.formats, key=lambda each: each.value):
        run.skip(rule, _not_implemented(subject, format_))
    if rule.concerns and not present and not rule.runs_without:
        run.not_applicable.append(rule.slug)
    elif present and not present & rule.formats:
        return
    elif isinstance(rule, WheelRule):
        run.take(rule, partial(rule.check, subject))
    else:
        for binary in subject.wheel.binaries:
            if binary.format in rule.formats:
                run.take(rule, partial(rule.check, binary, subject), binary.member, binary.slice)


def _not_implemented(subject: Subject, format_: Format) -> str:
    count = sum(binary.format is format_ for binary in subject.wheel.binaries)
    binaries = "1 binary was" if count == 1 else f"{count} binaries were"
    return f"not implemented for {format_.label} yet: {binaries} not checked"


def _without_probe_ignores(outcome: IgnoreOutcome) -> IgnoreOutcome:
    """Leave out unused ignores of probe findings: nothing was probed, so they could not be used."""
    unused = tuple(each for each in outcome.unused if not each.rule.startswith(f"{Topic.PROBE.value}-"))
    return replace(outcome, unused=unused)


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Order rules so that each follows those that it requires, and by slug otherwise."""
    known = {rule.slug: rule for rule in rules}
    depth: dict[str, int] = {}

    def depth_of(rule: Rule) -> int:
        if rule.slug not in depth:
            depth[rule.slug] = 0
            depth[rule.slug] = max(
                (1 + depth_of(known[slug]) for slug in rule.requires if slug in known), default=0
            )
        return depth[rule.slug]

    return tuple(sorted(known.values(), key=lambda rule: (depth_of(rule), rule.slug)))


def order(finding: Finding) -> tuple[str, str, str, str, str]:
    """Sort key that orders the findings of a wheel totally."""
    where = finding.location
    return (where.member or "", finding.rule, finding.subject, finding.message, where.slice)


def fingerprint(rule: str, member: str | None, subject: str) -> str:
    """Identity of a finding across releases: rule, member and subject, without the parts that change."""
    stable = "\0".join((rule, _VERSION_PARTS.sub("", member or ""), _VERSION_PARTS.sub("", subject)))
    return hashlib.sha256(stable.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _bounded(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
