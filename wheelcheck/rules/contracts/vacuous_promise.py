"""Entry of a contract that matches nothing it could examine.

## What it checks

- `packages.*.aggregate`: a shipped config of the package sets the variable, and does not leave it empty.
- `packages.*.opt-in-marker`: the word occurs among the arguments of a command of the config, unless no opt-in
  component ships.
- `rows`, in a run over several wheels: `when` holds for at least one of those that the contract is in force
  for. A run over one wheel cannot tell.
- `plugins`: the glob matches a native member; each glob of `may-miss` matches a library that such a plug-in
  needs.

A required folder of headers, library or member that does not ship is `missing-component`; a registration
scheme that is defined nowhere is a fault in the contract, exit 2.

## Why it matters

The entry was written so that something would be checked. Renaming a variable in the config, a library that is
no longer needed, or a typo turns the check off without a word: the audit passes because it looked at nothing.

## How to fix

Correct the name or the glob in the contract, or delete the entry.

Give all wheels of a release to one run.

Write `optional = true` in the table of the package or plug-in, or next to `when`, if it may match nothing: in
runs for one operating system each.

## When to ignore

Never; `optional = true` says the same, next to the entry.

## References

- Contract reference
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from wheelcheck.contract.model import Package
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.promises.matching import native_members
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.contracts._idle_rows import idle_rows
from wheelcheck.rules.sdk._packages import is_expected, package_members
from wheelcheck.sdk.cmake_syntax import Block, Command, Node, parse
from wheelcheck.subject import Subject

_HINT = "correct it or delete it, or mark its table with `optional = true`"


@wheel_rule(family="contracts", severity=Severity.ERROR, needs_contract=True, over_set=idle_rows)
def vacuous_promise(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each entry that examined nothing."""
    for name, package in subject.contract.packages.items():
        members = package_members(name, package, subject)
        if members and not package.optional and package.presence != "forbidden":
            yield from _package(name, package, members, subject)
    yield from _plugins(subject)


def _package(name: str, package: Package, members: Sequence[str], subject: Subject) -> Iterator[Problem]:
    commands = [
        command
        for member in members
        for command in _commands(parse(subject.wheel.texts.get(member, b"").decode(errors="replace")).nodes)
    ]
    if package.aggregate:
        is_set = any(_sets(command, package.aggregate) for command in commands)
        values = [
            config.evaluation.variables.get(package.aggregate)
            for config in subject.package_configs.called(name)
        ]
        if not is_set:
            yield _problem(f"packages.{name}.aggregate", f"no config of {name!r} sets {package.aggregate!r}")
        elif values and not any(value is None or value for value in values):
            message = f"config of {name!r} leaves {package.aggregate!r} empty"
            yield _problem(f"packages.{name}.aggregate", message)
    opt_in = [each for each in package.components.values() if each.opt_in]
    is_moot = bool(opt_in) and not any(is_expected(each, subject) for each in opt_in)
    words = {argument.text for command in commands for argument in command.arguments}
    if package.opt_in_marker and not is_moot and package.opt_in_marker not in words:
        message = f"{package.opt_in_marker!r} occurs in no config of {name!r}"
        yield _problem(f"packages.{name}.opt-in-marker", message)


def _plugins(subject: Subject) -> Iterator[Problem]:
    for glob, plugin in subject.contract.plugins.items():
        if plugin.optional:
            continue
        if not any(fnmatchcase(member, glob) for member in native_members(subject.wheel)):
            yield _problem(f"plugins.{glob}", f"no native member matches {glob!r}")
            continue
        binaries = [each for each in subject.wheel.binaries if fnmatchcase(each.member, glob)]
        needed = {name for each in binaries for name in each.needed}
        for soname in plugin.may_miss if binaries else ():
            if not any(fnmatchcase(name, soname) for name in needed):
                message = f"no plug-in that {glob!r} matches needs {soname!r}"
                yield _problem(f"plugins.{glob}.may-miss", message, soname)


def _problem(entry: str, message: str, value: str = "") -> Problem:
    subject = f"{entry} {value}".strip()
    return Problem(subject=subject, message=f"{entry} examines nothing: {message}", hint=_HINT)


def _commands(nodes: Sequence[Node]) -> Iterator[Command]:
    for node in nodes:
        if isinstance(node, Block):
            yield node.command
            yield from _commands([*node.body, *(each for _, branch in node.branches for each in branch)])
        else:
            yield node


def _sets(command: Command, variable: str) -> bool:
    return command.name in {"set", "list"} and variable in [each.text for each in command.arguments[:2]]
