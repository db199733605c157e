"""What a rule is and how to declare one: one rule per module, and the file name is the slug."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, TypeVar

from wheelcheck.binary.model import Binary, Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.promises.ignores import IgnoreOutcome
from wheelcheck.subject import Release, Subject

if TYPE_CHECKING:
    from typing_extensions import Unpack

Result = Iterator[Problem | NotChecked]
BinaryCheck = Callable[[Binary, Subject], Result]
WheelCheck = Callable[[Subject], Result]
SetCheck = Callable[[Release], Result]
IgnoresCheck = Callable[[IgnoreOutcome], Result]
ProbeCheck = Callable[[ProbeFacts, Subject], Result]
_Check = TypeVar("_Check", bound=Callable[..., Result])


NATIVE = frozenset(Format)
"""Every native format."""
BUILT = frozenset({Format.ELF})
"""Formats for which a rule is implemented unless it says otherwise."""


class _Options(TypedDict, total=False):
    formats: Iterable[Format]
    runs_without: bool
    requires: Iterable[str]
    also: Iterable[Severity]
    contract_severity: Severity | None
    needs_contract: bool
    since: str


class Scope(enum.Enum):
    """What a rule checks: one binary, one wheel, the whole set, the outcome of the ignores, or the probe."""

    BINARY = "binary"
    WHEEL = "wheel"
    SET = "set"
    IGNORES = "ignores"
    PROBE = "probe"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One rule and its metadata; each scope has its own class, with `check` as the predicate."""

    scope: ClassVar[Scope]

    slug: str
    family: str
    severity: Severity
    also: frozenset[Severity] = frozenset()
    """Other severities, of its special cases."""
    contract_severity: Severity | None = None
    """Severity for what a contract declares; None if a contract makes no difference."""
    needs_contract: bool = False
    """Reports nothing unless a contract declares something."""
    concerns: frozenset[Format] = frozenset()
    """Formats to which the rule applies; empty if it is not about native code."""
    formats: frozenset[Format] = frozenset()
    """Formats for which it is implemented. The rest of `concerns` is reported as not checked."""
    runs_without: bool = False
    """Wheel rules: whether to check a wheel without native code in one of those formats as well."""
    requires: frozenset[str] = frozenset()
    """Slugs of rules that must have no finding on this wheel; otherwise the rule does not run."""
    since: str
    module: str

    @property
    def doc(self) -> str:
        """The rule's page: its module docstring."""
        module = importlib.import_module(self.module)
        # Python discards docstrings under -OO and PYTHONOPTIMIZE=2.
        return module.__doc__ or ast.get_docstring(ast.parse(inspect.getsource(module)), clean=False) or ""

    @property
    def summary(self) -> str:
        """First line of the page."""
        return self.doc.partition("\n")[0]


@dataclass(frozen=True, kw_only=True)
class BinaryRule(Rule):
    """A rule that checks one binary at a time."""

    scope = Scope.BINARY
    check: BinaryCheck


@dataclass(frozen=True, kw_only=True)
class WheelRule(Rule):
    """A rule that checks one wheel as a whole."""

    scope = Scope.WHEEL
    check: WheelCheck
    over_set: SetCheck | None = None
    """What only all wheels of a run together can tell."""


@dataclass(frozen=True, kw_only=True)
class SetRule(Rule):
    """A rule that checks all wheels of the run together."""

    scope = Scope.SET
    check: SetCheck


@dataclass(frozen=True, kw_only=True)
class IgnoresRule(Rule):
    """A rule about the contract's own ignores; it runs after they have been applied."""

    scope = Scope.IGNORES
    check: IgnoresCheck


@dataclass(frozen=True, kw_only=True)
class ProbeRule(Rule):
    """A rule about what the probe observed; it runs only if something was probed."""

    scope = Scope.PROBE
    check: ProbeCheck


def binary_rule(
    *, family: str, severity: Severity, concerns: Iterable[Format] = NATIVE, **options: Unpack[_Options]
) -> Callable[[BinaryCheck], BinaryCheck]:
    """Declare a rule that checks one binary at a time."""
    facts = _facts(family, severity, concerns, **options)
    return lambda check: _declare(check, BinaryRule(check=check, **_place(check), **facts))


def wheel_rule(
    *,
    family: str,
    severity: Severity,
    concerns: Iterable[Format] = (),
    over_set: SetCheck | None = None,
    **options: Unpack[_Options],
) -> Callable[[WheelCheck], WheelCheck]:
    """Declare a rule that checks one wheel as a whole; `over_set` checks all wheels of the run together."""
    facts = _facts(family, severity, concerns, **options)
    return lambda check: _declare(check, WheelRule(check=check, over_set=over_set, **_place(check), **facts))


def set_rule(
    *, family: str, severity: Severity, **options: Unpack[_Options]
) -> Callable[[SetCheck], SetCheck]:
    """Declare a rule that checks all wheels of the run together."""
    facts = _facts(family, severity, **options)
    return lambda check: _declare(check, SetRule(check=check, **_place(check), **facts))


def ignores_rule(
    *, family: str, severity: Severity, since: str = "0.1"
) -> Callable[[IgnoresCheck], IgnoresCheck]:
    """Declare a rule about the contract's own ignores; it runs after they have been applied."""
    facts = _facts(family, severity, needs_contract=True, since=since)
    return lambda check: _declare(check, IgnoresRule(check=check, **_place(check), **facts))


def probe_rule(
    *, severity: Severity, also: Iterable[Severity] = (), since: str = "0.1"
) -> Callable[[ProbeCheck], ProbeCheck]:
    """Declare a rule about what the probe observed; it runs only if something was probed."""
    facts = _facts("probe", severity, also=also, since=since)
    return lambda check: _declare(check, ProbeRule(check=check, **_place(check), **facts))


def _facts(
    family: str, severity: Severity, concerns: Iterable[Format] = (), **options: Unpack[_Options]
) -> dict[str, Any]:
    concerned = frozenset(concerns)
    return {
        "family": family,
        "severity": severity,
        "also": frozenset(options.get("also", ())),
        "contract_severity": options.get("contract_severity"),
        "needs_contract": options.get("needs_contract", False),
        "concerns": concerned,
        "formats": concerned & frozenset(options.get("formats", BUILT)),
        "runs_without": options.get("runs_without", False),
        "requires": frozenset(options.get("requires", ())),
        "since": options.get("since", "0.1"),
    }


def _place(check: _Check) -> dict[str, Any]:
    """Return the module and the slug, which is its file name."""
    return {"slug": check.__module__.rpartition(".")[2].replace("_", "-"), "module": check.__module__}


def _declare(check: _Check, rule: Rule) -> _Check:
    check.rule = rule  # type: ignore[attr-defined]  # the decorator attaches the rule to its function
    return check
