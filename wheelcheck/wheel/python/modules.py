"""Modules of a wheel by the names that `import` uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wheelcheck.wheel.extensions import parse_extension_name
from wheelcheck.wheel.metadata import import_paths, per_wheel
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.imports import Import


class Modules(NamedTuple):
    """What `import` finds in the wheel, below site-packages."""

    sources: Mapping[str, str]
    """Dotted name → member, for `.py` files; of a package, its `__init__.py`."""
    extensions: Mapping[str, tuple[str, ...]]
    """Dotted name → native members that could be the module."""
    names: Mapping[str, str]
    """Member → dotted name, for both."""
    served: frozenset[str]
    """Every name that something importable serves, bytecode and folders without `__init__.py` included."""
    packages: frozenset[str]
    """Names with an `__init__` of any kind."""

    def is_bare_folder(self, name: str) -> bool:
        """Whether a name is served by a folder without `__init__`, and by nothing else."""
        return (
            name in self.served
            and name not in self.packages
            and name not in self.sources
            and name not in self.extensions
        )

    def resolve(self, member: str, level: int, module: str) -> str:
        """Give the dotted name that an import means in the source `member`; '' when it leads nowhere."""
        module = "" if module == "__init__" else module.removesuffix(".__init__")
        if not level:
            return module
        own = self.names.get(member, "")
        is_package = self.sources.get(own) == member and own in self.packages
        parts = own.split(".")
        up = level - is_package
        base = parts[: len(parts) - up] if up <= len(parts) else []
        return ".".join([*base, module] if module and base else base)

    def targets(self, member: str, imported: Import) -> Iterator[str]:
        """Give the modules that an import of the source `member` leads to: those from elsewhere too."""
        base = self.resolve(member, imported.level, imported.module)
        yield base
        for name in imported.names or ():
            if f"{base}.{name}" in self.served:
                yield f"{base}.{name}"


@per_wheel
def python_modules(wheel: Wheel) -> Modules:
    """Name every module of the wheel."""
    sources: dict[str, str] = {}
    extensions: dict[str, list[str]] = defaultdict(list)
    names: dict[str, str] = {}
    served: set[str] = set()
    packages: set[str] = set()
    for member, path in import_paths(wheel).items():
        stem, kind = _module_of(path)
        if not kind or wheel.by_name[member].is_absurd:
            continue
        folder, _, last = stem.rpartition("/")
        is_package = last == "__init__"
        dotted = (folder if is_package else stem).replace("/", ".")
        if is_package:
            packages.add(dotted)
        served.update(parents(dotted))
        if kind == "py":
            sources[dotted] = member
            names[member] = dotted
        elif kind == "native" and wheel.by_name[member].format is not None:
            extensions[dotted].append(member)
            names[member] = dotted
    return Modules(
        sources=sources,
        extensions={name: tuple(members) for name, members in extensions.items()},
        names=names,
        served=frozenset(served),
        packages=frozenset(packages),
    )


@per_wheel
def importers_of(wheel: Wheel) -> Mapping[str, tuple[str, ...]]:
    """Dotted name of an extension module → modules of the wheel that import it, whenever."""
    modules = python_modules(wheel)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for source, imports in wheel.python_imports.items():
        importer = modules.names.get(source)
        for each in imports if importer is not None else ():
            for name in modules.targets(source, each):
                if name in modules.extensions:
                    found[name][importer or ""] = None
    return {name: tuple(importers) for name, importers in found.items()}


@per_wheel
def optional_extensions(wheel: Wheel) -> frozenset[str]:
    """Members with an extension module that the wheel imports only where it catches what that raises."""
    modules = python_modules(wheel)
    tried: dict[str, bool] = {}
    for source, imports in wheel.python_imports.items():
        for each in imports if source in modules.names else ():
            for name in modules.targets(source, each):
                if name in modules.extensions:
                    tried[name] = tried.get(name, True) and each.is_tried
    return frozenset(
        member for name, caught in tried.items() if caught for member in modules.extensions[name]
    )


def _module_of(path: str) -> tuple[str, str]:
    """Split an installed path into that of the module and its kind: `py`, `pyc`, `native`; '' for neither."""
    folder, slash, file = path.rpartition("/")
    if file.endswith(".py"):
        return path[:-3], "py"
    if file.endswith(".pyc") and not folder.endswith("__pycache__"):
        return path[:-4], "pyc"
    parsed = parse_extension_name(file)
    return (f"{folder}{slash}{parsed.module}", "native") if parsed is not None else ("", "")


def parents(dotted: str) -> Iterator[str]:
    """Give a dotted name and those of the packages around it."""
    while dotted:
        yield dotted
        dotted = dotted.rpartition(".")[0]
