"""What a probe saw, made in memory: a healthy component unless told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import PathKind, SearchPath
from wheelcheck.model import NotChecked, Problem
from wheelcheck.probe.facts import (
    ENVIRONMENT,
    Consumer,
    Failure,
    Observation,
    ProbeFacts,
    ProbeResult,
    Question,
    Step,
)
from wheelcheck.subject import Subject

LIBRARY = "libextra.so"
MEMBER = f"pair/lib/{LIBRARY}"
NAMES = ("extra::one", "extra::two")
CONTRACT: dict[str, Any] = {
    "libraries": {"libextra": {}},
    "probes": {"extra": {"library": "libextra", "namespace": "extra", "count": 2, "scheme": "executorch"}},
}


def observed(
    names: Iterable[str] = NAMES, *, lists: dict[str, tuple[str, ...]] | None = None, **values: Any
) -> Observation:
    """Make what a consumer reports."""
    return Observation(tuple(sorted(names)), lists or {}, values)


def make_consumer(name: str = "link_extra", question: Question = Question.LINK, **overrides: Any) -> Consumer:
    """Make a consumer that was built, needs the component and ran."""
    facts: dict[str, Any] = {
        "needed": (LIBRARY, "libc.so.6"),
        "search_paths": (
            SearchPath(PathKind.RUNPATH, "$ORIGIN"),
            SearchPath(PathKind.RUNPATH, f"{ENVIRONMENT}/lib"),
        ),
        "at_startup": observed(),
        "loaded": (f"{ENVIRONMENT}/lib/python3.11/site-packages/{MEMBER}", "/lib/libc.so.6"),
    }
    return Consumer(name=name, question=question, **{**facts, **overrides})


def make_failure(step: Step, *words: str) -> Failure:
    """Make a failed step."""
    return Failure(step=step, status="exit 1", words=words, command="sh <work>/repeat.sh")


def make_result(**overrides: Any) -> ProbeResult:
    """Make the answers about one component."""
    facts: dict[str, Any] = {
        "name": "extra",
        "component": "extra",
        "namespace": "extra",
        "count": 2,
        "library": LIBRARY,
        "member": MEMBER,
        "link": make_consumer(),
        "baseline": make_consumer(
            "baseline_extra", Question.BASELINE, needed=("libc.so.6",), at_startup=observed(()), loaded=()
        ),
    }
    return ProbeResult(**{**facts, **overrides})


def make_facts(*results: ProbeResult, **overrides: Any) -> ProbeFacts:
    """Make the facts of one probe."""
    return ProbeFacts(probes=results or (make_result(),), **overrides)


def make_probe_subject(contract: dict[str, Any] | None = None) -> Subject:
    """Make the wheel that was probed: its library registers what the healthy consumer reports."""
    library = make_binary(MEMBER, soname=LIBRARY, registrations=[*_registrations()])
    return make_subject(make_wheel(binaries=[library]), contract or CONTRACT)


def _registrations() -> Iterator[Any]:
    from wheelcheck.binary.model import Registration

    for name in NAMES:
        namespace, _, rest = name.partition("::")
        yield Registration("executorch", namespace, rest, None)


def run_probe_rule(
    check: Callable[[ProbeFacts, Subject], Iterator[Problem | NotChecked]],
    facts: ProbeFacts,
    contract: dict[str, Any] | None = None,
) -> list[Problem]:
    """Run one rule and give its problems."""
    return [said for said in check(facts, make_probe_subject(contract)) if isinstance(said, Problem)]
