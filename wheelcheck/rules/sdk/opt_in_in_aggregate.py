"""Opt-in component in the aggregate of all components.

## What it checks

CMake packages of the contract with opt-in components and an `aggregate` variable, in every listed file and
every config of that name that ships: no `set` or `list` command adds the component's target or library
to that variable, no `foreach` over library names that fills it names the library and, if the contract has
an `opt-in-marker`, every command that defines the component has that word among its arguments.

## Why it matters

Whoever links the aggregate gets everything in it. A component is opt-in because it must not be loaded
together with something else; in the aggregate it reaches every consumer, and the process aborts on a
second registration.

## How to fix

Restore the opt-in word in the component's definition, and remove the component from the list.

## When to ignore

Never; if the component may be in the aggregate, remove `opt-in` from it in the contract.

## References

- CMake packages: https://cmake.org/cmake/help/latest/manual/cmake-packages.7.html
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wheelcheck.contract.model import Component, Package
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.sdk._packages import package_members
from wheelcheck.sdk.cmake_syntax import Block, Command, Node, parse
from wheelcheck.subject import Subject


@wheel_rule(family="sdk", severity=Severity.ERROR, needs_contract=True)
def opt_in_in_aggregate(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report each opt-in component that a config adds to the aggregate."""
    for key, package in subject.contract.packages.items():
        opt_in = {name: each for name, each in package.components.items() if each.opt_in}
        if not opt_in or not package.aggregate:
            continue
        for member in package_members(key, package, subject):
            nodes = parse(subject.wheel.texts.get(member, b"").decode(errors="backslashreplace")).nodes
            for name, component in opt_in.items():
                line = next(_lines(nodes, name, component, package), None)
                if line is not None:
                    yield Problem(
                        member=member,
                        subject=name,
                        message=f"line {line} adds opt-in component {name!r} to {package.aggregate}",
                        hint=f"remove {name!r} from {package.aggregate}; consumers that need it name it",
                    )


def _lines(nodes: Sequence[Node], name: str, component: Component, package: Package) -> Iterator[int]:
    words = {component.target, component.library, component.library.removeprefix("lib")} - {""}
    for command, body in _walk(nodes):
        arguments = [argument.text for argument in command.arguments]
        named = any(_mentions(argument, words) for argument in arguments)
        if command.name in {"set", "list"}:
            if named and package.aggregate in arguments[:2]:
                yield command.line
        elif command.name == "foreach":
            if named and any(_fills(each, package.aggregate) for each, _ in _walk(body)):
                yield command.line
        elif name in arguments and named and package.opt_in_marker not in ("", *arguments):
            yield command.line


def _walk(nodes: Sequence[Node]) -> Iterator[tuple[Command, Sequence[Node]]]:
    for node in nodes:
        if isinstance(node, Block):
            inner = [*node.body, *(each for _, branch in node.branches for each in branch)]
            yield node.command, inner
            yield from _walk(inner)
        else:
            yield node, ()


def _fills(command: Command, variable: str) -> bool:
    return command.name in {"set", "list"} and variable in [each.text for each in command.arguments[:2]]


def _mentions(argument: str, words: set[str]) -> bool:
    stem = argument.rpartition("/")[2].partition(".")[0]
    return argument in words or stem in words
