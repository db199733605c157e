"""Made-up regular expressions: those that a contract may have are quick on their worst texts."""

from __future__ import annotations

import random
import re

import pytest

from tests.support.regex_attacks import Expression, weaknesses
from wheelcheck.contract.expressions import LONGEST_NAME, fault_of

pytestmark = pytest.mark.fuzz

ATOMS = (
    *("a", "b", "A", "1", "-", ".", r"\.", r"\w", r"\W", r"\d", r"\s", r"\S"),
    *("[ab]", "[a-c]", "[^a]", r"[^\w]", r"[^\Wa]", "[a-]"),
)
REPEATS = ("", "", "", "*", "+", "?", "*?", "{2}", "{20}", "{1,3}", "{0,30}")
ROUNDS = 1500


def sequence(dice: random.Random, depth: int) -> str:
    """Make a sequence of up to three parts."""
    return "".join(part(dice, depth) + dice.choice(REPEATS) for _ in range(dice.choice((1, 1, 2, 3))))


def part(dice: random.Random, depth: int) -> str:
    """Make a character, a class or a group."""
    if depth == 0 or dice.random() < 0.55:
        return dice.choice(ATOMS)
    return "(?:" + "|".join(sequence(dice, depth - 1) for _ in range(dice.choice((1, 1, 2, 3)))) + ")"


KNOWN_BAD = (
    Expression(r"\(\s*(\w+|\*)\s*(!?)\s*(?:->\s*(\w+)\s*)?\)", method="match"),
    Expression(r"/\*.*?\*/"),
    Expression(r"(?:\.\d+)*x|.+?(?:\.\d+)*\.dylib", method="fullmatch"),
)
"""Expressions that this project once had, besides those of the default tests."""


def test_the_attacks_find_what_is_slow() -> None:
    """Without this, the other tests would say nothing."""
    assert all(weaknesses(KNOWN_BAD))


@pytest.mark.parametrize(("power", "longest"), [(1, None), (2, LONGEST_NAME)])
def test_what_is_accepted_is_quick(power: int, longest: int | None) -> None:
    """Linear, or for the names of files, where quadratic time is accepted, short enough."""
    dice = random.Random(power)  # noqa: S311  # repeatable, no secret
    patterns = [dice.choice(("", "(?i)", "(?s)", "(?a)")) + sequence(dice, 3) for _ in range(ROUNDS)]
    accepted = [each for each in patterns if is_expression(each) and fault_of(each, power) is None]
    found = weaknesses([Expression(each, method="fullmatch", longest=longest) for each in accepted])

    assert len(accepted) > ROUNDS / 4
    assert [(each, said) for each, said in zip(accepted, found, strict=True) if said] == []


def is_expression(pattern: str) -> bool:
    """Whether it compiles: a repeated repeat does not."""
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
