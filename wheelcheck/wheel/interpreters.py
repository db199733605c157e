"""Which extension modules the interpreters that a wheel's tags promise look for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.policy.machines import runs_on, suffix_arch
from wheelcheck.policy.stdlib import Release, releases_of
from wheelcheck.policy.tags import PlatformTag, parse_platform_tag
from wheelcheck.wheel.extensions import ExtensionName, parse_extension_name
from wheelcheck.wheel.metadata import import_paths, metadata_values
from wheelcheck.wheel.model import Wheel

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

_LINUX = re.compile(r"(?P<arch>[^-]+)-linux-(?P<libc>gnu|musl)")
_LIBCS = {"gnu": "glibc", "musl": "musl"}
_CPYTHON = re.compile(r"cp3(?P<minor>\d{1,6})(?P<flags>[dt]*)")
_LAST_PATCH = 99
_FIRST_WITH_MUSL = 311
"""Before, the suffix on a musl host said `gnu` (CPython issue 87278)."""


class Interpreters(NamedTuple):
    """Interpreters that a wheel promises to run on."""

    names: frozenset[str]
    """Written as in `ExtensionName.interpreter`."""
    is_open: bool
    """Whether a tag is for later releases too (`abi3`, `py3`), so that `names` stops at those known today."""
    platforms: tuple[PlatformTag, ...]

    def import_from(self, name: ExtensionName, file_name: str) -> frozenset[str]:
        """Give those that find an extension module by its file name."""
        if not any(_searches(platform, name, file_name) for platform in self.platforms):
            return frozenset()
        if name.interpreter:
            return self.names & {name.interpreter}
        if name.suffix == "abi3":
            # PEP 703: free-threaded builds do not look for the stable ABI's suffix.
            return frozenset(each for each in self.names if not each.endswith("t"))
        return self.names


class ModuleFile(NamedTuple):
    """One file of an extension module."""

    member: str
    name: ExtensionName
    importers: frozenset[str]
    """Promised interpreters that find it."""

    @property
    def audience(self) -> tuple[str, str, bool]:
        """What it is named for."""
        return self.name.interpreter, self.name.platform, self.member.endswith(".pyd")


def extension_modules(wheel: Wheel) -> tuple[Interpreters, Mapping[str, tuple[ModuleFile, ...]]]:
    """Give the promised interpreters, and the files of each module by its path without suffix."""
    paths = import_paths(wheel)
    found: dict[str, list[tuple[str, ExtensionName]]] = {}
    for member in wheel.by_name.values():
        folder, _, file_name = paths.get(member.name, member.name).rpartition("/")
        parsed = parse_extension_name(file_name) if member.format is not None else None
        if parsed is not None:
            found.setdefault(f"{folder}/{parsed.module}", []).append((member.name, parsed))
    named = {name.interpreter for files in found.values() for _, name in files} - {""}
    promised = promised_interpreters(wheel, sorted(named))
    return promised, {
        path: tuple(ModuleFile(member, name, promised.import_from(name, member)) for member, name in files)
        for path, files in found.items()
    }


def promised_interpreters(wheel: Wheel, named: Iterable[str]) -> Interpreters:
    """Give the interpreters that the tags and Requires-Python of a wheel promise.

    Args:
        wheel: whose tags are read.
        named: interpreters that file names of the wheel mention: a tag for later releases includes them.
    """
    names, is_open = set(), False
    bounds = _requires_python(wheel)
    mentioned = tuple(named)
    for tag in wheel.tags:
        python, _, rest = tag.partition("-")
        abi = rest.partition("-")[0]
        if _is_for_later_releases(python, abi):
            is_open = True
            names.update(_from_release_on(tag, mentioned, bounds, is_abi3=abi == "abi3"))
        else:
            flags = "".join(flag for flag in "dt" if abi.startswith("cp") and flag in abi[2:])
            names.add(f"{python}{flags}")
    platforms = tuple(map(parse_platform_tag, wheel.platforms))
    return Interpreters(frozenset(names), is_open, platforms)


def _is_for_later_releases(python: str, abi: str) -> bool:
    return python.startswith("py") or (python.startswith("cp") and abi == "abi3")


def _from_release_on(
    tag: str, mentioned: tuple[str, ...], bounds: SpecifierSet | None, *, is_abi3: bool
) -> set[str]:
    known = releases_of(tag)
    names = {f"cp{major}{minor}" for major, minor in known if _is_allowed(bounds, (major, minor))}
    oldest = re.match(r"[a-z]+3_?(\d{1,6})-", tag)
    for name in mentioned:
        match = _CPYTHON.fullmatch(name)
        if match is None:
            names.update(() if is_abi3 else (name,))
            continue
        release = (3, int(match["minor"]))
        is_promised = release >= (3, int(oldest[1]) if oldest else 0) and _is_allowed(bounds, release)
        if is_promised and not (is_abi3 and match["flags"]):
            names.add(name)
    return names


def _requires_python(wheel: Wheel) -> SpecifierSet | None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        return SpecifierSet(next(iter(metadata_values(wheel, "Requires-Python")), ""))
    except InvalidSpecifier:
        return None  # `invalid-metadata` reports it


def _is_allowed(bounds: SpecifierSet | None, release: Release) -> bool:
    text = ".".join(map(str, release))
    return bounds is None or any(
        bounds.contains(f"{text}.{patch}", prereleases=True) for patch in (0, _LAST_PATCH)
    )


def _searches(tag: PlatformTag, name: ExtensionName, file_name: str) -> bool:
    """Whether interpreters of a platform look for a suffix; unknown ones pass."""
    if tag.system not in {"linux", "macos", "windows"}:
        return True
    if file_name.endswith(".pyd") != (tag.system == "windows"):
        return False
    linux = _LINUX.match(name.platform)
    if tag.system == "linux" and linux is not None:
        runs = runs_on(suffix_arch(linux["arch"]), (tag.machine or "",))
        return runs and (tag.libc in {"none", _LIBCS[linux["libc"]]} or _is_misnamed(tag, name))
    if name.platform.startswith("win"):
        return name.platform.replace("-", "_") == tag.text
    if name.platform == "darwin":
        return tag.system == "macos"
    return linux is None


def _is_misnamed(tag: PlatformTag, name: ExtensionName) -> bool:
    """Whether an interpreter for musl has the suffix of glibc."""
    match = _CPYTHON.fullmatch(name.interpreter)
    return tag.libc == "musl" and match is not None and int(f"3{match['minor']}") < _FIRST_WITH_MUSL
