"""Every regular expression that meets a wheel, a contract or a yaml file takes linear time at its worst."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import translate
from typing import Any

import pytest
import yaml
from packaging.version import VERSION_PATTERN

from tests.support.contracts import load_builtin
from tests.support.expressions import Site, data_patterns, sites
from tests.support.regex_attacks import Expression, weaknesses
from wheelcheck.contract.documents import builtin_names
from wheelcheck.contract.expressions import LONGEST_NAME
from wheelcheck.linking.elf.search_paths import _below, _build_folder
from wheelcheck.policy.build_machines import build_machines
from wheelcheck.policy.host_folders import _places
from wheelcheck.policy.runtimes import _single
from wheelcheck.sdk.cmake_values import safe_pattern
from wheelcheck.sdk.stated_versions import _NAMES
from wheelcheck.wheel.build_paths import _unix, _windows

SITES = sites()
DATA = data_patterns()

TRIED_ONCE: Mapping[str, str] = {
    "sdk.cmake_syntax._NAME": "where it does not match, the parser goes on behind the line",
    "sdk.cmake_syntax._QUOTED": "where it does not match, the parser stops",
}
"""Expressions that are matched from a given position, and why a failure is not repeated further on."""

GLOBS = ("*a*b*c*d*e*f*", "*a*a*a*a*a*b", "*?*?*?*?*b", "lib*.so*", "*[ab]*[ab]*[ab]*c", "**********x")
MATCHED: Mapping[str, Sequence[Expression]] = {
    "binary.registry.find_registrations": [],
    "binary.registry.find_strings": [],
    "contract.checking._expression_faults": [],
    "contract.expressions._of_category.compiled": [],
    "promises.members._compiled": [Expression(translate(glob), method="match") for glob in GLOBS],
    "promises.sonames._matches": [
        Expression(r"lib[\w.-]+\.so(\.\d+)*", method="fullmatch", longest=LONGEST_NAME),
        Expression(r".*.*x", method="fullmatch", longest=LONGEST_NAME),
    ],
    "contract.symbols._alternation": [Expression("|".join(map(translate, GLOBS)), method="match")],
    "linking.origins._named": [],
    "linking.origins.framework_of": [],
    "linking.elf.search_paths._below": [
        Expression(_below(build_machines().roots).pattern, method="match"),
    ],
    "linking.elf.search_paths._build_folder": [Expression(_build_folder().pattern)],
    "policy.host_classes.names_of": [],
    "policy.host_folders._places": [Expression(_places().pattern, method="match")],
    "policy.runtimes._shapes": [],
    "policy.runtimes._single": [
        Expression(expression.pattern, method="fullmatch") for expression in _single().values()
    ],
    "probe.answers.listed_names.compiled": [
        Expression(r"^- func: ([\w:.]+)\(", longest=500),
        Expression(r"([\w:.]+)\(", longest=500),
    ],
    "sdk.cmake_values.safe_pattern": [],
    "wheel.build_paths._unix": [Expression(_unix().pattern)],
    "wheel.build_paths._windows": [Expression(_windows().pattern)],
    "sdk.stated_versions._is_set_otherwise.lines": [
        Expression(rf"^{name}[ \t]*(?::[^=\n]*)?\+?=(?!=)[ \t]*(.*)$", re.MULTILINE)
        for name in sorted(frozenset().union(*_NAMES.values()))
    ],
}
"""Places whose expression is made at run time, and what it can be.

Nothing: it comes from a data file, which `DATA` holds; from a contract, which `contract/expressions.py`
bounds; from a wheel's CMake file, which has a test of its own; or it is only compiled.
"""

KNOWN_BAD = (
    Expression(rb"\s*(?:/\*.*?\*/\s*)*(?:INPUT|GROUP)\b", re.DOTALL, "match"),
    Expression(r"a+b"),
)
"""What the attacks must find: an expression that this project once had, and a textbook one."""


def named() -> dict[str, Expression]:
    """Every expression by where it is."""
    found = {
        f"{site.place}:{number}": Expression(site.pattern, site.flags, method_of(site))
        for number, site in enumerate(SITES)
        if site.pattern is not None
    }
    found |= {f"data {place}": Expression(pattern, method="fullmatch") for place, pattern in DATA.items()}
    found |= {
        f"{place} {number}": each for place, known in MATCHED.items() for number, each in enumerate(known)
    }
    found["packaging version"] = Expression(VERSION_PATTERN, re.VERBOSE | re.IGNORECASE, "match")
    resolvers: Mapping[Any, Any] = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, expression in sorted(
        {(tag, each) for rows in resolvers.values() for tag, each in rows}, key=str
    ):
        found[f"yaml {tag}"] = Expression(expression.pattern, expression.flags, "match")
    return found


def method_of(site: Site) -> str:
    """How an expression is used, as far as its cost is concerned."""
    return "match" if site.place in TRIED_ONCE else site.method


NAMED = named()


@pytest.fixture(scope="module")
def found() -> Mapping[str, str]:
    """Judge all of them at once."""
    return dict(zip(NAMED, weaknesses(list(NAMED.values())), strict=True))


@pytest.mark.parametrize("place", NAMED)
def test_expression_takes_linear_time(found: Mapping[str, str], place: str) -> None:
    """Twice the text, twice the time; where the code bounds the text, its longest one is quick."""
    assert found[place] == ""


def test_every_expression_is_listed() -> None:
    """One that is made at run time says what it can be, and no entry outlives its code."""
    assert {site.place for site in SITES if site.pattern is None} == set(MATCHED)
    assert set(TRIED_ONCE) <= {site.place for site in SITES}


def test_the_attacks_find_what_is_slow() -> None:
    """And leave alone what is not."""
    good = [Expression(r"\d+(?:\.\d+)*", method="fullmatch"), Expression(r'"[^"\n]*"?'), Expression(r"\s+")]

    assert [bool(each) for each in weaknesses([*KNOWN_BAD, *good])] == [True] * len(KNOWN_BAD) + [False] * 3


def test_expressions_of_cmake_files_are_bounded_by_their_subject() -> None:
    """A wheel gives both: the longest subject that the cost allows is quick."""
    patterns = ["a*a*a*b", "^a*a*a*b", "a+a+x", "[^b]*[^c]*d", "(a|b)(a|c)a*x", "^.*x", ".*"]
    expressions = []
    for pattern in patterns:
        safe = safe_pattern(pattern)
        assert safe is not None
        longest = max(length for length in range(1 << 16) if safe.cost("a" * length) is not None)
        expressions.append(Expression(safe.compiled.pattern, longest=longest))

    assert weaknesses(expressions) == [""] * len(patterns)
    assert [safe_pattern(each) for each in ("(a*)*", "(a+b)+", "a*a*a*a*", "(ab)*")] == [None] * 4


def test_builtin_contracts_keep_to_the_bounds() -> None:
    """They are checked when they are read, as any other."""
    assert [load_builtin(name).name for name in builtin_names()] == list(builtin_names())
