"""What a wheel's platform tags promise: libc, its release, the libraries and versions that a host has.

Of several tags, the lowest is the promise (PEP 600: a tag names the oldest host that the wheel runs on).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from wheelcheck.binary.model import Binary
from wheelcheck.policy.auditwheel_data import PolicyData, policies
from wheelcheck.policy.libc import LibcSymbols, named_release
from wheelcheck.policy.sonames import LOADERS, is_musl_itself, libc_of, musl_libc_soname
from wheelcheck.policy.tags import PlatformTag, parse_platform_tag

Release = tuple[int, ...]

_NUMBER = re.compile(r"\d+(?:\.\d+)*")


class Need(NamedTuple):
    """One symbol version that a binary needs from the host."""

    prefix: str
    """`GLIBC`, `GLIBCXX`, `CXXABI`, `GCC`, …"""
    version: str
    """The rest: `2.34`, `FLOAT128`."""

    @classmethod
    def of(cls, text: str) -> Need:
        """Split `GLIBC_2.34`."""
        prefix, _, version = text.partition("_")
        return cls(prefix, version)

    @property
    def release(self) -> Release:
        """Numbers of the version; () when it is a name."""
        if _NUMBER.fullmatch(self.version):
            return tuple(int(part) for part in self.version.split("."))
        return named_release(self.version) if self.prefix == "GLIBC" else ()


class PlatformPolicy(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The promise of a wheel's tags."""

    name: str
    """The lowest tag in its full form: `manylinux_2_17_x86_64` for `manylinux2014_x86_64`."""
    libc: str
    """`glibc`, `musl`, `android` or `none`. A plain `linux_*` tag has the libc that its binaries use."""
    release: Release | None
    """Release of the libc that the tag promises; None without a promise."""
    arch: str | None
    archs: tuple[str, ...]
    """Architectures of all tags, sorted."""
    libcs: tuple[str, ...]
    """Libcs of all tags that promise one, sorted."""
    is_promise: bool
    """Whether the tag promises symbol versions and libraries (manylinux, musllinux, android)."""
    libraries: frozenset[str]
    """Sonames that every host of the tag has, the dynamic loader's included."""
    allowed_versions: Mapping[str, frozenset[str]]
    """Prefix → symbol versions that the tag's hosts have, as auditwheel lists them."""
    derived_from: str | None
    """Nearest lower policy, when auditwheel has none for the tag itself."""

    @classmethod
    def of(cls, platforms: Iterable[str], binaries: Iterable[Binary] = ()) -> PlatformPolicy:
        """Read platform tags.

        Args:
            platforms: platform tags of the wheel's file name.
            binaries: of the wheel; they tell the C library when no tag does.
        """
        tags = [parse_platform_tag(tag) for tag in platforms]
        promises = sorted((p for p in tags if p.libc != "none"), key=lambda p: (p.libc, p.version, p.text))
        archs = tuple(sorted({p.machine for p in tags if p.machine is not None}))
        libcs = tuple(sorted({p.libc for p in promises}))
        glibc_first = sorted(promises, key=lambda p: p.libc != "glibc")
        if not glibc_first:
            return _without_promise(tuple(binaries), tags, archs)
        lowest = glibc_first[0]
        data, is_listed = _data_for(lowest)
        return cls(
            name=lowest.text,
            libc=lowest.libc,
            release=lowest.version,
            arch=lowest.machine,
            archs=archs,
            libcs=libcs,
            is_promise=True,
            libraries=frozenset().union(*(_libraries_of(promise) for promise in glibc_first)),
            allowed_versions=data.symbol_versions.get(lowest.machine or "", {}),
            derived_from=None if is_listed else data.name,
        )

    @property
    def glibc(self) -> Release | None:
        """The promised glibc release."""
        return self.release if self.libc == "glibc" else None

    @property
    def musl(self) -> Release | None:
        """The promised musl release."""
        return self.release if self.libc == "musl" else None

    @property
    def is_linux(self) -> bool:
        """Whether any tag is for Linux."""
        return bool(self.archs)

    @property
    def symbols(self) -> LibcSymbols | None:
        """Names of the libc; None when the tag does not tell which one."""
        return LibcSymbols.of(self.libc, self.arch or "") if self.libc in {"glibc", "musl"} else None

    @cached_property
    def ceilings(self) -> Mapping[str, Release]:
        """Prefix → highest numbered version that the tag allows."""
        highest = {
            prefix: max((Need(prefix, version).release for version in versions), default=())
            for prefix, versions in self.allowed_versions.items()
        }
        return {**highest, "GLIBC": self.glibc} if self.glibc is not None else highest

    def has_library(self, name: str) -> bool:
        """Whether every host of the tag has the library with a needed name."""
        return name in self.libraries or (self.libc == "musl" and is_musl_itself(name))

    def allows(self, need: Need) -> bool:
        """Whether every host of the tag has this version; True for a prefix without a policy."""
        if self.libc != "glibc" or need.prefix not in self.ceilings:
            return True
        listed = self.allowed_versions.get(need.prefix, frozenset())
        release = need.release
        return need.version in listed or bool(release and release <= self.ceilings[need.prefix])

    def allows_all(self, needs: Iterable[Need]) -> bool:
        """Whether every host of the tag has all these versions."""
        return all(self.allows(need) for need in needs)

    def first_honest_tag(self, needs: Iterable[Need]) -> str | None:
        """Lowest manylinux tag whose hosts have all these versions; None when no known tag does."""
        wanted = tuple(dict.fromkeys(needs))
        if self.arch is None:
            return None
        known = (
            f"{each.name}_{self.arch}" for each in policies("glibc") if self.arch in each.symbol_versions
        )
        newest = max((need.release for need in wanted if need.prefix == "GLIBC"), default=())
        newer = [f"manylinux_{newest[0]}_{newest[1]}_{self.arch}"] if len(newest) == 2 else []
        return next((tag for tag in (*known, *newer) if _policy(tag).allows_all(wanted)), None)


def _policy(tag: str) -> PlatformPolicy:
    """Give the policy for one full manylinux tag."""
    platform = parse_platform_tag(tag)
    data, is_listed = _data_for(platform)
    return PlatformPolicy(
        name=tag,
        libc=platform.libc,
        release=platform.version,
        arch=platform.machine,
        archs=(),
        libcs=(platform.libc,),
        is_promise=True,
        libraries=frozenset(),
        allowed_versions=data.symbol_versions.get(platform.machine or "", {}),
        derived_from=None if is_listed else data.name,
    )


def _data_for(platform: PlatformTag) -> tuple[PolicyData, bool]:
    """Give the policy for a tag, or the nearest lower one for the architecture."""
    known = [
        each
        for each in policies(platform.libc)
        if not each.symbol_versions or platform.machine in each.symbol_versions
    ]
    known = known or list(policies(platform.libc))
    lower = [each for each in known if each.release <= (platform.version or ())]
    chosen = lower[-1] if lower else known[0]
    return chosen, chosen.release == platform.version


def _libraries_of(platform: PlatformTag) -> frozenset[str]:
    data, _ = _data_for(platform)
    return _with_libc_names(data.libraries, platform.libc, platform.machine or "")


def _with_libc_names(libraries: frozenset[str], libc: str, arch: str) -> frozenset[str]:
    if libc == "musl":
        soname = musl_libc_soname(arch)
        return libraries | {soname, f"ld-{soname.removeprefix('libc.')}"}
    return libraries | LOADERS if libc == "glibc" else libraries


def _without_promise(
    binaries: tuple[Binary, ...], tags: list[PlatformTag], archs: tuple[str, ...]
) -> PlatformPolicy:
    """Describe `linux_*`, `any`, macOS and Windows tags.

    A host of such a tag has at least the libraries in the newest policy for the libc that the binaries use.
    """
    libc = "none"
    if archs:
        used = {libc_of(binary.needed) for binary in binaries}
        libc = "musl" if "musl" in used and "glibc" not in used else "glibc"
    kinds = (libc,) if libc != "none" else ("glibc", "musl")
    known_archs = archs or tuple(sorted({binary.arch for binary in binaries}))
    libraries = frozenset().union(
        *(
            _with_libc_names(policies(kind)[-1].libraries, kind, arch)
            for kind in kinds
            for arch in known_archs
        )
    )
    return PlatformPolicy(
        name=tags[0].text if tags else "any",
        libc=libc,
        release=None,
        arch=archs[0] if archs else None,
        archs=archs,
        libcs=(),
        is_promise=False,
        libraries=libraries,
        allowed_versions={},
        derived_from=None,
    )
