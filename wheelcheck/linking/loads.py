"""What the dynamic loader does with each root of a wheel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain

import msgspec

from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.model import Contract
from wheelcheck.linking.importing import Before, Importing
from wheelcheck.linking.layout import Layout
from wheelcheck.linking.loading import Loader, loader_of
from wheelcheck.linking.model import (
    LOST,
    NOTHING_PRELOADED,
    Load,
    Preloaded,
    Resolution,
    TooManyStepsError,
    Why,
)
from wheelcheck.linking.roots import find_roots
from wheelcheck.policy.platforms import PlatformPolicy
from wheelcheck.wheel.model import Wheel

_IMPORTED = frozenset({Why.EXTENSION, Why.NAMED, Why.PLUGIN})


class LoadGraph(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All loads of a wheel."""

    loads: tuple[Load, ...]
    needers: Mapping[str, tuple[str, ...]]
    """Name in DT_NEEDED → members of the wheel that have it, sorted."""
    given_up: tuple[str, ...] = ()
    """Roots whose loads were not followed: together they take too many steps (`search.STEPS`)."""
    alternatives: tuple[frozenset[str], ...] = ()
    """Groups of members of which, by the contract, one process loads only one."""

    @classmethod
    def of(
        cls,
        wheel: Wheel,
        layout: Layout,
        platform: PlatformPolicy,
        contract: Contract,
        offered: Iterable[str] = (),
    ) -> LoadGraph:
        """Follow every load of the objects whose format has a loader."""
        found: dict[str, set[str]] = {}
        for binary in wheel.binaries:
            for name in binary.needed:
                found.setdefault(name, set()).add(binary.member)
        needers = {name: tuple(sorted(found[name])) for name in sorted(found)}
        roots = find_roots(wheel, needers, contract, frozenset(offered))
        given_up: list[str] = []
        loaders = _Loaders(layout, platform, contract)
        loads = _again(loaders, wheel, tuple(_all_loads(loaders, wheel, roots, given_up)))
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
        """Whether one process loads both members: in one load, or as imports of one interpreter."""
        if self.are_alternatives(first, second):
            return False
        if first in self._imported and second in self._imported:
            return True
        return bool(set(self.by_member.get(first, ())) & set(self.by_member.get(second, ())))

    def are_alternatives(self, first: str, second: str) -> bool:
        """Whether, by the contract, one process loads only one of two members."""
        return any(first in group and second in group for group in self.alternatives)

    def behind(self, roots: Iterable[str]) -> frozenset[str]:
        """Members of the wheel that a process loads which is linked with all of these members."""
        chosen = frozenset(roots)
        return frozenset(
            loaded.binary.member
            for load in self.loads
            if load.root.member in chosen
            for loaded in load.objects
            if loaded.wheel == 0
        )


def _alternatives(contract: Contract, wheel: Wheel) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(
            binary.member
            for binary in wheel.binaries
            if any(fnmatchcase(binary.member, glob) for glob in alternative.any_of)
        )
        for alternative in contract.alternatives.values()
    )


def unfollowed(wheel: Wheel) -> Mapping[Format, tuple[str, ...]]:
    """Give the loadable members in formats without a loader, in archive order."""
    found: dict[Format, list[str]] = {}
    for binary in wheel.binaries:
        if binary.is_loadable and loader_of(binary.format) is None:
            found.setdefault(binary.format, []).append(binary.member)
    return {format_: tuple(dict.fromkeys(members)) for format_, members in found.items()}


class _Loaders:
    """One loader per format, created on first use."""

    def __init__(self, layout: Layout, platform: PlatformPolicy, contract: Contract) -> None:
        self._arguments = (layout, platform, contract)
        self._made: dict[Format, Loader] = {}

    def load(self, binary: Binary, why: Why, preloaded: Preloaded = NOTHING_PRELOADED) -> Load:
        """Load an object whose format has a loader."""
        if binary.format not in self._made:
            kind = loader_of(binary.format)
            assert kind is not None  # noqa: S101  # only such objects are roots
            self._made[binary.format] = kind(*self._arguments)
        return self._made[binary.format].load(binary, why, preloaded)


def _all_loads(
    loaders: _Loaders, wheel: Wheel, roots: list[tuple[Binary, Why]], given_up: list[str]
) -> Iterator[Load]:
    reached: set[str] = set()
    for binary, why in chain(roots, _unreached(wheel, reached)):
        try:
            load = loaders.load(binary, why)
        except TooManyStepsError:
            reached.add(binary.member)
            given_up.append(binary.member)
            continue
        reached.update(loaded.binary.member for loaded in load.objects if loaded.wheel == 0)
        yield load


def _again(loaders: _Loaders, wheel: Wheel, loads: tuple[Load, ...]) -> tuple[Load, ...]:
    """Repeat the loads that lack something, with what Python code has loaded and imported by then."""
    lacking = [index for index, load in enumerate(loads) if _lacks(load)]
    if not lacking:
        return loads
    importing = Importing(wheel)
    found = {load.root.member: load for load in loads}
    again = list(loads)
    for index in lacking:
        root, why = loads[index].root, loads[index].why
        before = importing.around(root.member) if why is Why.PLUGIN else importing.before(root.member)
        if before.members or before.packages:
            try:
                again[index] = loaders.load(root, why, _preloaded(before, found))
            except TooManyStepsError:
                break
    return tuple(again)


def _lacks(load: Load) -> bool:
    return load.why in _IMPORTED and any(
        need.outcome in LOST for loaded in load.objects for need in loaded.needs
    )


def _preloaded(before: Before, loads: Mapping[str, Load]) -> Preloaded:
    paths = {
        loaded.binary.soname: loaded.path
        for member in sorted(before.members & loads.keys())
        for loaded in loads[member].objects
        if loaded.binary.soname
    }
    return Preloaded(paths, tuple(sorted(before.packages)))


def _unreached(wheel: Wheel, reached: set[str]) -> Iterator[tuple[Binary, Why]]:
    """Objects that no load has reached so far, looked up one by one while the loads proceed."""
    for binary in wheel.binaries:
        is_followed = binary.is_loadable and loader_of(binary.format) is not None
        if is_followed and binary.member not in reached:
            yield binary, Why.PLUGIN
