"""The CMake package configs and pkg-config files of a wheel, evaluated where they are installed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from wheelcheck.linking.layout import Layout
from wheelcheck.sdk import pkgconfig
from wheelcheck.sdk.cmake_results import Evaluation
from wheelcheck.sdk.cmake_runs import evaluate_config, evaluate_package
from wheelcheck.sdk.faults import Doubt, Fault, FaultKind
from wheelcheck.sdk.installed import Installed
from wheelcheck.sdk.pkgconfig import PkgConfigFile
from wheelcheck.wheel.model import Wheel

_CONFIG_ENDS = ("Config.cmake", "-config.cmake")
_TARGETS = re.compile(r"[Tt]argets?\.cmake$")


class CMakePackage(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One `<Name>Config.cmake` or `<name>-config.cmake`."""

    member: str
    path: str
    """Where it is installed."""
    name: str
    """As passed to `find_package`."""
    evaluation: Evaluation
    version_member: str | None
    """The version file next to it."""
    installed: Installed

    @property
    def version_path(self) -> str | None:
        """Where the version file is installed."""
        return None if self.version_member is None else self.installed.layout.path_of(self.version_member)

    @cached_property
    def version_evaluation(self) -> Evaluation | None:
        """The version file, read for a consumer who asks for no version."""
        if self.version_path is None:
            return None
        return evaluate_config(self.installed, self.version_path, self.name, _request(""))

    @property
    def version(self) -> str | None:
        """PACKAGE_VERSION of the version file."""
        found = self.version_evaluation
        return (found.variables.get("PACKAGE_VERSION") or None) if found is not None else None

    @property
    def version_faults(self) -> tuple[Fault, ...]:
        """What the version file requires and nothing installs: CMake stops there, before the config."""
        found = self.version_evaluation
        return tuple(each for each in found.faults if each.kind is FaultKind.NOT_FOUND) if found else ()

    def accepts(self, version: str) -> bool | None:
        """Whether the version file accepts a consumer's request; None when that cannot be decided."""
        if self.version_path is None:
            return None
        found = evaluate_config(self.installed, self.version_path, self.name, _request(version)).variables
        answer = found.get("PACKAGE_VERSION_COMPATIBLE")
        if found.get("PACKAGE_VERSION_UNSUITABLE", "").upper() in {"TRUE", "1", "ON"}:
            return False
        return None if answer is None else answer.upper() in {"TRUE", "1", "ON", "YES"}


class PkgConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One `.pc` file."""

    member: str
    path: str
    name: str
    file: PkgConfigFile


class PackageConfigs(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All package configs of a wheel."""

    cmake: tuple[CMakePackage, ...]
    pkg_config: tuple[PkgConfig, ...]
    texts: Mapping[str, bytes]
    """Every CMake file of the wheel by member name."""
    layout: Layout

    @classmethod
    def of(cls, wheel: Wheel, layout: Layout) -> PackageConfigs:
        """Find and evaluate the configs of a wheel."""
        texts = {
            member: text
            for member, text in sorted(wheel.texts.items())
            if member.endswith(".cmake") and member in layout.installed[0]
        }
        installed = Installed(layout)
        return cls(
            cmake=tuple(_cmake_packages(texts, installed)),
            pkg_config=tuple(_pkg_configs(wheel, installed)),
            texts=texts,
            layout=layout,
        )

    def called(self, name: str) -> tuple[CMakePackage, ...]:
        """Configs that `find_package(name)` finds; a lower-case file name serves every spelling."""
        return tuple(
            config
            for config in self.cmake
            if config.name == (name.lower() if config.member.endswith("-config.cmake") else name)
        )

    @cached_property
    def offered_libraries(self) -> tuple[str, ...]:
        """Members that a config or `.pc` file tells consumers to link, sorted."""
        paths = [path for config in self.cmake for path in config.evaluation.offered]
        paths += [path for config in self.pkg_config for path in config.file.offered]
        members = {self.layout.member_at(path) for path in paths}
        return tuple(sorted(each for each in members if each is not None))

    @cached_property
    def faults(self) -> tuple[tuple[str, Fault], ...]:
        """What is wrong for certain: the member and its fault, each once."""
        found: dict[tuple[str, FaultKind, str], tuple[str, Fault]] = {}
        for fault in self._all_faults():
            member = self.layout.member_at(fault.path)
            if member is not None:
                found.setdefault((member, fault.kind, fault.subject), (member, fault))
        return tuple(found[key] for key in sorted(found, key=lambda key: (key[0], key[1].value, key[2])))

    def _all_faults(self) -> Iterable[Fault]:
        for config in self.cmake:
            yield from config.evaluation.faults
            yield from config.version_faults
        for other in self.pkg_config:
            yield from other.file.faults

    @cached_property
    def readers(self) -> Mapping[str, list[CMakePackage]]:
        """Installed path → configs that read the file."""
        found: dict[str, list[CMakePackage]] = {}
        for config in self.cmake:
            found_by_version = [each.path for each in config.version_faults]
            for path in dict.fromkeys((*config.evaluation.reached, *found_by_version)):
                found.setdefault(path, []).append(config)
        return found

    @cached_property
    def hinted(self) -> frozenset[str]:
        """Packages, in lower case, to which another config leads."""
        return frozenset(name.lower() for config in self.cmake for name in config.evaluation.hinted)

    @cached_property
    def doubts(self) -> Mapping[str, list[Doubt]]:
        """What could not be decided, by member, each once."""
        found: dict[str, dict[tuple[int, int, str], Doubt]] = {}
        for config in self.cmake:
            for doubt in config.evaluation.doubts:
                member = self.layout.member_at(doubt.where.path)
                if member is not None:
                    found.setdefault(member, {}).setdefault((doubt.where.line, *doubt[1:3]), doubt)
        return {member: list(doubts.values()) for member, doubts in sorted(found.items())}

    @cached_property
    def orphans(self) -> tuple[str, ...]:
        """Targets files that no config includes and no other file mentions."""
        reached = {path for config in self.cmake for path in config.evaluation.reached}
        unresolved = {each for config in self.cmake for each in config.evaluation.unresolved_folders}
        return tuple(
            member
            for member in self.texts
            if _TARGETS.search(member)
            and b"add_library(" in self.texts[member]
            and (path := self.layout.path_of(member)) not in reached
            and posixpath.dirname(path) not in unresolved
            and not self._is_mentioned(member)
        )

    def _is_mentioned(self, member: str) -> bool:
        stem = posixpath.basename(member).removesuffix(".cmake").encode()
        return any(stem in text for other, text in self.texts.items() if other != member)


def package_name(member: str) -> str | None:
    """Name of the package that a CMake file configures; None when the file is not a config."""
    file = posixpath.basename(member)
    end = next((end for end in _CONFIG_ENDS if file.endswith(end)), "")
    name = file.removesuffix(end) if end else ""
    # FindPkgConfig.cmake and similar files are find modules.
    return None if not name or (end == _CONFIG_ENDS[0] and name.startswith("Find")) else name


def search_module_name(member: str) -> str | None:
    """Name of the package that `Find<Name>.cmake` searches for; None when the file is not a find module."""
    name = posixpath.basename(member)
    return name[4:-6] if name.startswith("Find") and name.endswith(".cmake") else None


def _cmake_packages(texts: Mapping[str, bytes], installed: Installed) -> Iterable[CMakePackage]:
    for member in texts:
        name = package_name(member)
        if name is None:
            continue
        stem = member.removesuffix(".cmake")
        candidates = (f"{stem}Version.cmake", f"{stem}-version.cmake")
        version_file = next((each for each in candidates if each in texts), None)
        path = installed.layout.path_of(member)
        yield CMakePackage(
            member=member,
            path=path,
            name=name,
            evaluation=evaluate_package(installed, path, name),
            version_member=version_file,
            installed=installed,
        )


def _pkg_configs(wheel: Wheel, installed: Installed) -> Iterable[PkgConfig]:
    places = installed.layout.installed[0]
    for member in sorted(each for each in wheel.texts if each.endswith(".pc") and each in places):
        yield PkgConfig(
            member=member,
            path=places[member],
            name=posixpath.basename(member).removesuffix(".pc"),
            file=pkgconfig.evaluate(wheel.texts[member], places[member], installed),
        )


def _request(version: str) -> dict[str, str]:
    """Variables that `find_package` sets before it runs a version file (cmake-packages(7))."""
    parts = version.split(".") if version else []
    numbers = [*parts, "0", "0", "0", "0"][:4]
    names = ("MAJOR", "MINOR", "PATCH", "TWEAK")
    return {
        "PACKAGE_FIND_VERSION": version,
        "PACKAGE_FIND_VERSION_COUNT": str(len(parts)),
        "PACKAGE_FIND_VERSION_RANGE": "",
        **{f"PACKAGE_FIND_VERSION_{name}": number for name, number in zip(names, numbers, strict=True)},
    }
