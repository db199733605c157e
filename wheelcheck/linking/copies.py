"""Groups of files that are one library: the same soname or the same bytes under several names."""

from __future__ import annotations

import itertools
import posixpath
from collections.abc import Iterable, Iterator

import msgspec

from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.linking.loads import LoadGraph
from wheelcheck.linking.model import Why
from wheelcheck.linking.roots import is_extension
from wheelcheck.wheel.extensions import has_entry_point
from wheelcheck.wheel.model import Wheel


class Copies(msgspec.Struct, frozen=True):
    """One group."""

    name: str
    """The soname, or the file name if there is none."""
    members: tuple[str, ...]
    """Sorted."""
    wasted: int
    """Bytes beyond those of one file."""
    is_chain: bool
    """Whether the names are one stem with different version suffixes, in one folder."""
    together: tuple[str, str] | None
    """Two members that one process loads; None if no process loads two."""
    are_modules: bool = False
    """Whether all are extension modules, which Python opens by path: to the loader they differ."""
    are_distinct: bool = False
    """Whether all are extension modules and no two have the same bytes: only the soname is one."""
    are_builds: bool = False
    """Whether all have one file name, no two the same bytes, and no process loads two: one is chosen."""


def copies_of(wheel: Wheel, graph: LoadGraph) -> tuple[Copies, ...]:
    """Give every group of two or more, sorted by first member, but for a contract's alternatives."""
    libraries = {
        binary.member: binary
        for binary in wheel.binaries
        if binary.format is Format.ELF and binary.kind is Kind.SHARED and binary.is_loadable
    }
    dependencies = _dependencies(graph)
    unasked = frozenset(load.root.member for load in graph.loads if load.why is Why.PLUGIN) - dependencies
    found = []
    for members in _groups(libraries, wheel, graph):
        are_equal = len({wheel.by_name[member].digest for member in members}) < len(members)
        pairs = itertools.combinations(members, 2)
        if are_equal or not all(graph.are_alternatives(*pair) for pair in pairs):
            group = [libraries[member] for member in members]
            found.append(_describe(group, graph, dependencies, unasked, are_equal=are_equal))
    return tuple(sorted(found, key=lambda copies: copies.members))


def _groups(libraries: dict[str, Binary], wheel: Wheel, graph: LoadGraph) -> Iterator[list[str]]:
    """Join members that share a key; a member has at most two keys."""
    group_of: dict[str, list[str]] = {}
    first_with: dict[tuple[object, ...], str] = {}
    for member, binary in libraries.items():
        group_of[member] = [member]
        for key in _keys(binary, wheel, graph):
            other = group_of[first_with.setdefault(key, member)]
            mine = group_of[member]
            if other is not mine:
                other.extend(mine)
                for each in mine:
                    group_of[each] = other
    seen: set[int] = set()
    for group in group_of.values():
        if len(group) > 1 and id(group) not in seen:
            seen.add(id(group))
            yield sorted(group)


def _keys(binary: Binary, wheel: Wheel, graph: LoadGraph) -> Iterator[tuple[object, ...]]:
    digest = wheel.by_name[binary.member].digest
    if digest:
        yield ("bytes", digest)
    if binary.soname and not (is_extension(binary) and _is_unasked(binary, graph)):
        yield ("soname", binary.soname, binary.machine, binary.bits)


def _is_unasked(binary: Binary, graph: LoadGraph) -> bool:
    """Whether no object is linked against the file, so that it is opened by path alone."""
    return not any(name in graph.needers for name in (binary.soname or binary.file_name, binary.file_name))


def _is_only_imported(binary: Binary, graph: LoadGraph) -> bool:
    """Whether the file is an extension module, perhaps a stub that uses nothing of the interpreter itself."""
    return (is_extension(binary) or has_entry_point(binary)) and _is_unasked(binary, graph)


def _dependencies(graph: LoadGraph) -> frozenset[str]:
    """Members that some object of the wheel loads through DT_NEEDED."""
    return frozenset(
        loaded.binary.member
        for load in graph.loads
        for loaded in load.objects
        if loaded.wheel == 0 and loaded.parent is not None
    )


def _describe(
    group: list[Binary],
    graph: LoadGraph,
    dependencies: frozenset[str],
    unasked: frozenset[str],
    *,
    are_equal: bool,
) -> Copies:
    sonames = sorted({binary.soname for binary in group if binary.soname})
    together = _together(group, graph, dependencies, unasked)
    has_one_name = len({binary.file_name for binary in group}) == 1
    return Copies(
        name=sonames[0] if sonames else group[0].file_name,
        members=tuple(binary.member for binary in group),
        wasted=sum(binary.size for binary in group) - max(binary.size for binary in group),
        is_chain=len({_stem(binary) for binary in group}) == 1,
        together=together,
        are_modules=all(_is_only_imported(binary, graph) for binary in group),
        are_distinct=not are_equal and all(is_extension(binary) for binary in group),
        are_builds=not are_equal and has_one_name and together is None,
    )


def _together(
    group: Iterable[Binary], graph: LoadGraph, dependencies: frozenset[str], unasked: frozenset[str]
) -> tuple[str, str] | None:
    for first, second in itertools.combinations(group, 2):
        if _are_choices(first, second) and not {first.member, second.member} <= dependencies:
            continue
        if _is_only_imported(first, graph) and _is_only_imported(second, graph):
            continue
        names = {first.member, second.member}
        # A left-over copy of a library that others need: nothing shows that it is ever opened.
        if names & dependencies and names & unasked:
            continue
        if graph.co_loaded(first.member, second.member):
            return first.member, second.member
    return None


def _are_choices(first: Binary, second: Binary) -> bool:
    """Whether they are links of a version chain, builds of one module, or one name in two folders."""
    if _stem(first) == _stem(second) or (is_extension(first) and _module(first) == _module(second)):
        return True
    return first.file_name == second.file_name and not is_extension(first)


def _stem(binary: Binary) -> str:
    """Give the member's name without `.so` and what only dots and words follow it."""
    parts = binary.member.split(".")
    first = len(parts)
    while first > 1 and parts[first - 1].isalnum():
        first -= 1
    return ".".join(parts[: parts.index("so", first)]) if "so" in parts[first:] else binary.member


def _module(binary: Binary) -> str:
    return posixpath.join(posixpath.dirname(binary.member), binary.file_name.partition(".")[0])
