"""Compatibility tags that no interpreter can have (platform compatibility tags specification)."""

from __future__ import annotations

import re

from wheelcheck.policy.systems import unstandardised_systems
from wheelcheck.policy.tags import parse_platform_tag

_FAMILIES = ("manylinux", "musllinux", "macosx", "linux", "win", "ios", "android")
_PYTHON = re.compile(r"(?:py|cp|pp)\d+(?:_\d+)*|(?!py|cp|pp)[a-z]\w*", re.ASCII)
_CPYTHON_ABI = re.compile(r"cp(\d+)[a-z]*")


def tag_fault(tag: str) -> str | None:
    """Explain why no interpreter can have this tag; None when one can.

    A compressed tag set is judged part by part.
    """
    parts = tag.split("-")
    if len(parts) != 3:
        noun = "part" if len(parts) == 1 else "parts"
        return f"has {len(parts)} {noun}, expected 3 (python-abi-platform)"
    python, abi, platform = (part.split(".") for part in parts)
    if not all((*python, *abi, *platform)):
        return "has an empty part"
    for each in python:
        if _PYTHON.fullmatch(each) is None:
            return f"has an unknown python tag {each!r}"
    faults = (_platform_fault(each) for each in platform)
    fault = next((fault for fault in faults if fault is not None), None)
    if fault is None and "." not in tag:
        own = _CPYTHON_ABI.fullmatch(parts[1])
        if own is not None and parts[0].startswith("cp") and parts[0] != f"cp{own[1]}":
            return f"combines python tag {parts[0]!r} with the ABI of {'cp' + own[1]!r}"
    return fault


def _platform_fault(tag: str) -> str | None:
    platform = parse_platform_tag(tag)
    if platform.version is None:
        if tag != "any" and not tag.startswith((*_FAMILIES, *unstandardised_systems())):
            return f"has an unknown platform tag {tag!r}"
        bare = platform.family == tag and tag.startswith(_FAMILIES) and "_" not in tag
        return f"has a platform tag without {_lacking(tag)}: {tag!r}" if bare else None
    major, minor = (*platform.version, 0)[:2]
    possible = {
        "manylinux": major == 2,
        "musllinux": major == 1,
        # macOS jumped from 10.16 to 11, and from 15 (16 in compatibility mode) to 26.
        "macosx": (major == 10 and minor <= 16) or 11 <= major <= 16 or 26 <= major <= 50,
    }.get(platform.family, True)
    return None if possible else f"refers to {platform.family} {major}.{minor}, which does not exist"


def _lacking(tag: str) -> str:
    return "architecture" if tag.startswith(("linux", "win")) else "version and architecture"
