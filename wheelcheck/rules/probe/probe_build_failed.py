"""Consumer that does not compile or link, or offered library that no program can link against.

## What it checks

The wheel is installed into a throw-away environment, and two things are built.
Even without a contract: a one-line program for each imported target that a package config of the wheel
creates, and for each library that its variables or a `.pc` file name, linked with the compiler of this
machine.
With a contract: each consumer, from its `find_package` call and its snippet.

## Why it matters

Libraries that load in Python do not necessarily link in C++: the link editor uses other search paths than
the loader. Headers that need a definition that the target does not provide fail in every user's build.

## How to fix

Read the linker's output below the finding, and repeat the step with the script that it names.

"needed by …, not found": give the grafted library a search path, see `wheelcheck explain
unlinkable-library`.

Undefined reference: export the symbol, or add the library that defines it to the target's interface.

## When to ignore

If the library is only opened at run time, and no header of the wheel refers to it.

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

_LINK = "let the link editor find every library that is needed (patchelf --set-rpath '$ORIGIN')"
_CONFIG = "correct the properties of the target in the package config"


@probe_rule(severity=Severity.ERROR)
def probe_build_failed(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:  # noqa: ARG001  # signature of all probe rules
    """Report consumers that do not build, and offered libraries that fail, together for the same output."""
    yield from step_problems(
        failures(facts, Step.BUILD, (Question.LINK, Question.BASELINE, Question.LEGACY)),
        "does not build",
        "do not build",
    )
    by_words: dict[tuple[str, ...], list[OfferedLink]] = {}
    for link in (*facts.offered, *facts.interfaces):
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
            message=f"a one-line program cannot be linked against {', '.join(map(repr, names))}{said}",
            hint=_CONFIG if said.startswith(": CMake Error") else _LINK,
            evidence=evidence_of(first.failure),
        )
