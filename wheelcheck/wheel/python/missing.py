"""Modules of its own package that a wheel imports and does not have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from wheelcheck.policy.python_sources import is_aside, names_a_system
from wheelcheck.wheel.metadata import entry_points, per_wheel
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.imports import When
from wheelcheck.wheel.python.modules import Modules, python_modules

_MOST_SOURCES = 400
_ROUNDS = 3


def asked_sources(wheel: Wheel) -> tuple[str, ...]:
    """Give the sources of which it matters what they define: of entry points, and around missing names."""
    modules = python_modules(wheel)
    found = dict.fromkeys(
        modules.sources[point.module] for point in entry_points(wheel) if point.module in modules.sources
    )
    for name, _ in unserved(wheel):
        parent = name.rpartition(".")[0]
        if parent in modules.sources:
            found[modules.sources[parent]] = None
    return tuple(found)[:_MOST_SOURCES]


@per_wheel
def missing_modules(wheel: Wheel) -> Mapping[str, tuple[str, ...]]:
    """Names that nothing in the wheel serves → the sources that import them whenever they are imported.

    Left out are sources that the wheel itself imports only under a condition, those for one system, and names
    that a package may serve in another way: a namespace, `__getattr__`, a changed `__path__`.
    """
    modules = python_modules(wheel)
    candidates = [(name, member) for name, member in unserved(wheel) if _is_missing(wheel, modules, name)]
    conditional = _conditional(wheel, modules) if candidates else frozenset()
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name, member in candidates:
        own = modules.names[member]
        if own not in conditional and not names_a_system(f"{name} {own}"):
            found[name][member] = None
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


@per_wheel
def unserved(wheel: Wheel) -> tuple[tuple[str, str], ...]:
    """Names that a source always imports from a package of the wheel and no file serves, and the source."""
    return tuple(_unserved(wheel, python_modules(wheel)))


def _unserved(wheel: Wheel, modules: Modules) -> Iterator[tuple[str, str]]:
    for member, imports in wheel.python_imports.items():
        if member not in modules.names or is_aside(member):
            continue
        for each in imports:
            base = modules.resolve(member, each.level, each.module)
            if each.when is not When.ALWAYS or base.partition(".")[0] not in modules.packages:
                continue
            if base not in modules.served:
                yield _first_unserved(base, modules), member
            elif base in modules.packages or modules.is_bare_folder(base):
                names = (f"{base}.{name}" for name in each.names or () if not name.startswith(("*", "__")))
                yield from ((name, member) for name in names if name not in modules.served)


def _first_unserved(name: str, modules: Modules) -> str:
    parts = name.split(".")
    return next(
        ".".join(parts[:end])
        for end in range(1, len(parts) + 1)
        if ".".join(parts[:end]) not in modules.served
    )


def _is_missing(wheel: Wheel, modules: Modules, name: str) -> bool:
    """Whether only a file could serve a name: its packages are closed and do not define it.

    A folder without `__init__.py` in a package of the wheel defines nothing.
    """
    parts = name.split(".")
    parents = [".".join(parts[:end]) for end in range(1, len(parts))]
    if not all(each in modules.packages or modules.is_bare_folder(each) for each in parents):
        return False
    if modules.is_bare_folder(parents[-1]):
        return True
    package = wheel.definitions.get(modules.sources.get(parents[-1], ""))
    return package is not None and not package.is_open and parts[-1] not in package.names


def _conditional(wheel: Wheel, modules: Modules) -> frozenset[str]:
    """Modules that other modules of the wheel import, but none of them always."""
    importers: dict[str, dict[str, bool]] = defaultdict(dict)
    for member, imports in wheel.python_imports.items():
        own = modules.names.get(member, "")
        for each in imports:
            base = modules.resolve(member, each.level, each.module)
            for name in (base, *(f"{base}.{part}" for part in each.names or ())):
                if own and name in modules.sources and name != own:
                    known = importers[name].get(own, False)
                    importers[name][own] = known or each.when is When.ALWAYS
    found: frozenset[str] = frozenset()
    for _ in range(_ROUNDS):
        found = frozenset(
            name
            for name, known in importers.items()
            if not any(is_always and importer not in found for importer, is_always in known.items())
        )
    return found
