"""The results of rules: problems, and findings as they are reported."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How serious a finding is; maps one-to-one to SARIF levels."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """Position in the order of severities: note 0, warning 1, error 2."""
        return _RANKS[self]

    def at_least(self, other: Severity) -> bool:
        """Whether this severity is `other` or higher."""
        return self.rank >= other.rank


_RANKS = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 2}


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One labelled value that supports a finding."""

    label: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """What a rule yields; the engine stamps slug, wheel and (for binary rules) member."""

    subject: str
    """The exact thing at fault: a path entry, a symbol, a soname. Sorts and fingerprints."""
    message: str
    """One sentence, present tense, no full stop: the named thing, found vs expected."""
    hint: str | None = None
    """One action, imperative."""
    member: str | None = None
    """Archive member; a binary rule leaves it to the engine."""
    severity: Severity | None = None
    """Set only when this case differs from the rule's own severity."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class NotChecked:
    """What a rule could not decide, and why."""

    reason: str
    member: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """Where a finding is."""

    wheel: str
    """File name."""
    member: str | None = None
    slice: str = ""
    """Architecture of the slice of a universal binary; '' for the whole member."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One fault, as reported."""

    rule: str
    severity: Severity
    location: Location
    subject: str
    message: str
    hint: str | None = None
    evidence: tuple[Evidence, ...] = ()
    fingerprint: str = ""


class Topic(enum.Enum):
    """What was not checked, when it is not a single rule."""

    EVERY_RULE = "*"
    """Every rule: the content could not be checked."""
    CONTRACT = "contract"
    """A contract that was not applied to a wheel that it is meant for."""
    SIBLINGS = "with"
    """Wheels that were given as siblings."""
    PROBE = "probe"
    """The probe as a whole, or a part of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SkippedCheck:
    """Something that was not checked, as reported."""

    rule: str | Topic
    """Slug of the rule that did not decide, or the topic that was left out."""
    member: str | None
    reason: str

    @property
    def topic(self) -> str:
        """Slug of the rule, or name of the topic."""
        return self.rule.value if isinstance(self.rule, Topic) else self.rule


@dataclass(frozen=True, kw_only=True, slots=True)
class IgnoredFinding:
    """A finding that an ignore suppresses, with the reason given there."""

    finding: Finding
    reason: str


class Cause(enum.Enum):
    """Why a part of the audit could not complete."""

    UNREADABLE_WHEEL = "unreadable-wheel"
    UNREADABLE_MEMBER = "unreadable-member"
    LOST_SIBLING = "lost-sibling"
    """A wheel given with `--with` could not be read."""
    BROKEN_RULE = "broken-rule"
    """A rule raised an exception: a bug in wheelcheck."""
    FAILED_PROBE = "failed-probe"
    """The probe was requested but could not complete."""

    @property
    def is_unreadable(self) -> bool:
        """Whether bytes of a wheel could not be read; otherwise a step of the audit failed."""
        return self in {Cause.UNREADABLE_WHEEL, Cause.UNREADABLE_MEMBER, Cause.LOST_SIBLING}


@dataclass(frozen=True, kw_only=True, slots=True)
class Incomplete:
    """A part of the audit that could not complete: exit 3."""

    cause: Cause
    member: str | None
    reason: str
    hint: str | None = None
