"""Every key of a contract has an effect, and a test for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.meta.key_reads import Code, reads_of
from tests.meta.key_uses import KEYS, PARTS, Key, declaring, used_in_python, used_in_toml

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"

FOR_PEOPLE = {Key("Contract", "description")}
"""Printed by `--show-contract`, and never read."""
BEFORE_CONTRACTS = {Key("Contract", "extends")}
"""Resolved while contracts are still documents."""

WITHOUT_CONTRACTS = {"meta", "cmake", "codegen", "fuzz", "real"}
"""Folders of tests that do not use contracts, or only published ones."""


@cache
def read_keys() -> frozenset[Key]:
    """Return the keys that the package reads."""
    code = Code(ROOT / "wheelcheck")
    parts = {f"{part.__module__}.{name}": part for name, part in PARTS.items()}
    reads = (read for module in code.trees for read in reads_of(code, module))
    found = {declaring(parts[name], field) for name, field in reads if name in parts}
    return frozenset(key for key in found if key is not None)


@cache
def stated_keys() -> frozenset[Key]:
    """Return the keys that a test, a fixture's description or a test's data states."""
    return frozenset(_stated_keys())


def _stated_keys() -> Iterator[Key]:
    for path in (*TESTS.rglob("*.toml"), *(ROOT / "fixtures").rglob("*.toml")):
        yield from used_in_toml(path.read_text(encoding="utf-8"))
    for path in TESTS.rglob("*.py"):
        if path.relative_to(TESTS).parts[0] not in WITHOUT_CONTRACTS:
            yield from used_in_python(path.read_text(encoding="utf-8"))


def test_every_key_is_read() -> None:
    """A key that is never read promises nothing."""
    assert [] == sorted(map(str, KEYS - read_keys() - FOR_PEOPLE - BEFORE_CONTRACTS))


def test_every_key_is_in_a_test() -> None:
    """One that no test uses could stop working unnoticed."""
    assert [] == sorted(map(str, KEYS - stated_keys()))


def test_exceptions_are_still_needed() -> None:
    """A key that is read after all is removed from the list."""
    assert not (FOR_PEOPLE | BEFORE_CONTRACTS) & read_keys()
