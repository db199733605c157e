"""What a dynamic loader does with each root of a wheel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain

import msgspec

from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.model import Contract
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.roots import EXTENSION, NAMED, PLUGIN, find_roots
from wheelcheck.linking.search import Load, Loader, Resolution, TooManyStepsError
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.wheel.model import Wheel

_IMPORTED = frozenset({EXTENSION, NAMED, PLUGIN})


class LoadGraph(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All loads of a wheel."""

    loads: tuple[Load, ...]
    needers: Mapping[str, tuple[str, ...]]
    """Name in DT_NEEDED → members of the wheel that have it, sorted."""
    given_up: tuple[str, ...] = ()
    """Roots whose loads were not worked out: together they take too many steps (`search.STEPS`)."""
    alternatives: tuple[frozenset[str], ...] = ()
    """Members of which the contract says that one process loads only one."""

    @classmethod
    def of(
        cls,
        wheel: Wheel,
        layout: Layout,
        platform: PlatformPolicy,
        contract: Contract,
        offered: Iterable[str] = (),
    ) -> LoadGraph:
        """Work out every load of the wheel's ELF objects."""
        found: dict[str, set[str]] = {}
        for binary in wheel.binaries:
            for name in binary.needed:
                found.setdefault(name, set()).add(binary.member)
        needers = {name: tuple(sorted(found[name])) for name in sorted(found)}
        roots = find_roots(wheel, needers, contract, frozenset(offered))
        given_up: list[str] = []
        loads = tuple(_all_loads(Loader(layout, platform, contract), wheel, roots, given_up))
        return cls(
            loads=loads,
            needers=needers,
            given_up=tuple(given_up),
            alternatives=_alternatives(contract, wheel),
        )

    @cached_property
    def by_member(self) -> Mapping[str, tuple[int, ...]]:
        """Member of the wheel → indexes of the loads that load it."""
        found: dict[str, list[int]] = {}
        for index, load in enumerate(self.loads):
            for loaded in load.objects:
                if loaded.wheel == 0:
                    found.setdefault(loaded.binary.member, []).append(index)
        return {member: tuple(indexes) for member, indexes in found.items()}

    @cached_property
    def needs(self) -> Mapping[str, tuple[Resolution, ...]]:
        """Member of the wheel → each distinct outcome of each of its needs, in order of loading."""
        found: dict[str, dict[Resolution, None]] = {}
        for load in self.loads:
            for loaded in load.objects:
                if loaded.wheel == 0:
                    found.setdefault(loaded.binary.member, {}).update(dict.fromkeys(loaded.needs))
        return {member: tuple(needs) for member, needs in found.items()}

    @cached_property
    def _imported(self) -> frozenset[str]:
        return frozenset(
            loaded.binary.member
            for load in self.loads
            if load.why in _IMPORTED
            for loaded in load.objects
            if loaded.wheel == 0
        )

    def co_loaded(self, first: str, second: str) -> bool:
        """Whether one process loads both members: by one load, or as imports of one interpreter."""
        if any(first in group and second in group for group in self.alternatives):
            return False
        if first in self._imported and second in self._imported:
            return True
        return bool(set(self.by_member.get(first, ())) & set(self.by_member.get(second, ())))


def _alternatives(contract: Contract, wheel: Wheel) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(
            binary.member
            for binary in wheel.binaries
            if any(fnmatchcase(binary.member, glob) for glob in alternative.any_of)
        )
        for alternative in contract.alternatives.values()
    )


def _all_loads(
    loader: Loader, wheel: Wheel, roots: list[tuple[Binary, str]], given_up: list[str]
) -> Iterator[Load]:
    reached: set[str] = set()
    for binary, why in chain(roots, _unreached(wheel, reached)):
        try:
            load = loader.load(binary, why)
        except TooManyStepsError:
            reached.add(binary.member)
            given_up.append(binary.member)
            continue
        reached.update(loaded.binary.member for loaded in load.objects if loaded.wheel == 0)
        yield load


def _unreached(wheel: Wheel, reached: set[str]) -> Iterator[tuple[Binary, str]]:
    """Objects that no load so far brings, looked up one by one as the loads go on."""
    for binary in wheel.binaries:
        if binary.is_loadable and binary.format is Format.ELF and binary.member not in reached:
            yield binary, PLUGIN
