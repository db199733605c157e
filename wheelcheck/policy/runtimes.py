"""Names of libstdc++ and libgcc with their versions: a dated list, read when asked.

The list comes from Debian's packages (tools/make_runtime_policy.py). Mangled names hold the width of
types, so it is good for LP64 architectures only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wheelcheck.policy.platforms import Need, PlatformPolicy

RUNTIMES = frozenset({"libstdc++.so.6", "libgcc_s.so.1"})
_LP64 = frozenset({"x86_64", "aarch64", "ppc64le", "s390x", "riscv64", "loongarch64"})
_PATH = Path(__file__).parent / "data" / "runtime-lp64.txt"


def is_listed(platform: PlatformPolicy) -> bool:
    """Whether the list is good for the platform's architecture."""
    return platform.arch in _LP64


def runtime_of(name: str, platform: PlatformPolicy) -> str | None:
    """Runtime library that has `name` on every host of the tag."""
    if not is_listed(platform):
        return None
    found = _places().get(name)
    if found is None or not (platform.allows(Need.of(found[1])) or not platform.is_promise):
        return None
    return found[0]


@cache
def _places() -> Mapping[str, tuple[str, str]]:
    places: dict[str, tuple[str, str]] = {}
    place = ("", "")
    for line in _PATH.read_text("utf-8").splitlines():
        if line.startswith("["):
            library, _, version = line[1:-1].partition(" ")
            place = (library, version)
        elif not line.startswith("#"):
            places.update(dict.fromkeys(line.split(), place))
    return places
