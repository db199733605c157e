"""Rows: parts of a contract that hold for some wheels only."""

from __future__ import annotations

import pytest

from wheelcheck.contract.model import Closed, Condition, Contract, Row
from wheelcheck.contract.rows import Target, for_wheel, holds

TARGET = Target("pair", "1.5.1+cu126", ("manylinux_2_28_x86_64",))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition(), True),
        (Condition(systems=("linux",)), True),
        (Condition(systems=("macos", "windows")), False),
        (Condition(architectures=("x86_64",)), True),
        (Condition(architectures=("aarch64",)), False),
        (Condition(platforms=("manylinux_2_*",)), True),
        (Condition(variants=("cu12*",)), True),
        (Condition(variants=("", "cpu")), False),
        (Condition(versions=">=1.5"), True),
        (Condition(versions="<1.5"), False),
        (Condition(systems=("linux",), variants=("cpu",)), False),
    ],
)
def test_every_stated_key_holds(condition: Condition, *, expected: bool) -> None:
    """An absent key asks nothing."""
    assert expected is holds(condition, TARGET)


def test_universal_wheel_has_both_architectures() -> None:
    """A row for either one holds."""
    target = Target("pair", "1.0", ("macosx_11_0_universal2",))

    assert holds(Condition(architectures=("arm64",)), target)
    assert holds(Condition(architectures=("x86_64",)), target)


def test_no_version_lies_within_no_bounds() -> None:
    """The name of a wheel may hold any text in its place."""
    assert [True, False] == [
        holds(Condition(versions=bounds), Target("pair", "legacy_1", ("any",))) for bounds in ("", ">=1")
    ]


def test_no_local_version_is_the_empty_variant() -> None:
    """A wheel without a variant is the plain one."""
    assert holds(Condition(variants=("",)), Target("pair", "1.0", ("any",)))


def test_rows_are_laid_over_in_order() -> None:
    """A later row wins; one that does not hold changes nothing."""
    rows = (
        Row(when=Condition(systems=("linux",)), then={"limits": {"members": 1}}),
        Row(when=Condition(versions=">=1"), then={"limits": {"members": 2}}),
        Row(when=Condition(systems=("macos",)), then={"limits": {"members": 3}}),
    )
    contract = for_wheel(Contract(rows=rows), TARGET)

    assert 2 == contract.limits.members
    assert () == contract.rows


@pytest.mark.parametrize(
    ("over", "expected"),
    [
        (["..."], ("a.so", "b.so")),
        (["...", "c.so"], ("a.so", "b.so", "c.so")),
        (["c.so", "..."], ("c.so", "a.so", "b.so")),
        (["b.so", "..."], ("b.so", "a.so")),
        (["c.so", "...", "a.so"], ("c.so", "b.so", "a.so")),
        (["c.so"], ("c.so",)),
        ([], ()),
    ],
)
def test_inherited_items_appear_once(over: list[str], expected: tuple[str, ...]) -> None:
    """Three dots mean the items that the list does not name itself; without them the list is replaced."""
    row = Row(when=Condition(), then={"closed": {"needed": over}})
    contract = Contract(closed=Closed(needed=("a.so", "b.so")), rows=(row,))

    assert expected == for_wheel(contract, TARGET).closed.needed
