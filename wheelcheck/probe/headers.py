"""Public headers, each compiled alone with the flags of the consumer's targets."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from wheelcheck.contract.model import Contract
from wheelcheck.probe.facts import HeaderFailure
from wheelcheck.probe.plan import Application
from wheelcheck.probe.workplace import Workplace
from wheelcheck.wheel.model import Wheel


class PublicHeader(NamedTuple):
    """One header and how a consumer includes it."""

    member: str
    spelling: str


def public_headers(roots: Sequence[str], contract: Contract, wheel: Wheel) -> tuple[PublicHeader, ...]:
    """Give the headers in the declared folders that are not private."""
    found = []
    for root in roots:
        declared = contract.headers.get(root)
        private = declared.private if declared is not None else ()
        for member in sorted(wheel.headers):
            below = member.removeprefix(f"{root}/")
            if below != member and not any(fnmatchcase(below, glob) for glob in private):
                found.append(PublicHeader(member, below))
    return tuple(found)


def compile_headers(
    objects: Application, headers: Sequence[PublicHeader], workplace: Workplace, jobs: int
) -> tuple[HeaderFailure, ...] | str:
    """Compile each header alone; give the failures, or the reason why none could be compiled."""
    command = _compile_command(workplace, objects.name)
    if command is None:
        return "headers: CMake wrote no compile command for the consumer"

    def compile_one(number: int) -> HeaderFailure | None:
        header = headers[number]
        step = f"header-{number}"
        words = [*command, f"-DWHEELCHECK_HEADER=<{header.spelling}>"]
        done = workplace.run(words, step=step, folder=workplace.build)
        if not (done.code or done.overrun):
            return None
        return HeaderFailure(
            member=header.member,
            words=workplace.telling_lines(done.output)[:4],
            command=workplace.keep(step, words, workplace.build),
        )

    results = workplace.in_parallel(compile_one, len(headers), jobs)
    return tuple(each for each in results if each is not None)


def _compile_command(workplace: Workplace, target: str) -> list[str] | None:
    """Give the target's own command, changed so that it only checks the source."""
    path = workplace.build / "compile_commands.json"
    if not path.is_file():
        return None
    for entry in json.loads(path.read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        if f"{target}.dir" in entry["command"]:
            at = words.index("-o")
            kept = [word for word in (*words[:at], *words[at + 2 :]) if word != "-c"]
            # Warnings in a header are up to its author: the question is whether it compiles.
            return [*kept, "-fsyntax-only", "-w"]
    return None
