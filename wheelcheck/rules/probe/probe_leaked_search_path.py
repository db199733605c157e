"""Search path of a built application that leads outside the SDK.

## What it checks

The search path that the link options of the SDK's targets leave in every consumer: entries that are
neither below the environment of the wheel, nor in the build folder, nor relative to the application; and
empty entries.

## Why it matters

Every program built against the SDK searches those folders first, on every machine.
Whoever can write there decides what it loads.

## How to fix

Remove `-rpath` options with absolute folders from the targets' link interface.

## When to ignore

If the folder is at a fixed place on the platform (`/opt/rocm/lib`) and the SDK's users have it.

## References

- ld.so(8), DT_RUNPATH
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.facts import ENVIRONMENT, WORK, ProbeFacts
from wheelcheck.rules.base import probe_rule
from wheelcheck.subject import Subject

_RIGHT = (ENVIRONMENT, WORK, "$ORIGIN", "${ORIGIN}", "@loader_path", "@executable_path", "@rpath")


@probe_rule(severity=Severity.WARNING)
def probe_leaked_search_path(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each such entry with the consumers that have it."""
    users: dict[tuple[str, str], list[str]] = {}
    for result in facts.probes:
        for consumer in (result.link, result.baseline, result.legacy):
            for path in consumer.search_paths if consumer is not None else ():
                if not path.text.startswith(_RIGHT) and not subject.contract.allows_search_path(path.text):
                    users.setdefault((path.kind.value, path.text), []).append(
                        consumer.name if consumer is not None else ""
                    )
    for (kind, text), found in sorted(users.items()):
        yield Problem(
            subject=text,
            message=f"applications built against the SDK get {kind} entry {text!r}",
            hint="remove the -rpath option from the link interface of the targets",
            evidence=(Evidence(label="found in", value=", ".join(dict.fromkeys(found))),),
        )
