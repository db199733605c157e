"""Rows and inheritance: parts of a contract merged over others."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import msgspec
from packaging.utils import canonicalize_name

from wheelcheck.contract.model import Condition, Contract
from wheelcheck.policy.tags import parse_platform_tag

KEEP = "..."
"""In a list that overrides another: replaced by the items of the overridden list."""


class Target(NamedTuple):
    """The wheel for which a contract is chosen and its conditions are evaluated."""

    name: str
    """Normalised."""
    version: str
    platforms: tuple[str, ...]

    @classmethod
    def of(cls, name: str, version: str, platforms: tuple[str, ...]) -> Target:
        """Describe a wheel by its file name."""
        return cls(canonicalize_name(name), version, platforms)


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge one part over another: tables merge, arrays of tables are appended, the rest is replaced."""
    merged = dict(base)
    for key, value in over.items():
        merged[key] = _merged(base.get(key), value)
    return merged


def _merged(old: Any, new: Any) -> Any:
    if isinstance(new, Mapping):
        return merge(old if isinstance(old, Mapping) else {}, new)
    if isinstance(new, (list, tuple)):
        kept = list(old) if isinstance(old, (list, tuple)) else []
        if new and all(isinstance(item, Mapping) for item in new):
            return [*kept, *new]
        if KEEP in new:
            at = list(new).index(KEEP)
            return [*new[:at], *(item for item in kept if item not in new), *new[at + 1 :]]
        return list(new)
    return new


def for_wheel(contract: Contract, target: Target) -> Contract:
    """Return the contract with the rows that apply to one wheel merged in, and no rows left."""
    if not contract.rows:
        return contract
    document: dict[str, Any] = msgspec.to_builtins(contract)
    document["rows"] = []
    for row in contract.rows:
        if holds(row.when, target):
            document = merge(document, row.then)
    return msgspec.convert(document, Contract)


def holds(condition: Condition, target: Target) -> bool:
    """Whether every key that a condition sets matches a wheel."""
    return (
        _any_glob(condition.platforms, target.platforms)
        and _any_glob(condition.systems, [parse_platform_tag(tag).system for tag in target.platforms])
        and _any_glob(
            condition.architectures,
            [arch for tag in target.platforms for arch in parse_platform_tag(tag).architectures],
        )
        and _any_glob(condition.variants, [target.version.partition("+")[2]])
        and version_matches(condition.versions, target.version)
    )


def _any_glob(globs: tuple[str, ...], values: list[str] | tuple[str, ...]) -> bool:
    return not globs or any(fnmatchcase(value, glob) for value in values for glob in globs)


def version_matches(specifier: str, version: str) -> bool:
    """Whether a version matches a PEP 440 specifier; pre-releases count, an empty one matches everything.

    What is no version (`legacy_1`) matches no other one.
    """
    if not specifier:
        return True
    from packaging.specifiers import SpecifierSet
    from packaging.version import InvalidVersion

    try:
        return SpecifierSet(specifier).contains(version, prereleases=True)
    except InvalidVersion:  # raised by packaging before 26
        return False
