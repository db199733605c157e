"""The severities in the catalogue are those that the rules report: read from their sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.rules import check_of
from wheelcheck.model import Severity
from wheelcheck.rules.base import Rule
from wheelcheck.rules.catalogue import discover
from wheelcheck.rules.wording import severity_words

every_rule = pytest.mark.parametrize("rule", discover(), ids=lambda rule: rule.slug)


@cache
def tree_of(module: str) -> ast.Module:
    """Parse a module of the package."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


@cache
def defined(module: str) -> dict[str, list[ast.stmt]]:
    """Return functions and tables of a module, without decorators, where severities are declared."""
    found: dict[str, list[ast.stmt]] = {}
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node.body
        elif isinstance(node, ast.Assign):
            found.update((target.id, [node]) for target in node.targets if isinstance(target, ast.Name))
    return found


@cache
def imported(module: str) -> dict[str, str]:
    """Return the names that a module takes from other modules of rules, and which module has each."""
    return {
        alias.name: node.module
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("wheelcheck.rules")
        for alias in node.names
    }


def spoken(module: str, name: str, seen: set[tuple[str, str]]) -> Iterator[Severity]:
    """Return the severities that a function names, and every function of the rules that it leads to."""
    if (module, name) in seen:
        return
    seen.add((module, name))
    for node in (each for statement in defined(module).get(name, ()) for each in ast.walk(statement)):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "Severity"
        ):
            yield Severity[node.attr]
        if isinstance(node, ast.Name):
            yield from spoken(imported(module).get(node.id, module), node.id, seen)


@every_rule
def test_special_cases_are_declared(rule: Rule) -> None:
    """A rule reports no severity that `rules`, `explain` and its page do not show."""
    found = set(spoken(rule.module, check_of(rule).__name__, set()))
    declared = {rule.severity, rule.contract_severity, *rule.also}

    assert found <= declared
    assert rule.also <= found, "declared, and never reported"
    assert rule.severity not in rule.also


@every_rule
def test_every_severity_is_shown(rule: Rule) -> None:
    """The words name each of them."""
    assert all(each.value in severity_words(rule) for each in (rule.severity, *rule.also))
