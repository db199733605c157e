"""Compatibility tags taken apart (platform compatibility tags specification)."""

from __future__ import annotations

import re
from typing import NamedTuple

_LEGACY = {"manylinux1": "2_5", "manylinux2010": "2_12", "manylinux2014": "2_17"}
_VERSIONED = re.compile(r"(manylinux|musllinux|macosx|ios)_(\d+)_(\d+)_(\w+)")
_FAMILIES = ("manylinux", "musllinux", "macosx", "linux", "win", "ios", "android")
_OTHERS = (
    "emscripten", "pyodide", "wasi", "wasm", "freebsd", "openbsd", "netbsd", "dragonfly", "sunos", "solaris",
    "aix", "cygwin", "msys", "mingw", "haiku", "gnu", "hp_ux", "irix", "java", "serenity", "qnx", "vxworks",
    "darwin", "uwp", "tvos", "watchos", "visionos",
)  # fmt: skip
"""Systems whose tags have no form that a standard lays down (`sysconfig.get_platform()`)."""
_WINDOWS = {f"win_{each}": each for each in ("amd64", "arm64", "arm32", "ia64")} | {"win32": "x86"}
_PYTHON = re.compile(r"(?:py|cp|pp)\d+(?:_\d+)*|(?!py|cp|pp)[a-z]+\w*", re.ASCII)
_CPYTHON_ABI = re.compile(r"cp(\d+)[a-z]*")


class Platform(NamedTuple):
    """A platform tag in parts; a tag of an unknown family is all `system`."""

    system: str
    version: tuple[int, int] | None
    architecture: str


def parse_platform(tag: str) -> Platform:
    """Take a platform tag apart; `manylinux2014` and `manylinux_2_17` give the same."""
    family, _, rest = tag.partition("_")
    if family in _LEGACY:
        tag = f"manylinux_{_LEGACY[family]}_{rest}"
    match = _VERSIONED.fullmatch(tag)
    if match is not None:
        return Platform(match[1], (int(match[2]), int(match[3])), match[4])
    if tag in _WINDOWS:
        return Platform("win", None, _WINDOWS[tag])
    if family in {"linux", "android"} and rest:
        return Platform(family, None, rest)
    return Platform(tag, None, "")


def tag_fault(tag: str) -> str | None:
    """Say why no interpreter can have this tag, None when one can.

    A compressed set is judged part by part.
    """
    parts = tag.split("-")
    if len(parts) != 3:
        return f"has {len(parts)} of the three parts python-abi-platform"
    python, abi, platform = (part.split(".") for part in parts)
    if not all((*python, *abi, *platform)):
        return "has an empty part"
    for each in python:
        if _PYTHON.fullmatch(each) is None:
            return f"names no Python: {each!r}"
    faults = (_platform_fault(each) for each in platform)
    fault = next((fault for fault in faults if fault is not None), None)
    if fault is None and "." not in tag:
        own = _CPYTHON_ABI.fullmatch(parts[1])
        if own is not None and parts[0].startswith("cp") and parts[0] != f"cp{own[1]}":
            return f"joins Python {parts[0]!r} with the ABI of {'cp' + own[1]!r}"
    return fault


def _platform_fault(tag: str) -> str | None:
    platform = parse_platform(tag)
    if platform.version is None:
        if tag != "any" and not tag.startswith((*_FAMILIES, *_OTHERS)):
            return f"names no known platform: {tag!r}"
        bare = platform.system == tag and tag.startswith(_FAMILIES) and "_" not in tag
        return f"names a platform without {_lacking(tag)}: {tag!r}" if bare else None
    major, minor = platform.version
    possible = {
        "manylinux": major == 2,
        "musllinux": major == 1,
        # macOS went from 10.16 to 11, and from 15 (16 in compatibility mode) to 26.
        "macosx": (major == 10 and minor <= 16) or 11 <= major <= 16 or 26 <= major <= 50,
    }.get(platform.system, True)
    return None if possible else f"names {platform.system} {major}.{minor}, which does not exist"


def _lacking(tag: str) -> str:
    return "architecture" if tag.startswith(("linux", "win")) else "version and architecture"
