"""Runs of built consumers: what they print becomes facts."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from wheelcheck.binary.model import SearchPath
from wheelcheck.binary.reading import read
from wheelcheck.binary.source import BytesSource
from wheelcheck.errors import UnreadableBinaryError, reason_of
from wheelcheck.probe.facts import Consumer, Failure, Observation, Question, Step
from wheelcheck.probe.finding import filled
from wheelcheck.probe.plan import Application
from wheelcheck.probe.processes import Completed
from wheelcheck.probe.project import HOST, Project, has_own_main
from wheelcheck.probe.workplace import RUN_SECONDS, Workplace


class _Moment(msgspec.Struct):
    registered: list[str]
    lists: dict[str, list[str]]
    values: dict[str, Any]


class _Line(msgspec.Struct):
    wheelcheck: int
    at_startup: _Moment
    loaded: list[str]
    after_load: _Moment | None = None


class NoAnswerError(Exception):
    """A consumer exited with 0 but printed no JSON, or had to be stopped: there is nothing to judge."""


@dataclass(kw_only=True)
class Runner:
    """Runs the consumers of one project."""

    workplace: Workplace
    project: Project
    seconds: float = RUN_SECONDS
    broken: list[str] = field(default_factory=list)
    """Why the probe could not complete."""

    def consumer(
        self, application: Application, question: Question, arguments: Sequence[str] = ()
    ) -> Consumer:
        """Run one consumer where it was built."""
        name = application.name
        failure = self.project.failures.get(name)
        if failure is not None:
            return Consumer(name=name, question=question, failure=failure)
        built = self.project.built(application)
        facts = self._file_facts(built)
        if application.sample is None:
            command = self.command(application, built, arguments)
            step = f"run-{name}" + ("-load" if arguments else "")
            done = self.run(command, step, built.parent)
            try:
                facts |= self._outcome(application, done, step, command)
            except NoAnswerError as exc:
                self.broken.append(f"{name} {exc}")
                self.workplace.keep(step, command, built.parent, self._environment(built.parent))
        return Consumer(name=name, question=question, **facts)

    def _outcome(
        self, application: Application, done: Completed, step: str, command: Sequence[str]
    ) -> dict[str, Any]:
        """Judge how one run ended.

        Raises:
            NoAnswerError: there is nothing to judge.
        """
        if done.overrun:
            raise NoAnswerError(f"was {done.overrun}")
        expected = application.probe.expect_failure
        if not expected:
            is_well = done.code == 0
            return (
                self.parsed(application, done) if is_well else {"failure": self.failure(done, step, command)}
            )
        if done.code and expected in done.output + done.errors:
            return {"output": {}}
        failure = self.failure(done, step, command)
        return {"failure": replace(failure, status=f"{failure.status}, expected to fail with {expected!r}")}

    def command(self, application: Application, built: Path, arguments: Sequence[str] = ()) -> list[str]:
        """Give the command that runs a consumer from any folder."""
        probe = application.probe
        launcher = filled(probe.launcher, self.workplace)
        if probe.kind == "extension":
            value = f"{{'value': {probe.expression or 'None'}}}"
            code = f"import json, {probe.import_name}; print(json.dumps({value}))"
            return [*launcher, str(self.workplace.prefix / "bin" / "python"), "-c", code]
        if probe.kind == "shared-library":
            return [*launcher, str(self.workplace.applications / HOST), "--plugin", str(built)]
        return [*launcher, str(built), *arguments]

    def run(self, command: Sequence[str], step: str, folder: Path) -> Completed:
        """Run a command of the wheel."""
        try:
            return self.workplace.run(
                command,
                step=step,
                folder=folder,
                environment=self._environment(folder),
                seconds=self.seconds,
                errors_apart=True,
            )
        except OSError as exc:
            return Completed(127, "", f"{command[0]}: {reason_of(exc)}", "")

    def _environment(self, folder: Path) -> dict[str, str]:
        # For extension modules, which are run where they lie.
        return {**self.workplace.activated, "PYTHONPATH": str(folder)}

    def failure(self, done: Completed, step: str, command: Sequence[str]) -> Failure:
        """Describe a run that failed, and keep a script that repeats it."""
        words = self.workplace.telling_lines(f"{done.errors}\n{done.output}")
        folder = self.workplace.applications
        kept = self.workplace.keep(step, command, folder, self._environment(folder))
        return Failure(step=Step.RUN, status=done.status, words=words, command=kept)

    def parsed(self, application: Application, done: Completed) -> dict[str, Any]:
        """Parse the JSON line.

        Raises:
            NoAnswerError: there is none.
        """
        lines = [line for line in done.output.splitlines() if line.startswith("{")]
        probe = application.probe
        if probe.kind == "extension" or (probe.snippet and has_own_main(probe.snippet)):
            return {"output": _last_json(lines)}
        for line in reversed(lines):
            try:
                parsed = msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError:
                continue
            return {
                "at_startup": _observation(parsed.at_startup),
                "after_load": _observation(parsed.after_load) if parsed.after_load else None,
                "loaded": tuple(
                    dict.fromkeys(self.workplace.neutral(os.path.normpath(path)) for path in parsed.loaded)
                ),
            }
        raise NoAnswerError("printed no line of JSON")

    def _file_facts(self, built: Path) -> dict[str, Any]:
        try:
            (binary,) = read(BytesSource(built.read_bytes()), built.name)
        except OSError as exc:
            self.broken.append(f"the built consumer {built.name!r} cannot be read: {reason_of(exc)}")
            return {}
        except UnreadableBinaryError as exc:
            self.broken.append(f"the built consumer {built.name!r} cannot be read: {exc.message}")
            return {}
        paths = tuple(
            SearchPath(each.kind, self.workplace.neutral(each.text)) for each in binary.search_paths
        )
        return {"needed": binary.needed, "search_paths": paths}


def _observation(moment: _Moment) -> Observation:
    return Observation(
        registered=tuple(sorted(set(moment.registered))),
        lists={name: tuple(sorted(items)) for name, items in sorted(moment.lists.items())},
        values=dict(sorted(moment.values.items())),
    )


def _last_json(lines: Sequence[str]) -> Any:
    for line in reversed(lines):
        try:
            return json.loads(line)
        except ValueError:
            continue
    raise NoAnswerError("printed no line of JSON")
