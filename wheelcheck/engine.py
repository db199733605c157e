"""Wheels → facts → rules → report. Order, severities, ignores and rule failures are decided here, once."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wheelcheck._version import __version__
from wheelcheck.contract.ignores import IgnoreOutcome, apply_ignores
from wheelcheck.contract.loading import load_contract, passed_over, select_contract
from wheelcheck.contract.model import Contract
from wheelcheck.contract.rows import for_wheel
from wheelcheck.contract.schemes import registry_schemes
from wheelcheck.errors import WheelcheckError
from wheelcheck.model import (
    EVERY_RULE,
    Checked,
    Finding,
    IgnoredFinding,
    Report,
    Severity,
    SkippedCheck,
    Unreadable,
    WheelReport,
)
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.rules.base import Rule, Scope, discover
from wheelcheck.rules.scene import ReleaseScene, Scene
from wheelcheck.stamping import Run, order, run_rule
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.filename import parse_wheel_filename
from wheelcheck.wheel.inflate import Limits
from wheelcheck.wheel.model import FORMATS_WITHOUT_READER, Wheel

if TYPE_CHECKING:
    from wheelcheck.probe.session import Request

Progress = Callable[[str, int, int], None]
"""Called with what is read, the bytes just read and the bytes in all; from several threads."""

COMMAND_LINE_IGNORE = "ignored on the command line"
CONTRACT = "contract"
"""Stands for the rule where a contract was not held against a wheel that it is for."""
PROBE = "probe"
"""Stands for the rule where the probe as a whole, or a part of it, did not run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """How to audit."""

    contract: str | None = None
    """Name or file of the contract; None chooses by distribution name."""
    siblings: tuple[Path, ...] = ()
    """Wheels that will be installed beside (`--with`)."""
    select: tuple[str, ...] = ()
    """Only these rules; empty = all."""
    ignore: tuple[str, ...] = ()
    fail_on: Severity = Severity.ERROR
    require_complete: bool = False
    jobs: int | None = None
    """Workers that read members; None = one per processor."""
    want_sha256: bool = False
    probe: Request | None = None
    """Build and run consumers against each wheel too."""
    today: dt.date = field(default_factory=dt.date.today)
    """Day against which the ignores' expiry dates are held."""
    limits: Limits = field(default_factory=Limits)


def audit(paths: Sequence[Path], options: Options, progress: Progress | None = None) -> Report:
    """Hold wheels to their contracts.

    Args:
        paths: wheel files, reported in this order.
        options: see `Options`.
        progress: told how far the reading is.

    Raises:
        UsageError: a contract or rule that does not exist or cannot be read.
    """
    explicit = load_contract(options.contract) if options.contract is not None else None
    siblings, lost = _read_siblings(options, progress)
    scenes: list[Scene] = []
    reports = []
    for path in paths:
        try:
            contract = _contract_for(path, explicit)
            wheel = _read(path, options, progress, contract)
            scene = Scene(wheel=wheel, contract=contract, siblings=_others(siblings, wheel))
            reports.append(_judge(scene, options))
            scenes.append(scene)
        except WheelcheckError as exc:
            if exc.exit_code != WheelcheckError.exit_code:
                raise
            reports.append(_unreadable_wheel(path, exc))
        except Exception as exc:  # noqa: BLE001  # one wheel must not take the other wheels' reports along
            reports.append(_unreadable_wheel(path, _internal(exc)))
    release = _judge_set(ReleaseScene(scenes=tuple(scenes)), options)
    return Report(
        version=__version__,
        wheels=tuple(map(_with_lost(lost), paths, reports)),
        release_findings=tuple(sorted(_without_ignored(release.findings, options)[0], key=order)),
        release_not_checked=tuple(release.skipped),
        release_unreadable=tuple(release.broken),
        fail_on=options.fail_on,
        require_complete=options.require_complete,
    )


def _contract_for(path: Path, explicit: Contract | None) -> Contract:
    """Choose the contract before the wheel is read: it may ask for more facts than every rule needs."""
    name = parse_wheel_filename(path.name)
    platforms = tuple(dict.fromkeys(tag.rpartition("-")[2] for tag in name.tags))
    contract = explicit or select_contract(name.name, name.version, platforms)
    return for_wheel(contract, name.name, name.version, platforms)


def _read(path: Path, options: Options, progress: Progress | None, contract: Contract | None = None) -> Wheel:
    told = None if progress is None else lambda done, total: progress(path.name, done, total)
    return read_wheel(
        path,
        jobs=options.jobs or os.cpu_count() or 1,
        limits=options.limits,
        want_sha256=options.want_sha256,
        want_imports=contract is not None and contract.imports.checked,
        schemes=() if contract is None else registry_schemes(contract),
        progress=told,
    )


def _read_siblings(
    options: Options, progress: Progress | None
) -> tuple[tuple[Wheel, ...], dict[Path, Unreadable]]:
    """Read the siblings, and say why for those that cannot be read."""
    siblings, lost = [], {}
    for path in options.siblings:
        try:
            siblings.append(_read(path, options, progress))
        except WheelcheckError as exc:
            error = exc
        except Exception as exc:  # noqa: BLE001  # a sibling must not take the wheels' reports along
            error = _internal(exc)
        else:
            continue
        reason = f"sibling {path.name!r} was left out: {error.message}"
        lost[path.resolve()] = Unreadable(member=None, reason=reason, hint=error.hint)
    return tuple(siblings), lost


def _with_lost(lost: dict[Path, Unreadable]) -> Callable[[Path, WheelReport], WheelReport]:
    """Give what adds the lost siblings to a wheel's report; its own report says why it is lost itself."""

    def add(path: Path, report: WheelReport) -> WheelReport:
        more = tuple(why for sibling, why in lost.items() if sibling != path.resolve())
        return replace(report, unreadable=(*report.unreadable, *more)) if more else report

    return add


def _others(siblings: tuple[Wheel, ...], wheel: Wheel) -> tuple[Wheel, ...]:
    """Siblings without the wheel itself, which `--with dist/` brings along."""
    return tuple(sibling for sibling in siblings if sibling.path.resolve() != wheel.path.resolve())


def _internal(exc: Exception) -> WheelcheckError:
    """Word what nobody foresaw: full disks and exhausted limits of the process among it."""
    reason = exc.strerror if isinstance(exc, OSError) and exc.strerror else f"{type(exc).__name__}: {exc}"
    return WheelcheckError(
        f"the audit of this wheel broke off: {reason}",
        hint="look at disk space and limits; if neither is it, report it with the wheel's name",
    )


def _unreadable_wheel(path: Path, exc: WheelcheckError) -> WheelReport:
    return WheelReport(
        file=path.name, unreadable=(Unreadable(member=None, reason=exc.message, hint=exc.hint),)
    )


def _judge(scene: Scene, options: Options) -> WheelReport:
    wheel = scene.wheel
    run = Run(wheel.file, scene.contract)
    run.skipped.extend(_unread(wheel))
    run.skipped.extend(_passed_over(scene, options))
    for rule in _selected(options):
        if rule.scope is not Scope.SET:
            run_rule(rule, scene, run)
    facts = _probe(scene, options, run) if options.probe is not None else None
    kept, ignored = _without_ignored(run.findings, options)
    outcome = apply_ignores(kept, scene.contract, options.today)
    if facts is None or facts.impossible:
        outcome = _without_probe_ignores(outcome)
    run.findings = list(outcome.kept)
    for rule in _selected(options):
        if rule.scope is Scope.IGNORES:
            run.take(rule, rule.check(outcome))
            run.ran += 1
    return WheelReport(
        file=wheel.file,
        sha256=wheel.sha256,
        name=wheel.name,
        version=wheel.version,
        tags=wheel.tags,
        contract=scene.contract.name,
        checked=Checked(
            binaries=len(wheel.binaries),
            members=len(wheel.members),
            rules=run.ran,
            rules_not_applicable=run.not_applicable,
        ),
        findings=tuple(sorted(run.findings, key=order)),
        not_checked=tuple(
            sorted(set(run.skipped), key=lambda skip: (skip.member or "", skip.rule, skip.reason))
        ),
        ignored=tuple(
            sorted((*run.ignored, *ignored, *outcome.ignored), key=lambda each: order(each.finding))
        ),
        unreadable=(*wheel.unreadable, *run.broken),
        probe=None if facts is None else _document(facts, scene),
    )


def _passed_over(scene: Scene, options: Options) -> Iterator[SkippedCheck]:
    """Say that a built-in contract is not in force where the project's own one takes its place."""
    wheel = scene.wheel
    is_chosen = options.contract is not None
    builtin = None if is_chosen else passed_over(wheel.name, wheel.version, wheel.platforms)
    if builtin is not None:
        reason = (
            f"contract {scene.contract.name!r} takes the place of the built-in {builtin!r} and does not "
            f"extend it: add `extends = {builtin!r}`, or choose one with --contract"
        )
        yield SkippedCheck(rule=CONTRACT, member=None, reason=reason)


def _unread(wheel: Wheel) -> Iterator[SkippedCheck]:
    """Say of native members without a reader, and of long texts, that no rule looked into them."""
    for member in wheel.unread_natives:
        name = FORMATS_WITHOUT_READER[member.kind]
        reason = f"no reader for {name} yet: rules about native code did not look at it"
        yield SkippedCheck(rule=EVERY_RULE, member=member.name, reason=reason)
    for name, reason in wheel.unscanned.items():
        yield SkippedCheck(rule=EVERY_RULE, member=name, reason=reason)


def _without_probe_ignores(outcome: IgnoreOutcome) -> IgnoreOutcome:
    """Leave out unused ignores of probe findings: nothing was probed, so they could not be used."""
    unused = tuple(each for each in outcome.unused if not each.rule.startswith(f"{PROBE}-"))
    return replace(outcome, unused=unused)


def _probe(scene: Scene, options: Options, run: Run) -> ProbeFacts:
    """Probe the wheel and hold what was seen to the rules about it."""
    from wheelcheck.probe.answers import Subject
    from wheelcheck.probe.session import probe

    assert options.probe is not None  # noqa: S101  # the caller asked
    subject = Subject(
        wheel=scene.wheel,
        contract=scene.contract,
        siblings=scene.siblings,
        layout=scene.layout,
        configs=scene.package_configs,
        loads=scene.loads,
    )
    facts = probe(subject, options.probe)
    if facts.impossible:
        if options.probe.is_required:
            run.broken.append(Unreadable(member=None, reason=f"probe: {facts.impossible}"))
        else:
            run.skipped.append(SkippedCheck(rule=PROBE, member=None, reason=facts.impossible))
        return facts
    skipped = (*facts.not_checked, *(line for each in facts.probes for line in each.not_checked))
    run.skipped.extend(SkippedCheck(rule=PROBE, member=None, reason=reason) for reason in skipped)
    run.broken.extend(Unreadable(member=None, reason=f"probe: {reason}") for reason in facts.broken)
    for rule in _selected(options):
        if rule.scope is Scope.PROBE:
            run.take(rule, rule.check(facts, scene))
            run.ran += 1
    return facts


def _document(facts: ProbeFacts, scene: Scene) -> dict[str, Any] | None:
    from wheelcheck.probe.document import document

    return document(facts, scene.contract, scene.wheel)


def _judge_set(release: ReleaseScene, options: Options) -> Run:
    run = Run("", None)
    if len(release.scenes) > 1 or any(scene.siblings for scene in release.scenes):
        for rule in _selected(options):
            if rule.scope is Scope.SET:
                run.take(rule, rule.check(release))
    return run


def _selected(options: Options) -> list[Rule]:
    rules = [rule for rule in discover() if not options.select or rule.slug in options.select]
    depth: dict[str, int] = {}
    known = {rule.slug: rule for rule in rules}

    def depth_of(rule: Rule) -> int:
        if rule.slug not in depth:
            depth[rule.slug] = 0
            depth[rule.slug] = max(
                (1 + depth_of(known[slug]) for slug in rule.requires if slug in known), default=0
            )
        return depth[rule.slug]

    return sorted(rules, key=lambda rule: (depth_of(rule), rule.slug))


def _without_ignored(findings: list[Finding], options: Options) -> tuple[list[Finding], list[IgnoredFinding]]:
    kept = [finding for finding in findings if finding.rule not in options.ignore]
    ignored = [
        IgnoredFinding(finding=finding, reason=COMMAND_LINE_IGNORE)
        for finding in findings
        if finding.rule in options.ignore
    ]
    return kept, ignored
