"""Platform tags, split into their parts (platform compatibility tags; PEP 600, 656, 730, 738)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# The specifications define these words completely: they are the grammar of tags, not data about the world.
_LEGACY = {"manylinux1": "2_5", "manylinux2010": "2_12", "manylinux2014": "2_17"}
_VERSIONED = re.compile(
    r"(?:(?P<two>manylinux|musllinux|macosx|ios)_(?P<major>\d{1,6})_(?P<minor>\d{1,6})|(?P<one>android)_(?P<level>\d{1,6}))"
    r"_(?P<arch>[A-Za-z]\w*)",
    re.ASCII,
)
_WINDOWS = {f"win_{each}": each for each in ("amd64", "arm64", "arm32", "ia64")} | {"win32": "x86"}
_SYSTEMS = {
    "manylinux": "linux",
    "musllinux": "linux",
    "linux": "linux",
    "macosx": "macos",
    "win": "windows",
}
_LIBCS = {"manylinux": "glibc", "musllinux": "musl", "android": "android"}
_ANDROID_MACHINES = {"arm64_v8a": "aarch64", "armeabi_v7a": "armv7l", "x86": "i686"}


class PlatformTag(NamedTuple):
    """Parts of a platform tag; for an unknown family, `family` is the whole tag."""

    text: str
    """The tag, in its full form: `manylinux_2_17_x86_64` for the legacy `manylinux2014_x86_64`."""
    family: str
    """`manylinux`, `musllinux`, `linux`, `macosx`, `win`, `ios`, `android`; else the whole tag."""
    version: tuple[int, ...] | None
    """(2, 28), (1, 2), (11, 0), (21,); None for a tag without one."""
    architecture: str
    """As spelled in the tag; '' without one."""

    @property
    def system(self) -> str:
        """Operating system: `linux`, `macos`, `windows`, or the family."""
        return _SYSTEMS.get(self.family, self.family)

    @property
    def libc(self) -> str:
        """C library that the tag promises: `glibc`, `musl`, `android`; `none` without a promise."""
        return _LIBCS.get(self.family, "none") if self.version else "none"

    @property
    def machine(self) -> str | None:
        """Architecture, named as in `Binary.arch`; None for a tag that is not for Linux or Android."""
        if self.family == "android":
            return _ANDROID_MACHINES.get(self.architecture, self.architecture)
        return self.architecture if self.system == "linux" and self.architecture else None

    @property
    def architectures(self) -> tuple[str, ...]:
        """Architectures that the tag supports: its own name, and both of universal2."""
        both = ("x86_64", "arm64") if self.architecture == "universal2" else ()
        return (self.architecture, *both)


@lru_cache(maxsize=1024)
def parse_platform_tag(tag: str) -> PlatformTag:
    """Split a platform tag; `manylinux2014_x86_64` and `manylinux_2_17_x86_64` give the same parts."""
    family, _, rest = tag.partition("_")
    if family in _LEGACY and rest:
        tag = f"manylinux_{_LEGACY[family]}_{rest}"
    match = _VERSIONED.fullmatch(tag)
    if match is not None:
        if match["one"]:
            return PlatformTag(tag, match["one"], (int(match["level"]),), match["arch"])
        return PlatformTag(tag, match["two"], (int(match["major"]), int(match["minor"])), match["arch"])
    if tag in _WINDOWS:
        return PlatformTag(tag, "win", None, _WINDOWS[tag])
    if family in {"linux", "android"} and rest:
        return PlatformTag(tag, family, None, rest)
    return PlatformTag(tag, tag, None, "")
