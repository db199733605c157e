"""Rules: what one is, how one is declared, how they are found.

A rule module holds exactly one rule; its file name is the slug. There is no list to edit:
`discover` walks the family folders.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypedDict

from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.ignores import IgnoreOutcome
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.facts import ProbeFacts
from wheelcheck.rules.scene import ReleaseScene, Scene

if TYPE_CHECKING:
    from typing_extensions import Unpack

Result = Iterator[Problem | NotChecked]
BinaryCheck = Callable[[Binary, Scene], Result]
WheelCheck = Callable[[Scene], Result]
SetCheck = Callable[[ReleaseScene], Result]
IgnoresCheck = Callable[[IgnoreOutcome], Result]
ProbeCheck = Callable[[ProbeFacts, Scene], Result]


class _Options(TypedDict, total=False):
    requires: Iterable[str]
    also: Iterable[Severity]
    contract_severity: Severity | None
    needs_contract: bool
    since: str


class Scope(enum.Enum):
    """What a rule is called with: a binary, a wheel, the set, what the ignores did, what the probe saw."""

    BINARY = "binary"
    WHEEL = "wheel"
    SET = "set"
    IGNORES = "ignores"
    PROBE = "probe"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One rule and its metadata; `check` is the predicate."""

    slug: str
    family: str
    severity: Severity
    also: frozenset[Severity]
    """Severities of its special cases."""
    contract_severity: Severity | None
    """Severity when a contract declares the thing; None when the contract changes nothing."""
    needs_contract: bool
    """Silent unless a contract declares something."""
    scope: Scope
    formats: frozenset[Format]
    """Binary rules: formats looked at. Wheel rules: the wheel must hold one of them; empty: any wheel."""
    requires: frozenset[str]
    """Slugs that must have no finding on this wheel, else the rule does not run."""
    since: str
    module: str
    check: Callable[..., Result]

    @property
    def doc(self) -> str:
        """The rule's page: its module docstring."""
        module = importlib.import_module(self.module)
        # Python leaves docstrings out under -OO and PYTHONOPTIMIZE=2.
        return module.__doc__ or ast.get_docstring(ast.parse(inspect.getsource(module)), clean=False) or ""

    @property
    def summary(self) -> str:
        """First line of the page."""
        return self.doc.partition("\n")[0]


def binary_rule(
    *, family: str, severity: Severity, formats: Iterable[Format] = tuple(Format), **options: Unpack[_Options]
) -> Callable[[BinaryCheck], BinaryCheck]:
    """Declare a rule that looks at one binary at a time."""
    return lambda check: _declare(check, Scope.BINARY, family, severity, formats, **options)


def wheel_rule(
    *, family: str, severity: Severity, formats: Iterable[Format] = (), **options: Unpack[_Options]
) -> Callable[[WheelCheck], WheelCheck]:
    """Declare a rule that looks at one wheel as a whole."""
    return lambda check: _declare(check, Scope.WHEEL, family, severity, formats, **options)


def set_rule(
    *, family: str, severity: Severity, formats: Iterable[Format] = (), **options: Unpack[_Options]
) -> Callable[[SetCheck], SetCheck]:
    """Declare a rule that looks at all wheels of the run together."""
    return lambda check: _declare(check, Scope.SET, family, severity, formats, **options)


def ignores_rule(
    *, family: str, severity: Severity, since: str = "0.1"
) -> Callable[[IgnoresCheck], IgnoresCheck]:
    """Declare a rule about the contract's own ignores, run after they were applied."""
    return lambda check: _declare(check, Scope.IGNORES, family, severity, needs_contract=True, since=since)


def probe_rule(*, severity: Severity, since: str = "0.1") -> Callable[[ProbeCheck], ProbeCheck]:
    """Declare a rule about what the probe saw; it runs only where something was probed."""
    return lambda check: _declare(check, Scope.PROBE, "probe", severity, since=since)


def _declare(
    check: Callable[..., Result],
    scope: Scope,
    family: str,
    severity: Severity,
    formats: Iterable[Format] = (),
    **options: Unpack[_Options],
) -> Callable[..., Result]:
    check.rule = Rule(  # type: ignore[attr-defined]  # the decorator hangs the rule on its function
        slug=check.__module__.rpartition(".")[2].replace("_", "-"),
        family=family,
        severity=severity,
        also=frozenset(options.get("also", ())),
        contract_severity=options.get("contract_severity"),
        needs_contract=options.get("needs_contract", False),
        scope=scope,
        formats=frozenset(formats),
        requires=frozenset(options.get("requires", ())),
        since=options.get("since", "0.1"),
        module=check.__module__,
        check=check,
    )
    return check


@cache
def discover() -> tuple[Rule, ...]:
    """Import every rule module and give the rules, sorted by slug."""
    package = importlib.import_module("wheelcheck.rules")
    rules: list[Rule] = []
    for info in pkgutil.walk_packages(package.__path__, "wheelcheck.rules."):
        if info.ispkg or info.name.count(".") < 3:
            continue
        module = importlib.import_module(info.name)
        rules.extend(value.rule for value in vars(module).values() if hasattr(value, "rule"))
    return tuple(sorted(rules, key=lambda rule: rule.slug))
