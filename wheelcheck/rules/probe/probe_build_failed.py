"""Consumer that does not compile or link, or offered library that no program can link.

## What it checks

Two things are built after the wheel was installed into a throw-away environment.
Without any contract: each shared library that a package config offers is linked into a one-line program,
by the compiler of this machine.
With a contract: each consumer, from its `find_package` call and its snippet.

## Why it matters

Libraries that load in Python need not link in C++: the link editor follows other search paths than the
loader. Headers that need a definition which the target does not carry fail in every user's build.

## How to fix

Read the linker's words below the finding, and repeat the step with the script that it names.

"needed by …, not found": give the grafted library a search path, see `wheelcheck explain
unlinkable-library`.

Undefined reference: export the symbol, or link the library that defines it into the target's interface.

## When to ignore

The library is opened at run time only, and no header of the wheel leads to it.

## References

- ld(1), `-rpath-link`, `--no-as-needed`
- cmake-buildsystem(7), interface properties
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.probe.compare import failures
from wheelcheck.probe.facts import OfferedLink, ProbeFacts, Question, Step
from wheelcheck.rules.base import probe_rule
from wheelcheck.rules.probe._wording import evidence_of, step_problems
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_build_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:  # noqa: ARG001  # signature of all probe rules
    """Report consumers that do not build, and offered libraries that fail for the same words, together."""
    yield from step_problems(
        failures(facts, Step.BUILD, (Question.LINK, Question.BASELINE, Question.LEGACY)), "does not build"
    )
    by_words: dict[tuple[str, ...], list[OfferedLink]] = {}
    for link in facts.offered:
        if link.failure is not None:
            by_words.setdefault(link.failure.words[:1], []).append(link)
    for links in by_words.values():
        first = links[0]
        assert first.failure is not None  # noqa: S101  # only failures were gathered
        names = [link.targets[0] if link.targets else link.member.rpartition("/")[2] for link in links]
        said = f": {first.failure.words[0]}" if first.failure.words else ""
        yield Problem(
            subject=", ".join(names),
            member=first.member,
            message=f"a one-line program cannot be linked with {', '.join(map(repr, names))}{said}",
            hint="make every library that it needs findable by the link editor",
            evidence=evidence_of(first.failure),
        )
