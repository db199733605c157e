"""Versions that a wheel states outside METADATA: constants of its package, configs, `.pc` files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.sdk.package_config import PackageConfigs
from wheelcheck.wheel.model import Wheel

_CONSTANT = re.compile(
    r"^(?P<names>(?:[A-Za-z_]\w*[ \t]*(?::[ \t]*[\w.\[\]]+[ \t]*)?=[ \t]*)+)"
    r"(?P<quote>['\"])(?P<value>[^'\"\n]{1,80})(?P=quote)[ \t]*(?:#.*)?\r?$",
    re.MULTILINE,
)
_ANYWHERE = re.compile(
    r"^[ \t]+(?:global[ \t]+)?(__version__|version|VERSION)\b[ \t]*(?::[^=\n]*)?=", re.MULTILINE
)
_NAMES = {
    "version.py": frozenset({"__version__", "version", "VERSION"}),
    "_version.py": frozenset({"__version__", "version", "VERSION"}),
    "__init__.py": frozenset({"__version__"}),
}
_COMPARED = 3
"""Release parts that are compared; what follows is a build number."""


class StatedVersion(NamedTuple):
    """One place that states the version."""

    member: str
    kind: str
    """`constant`, `config` or `pkg-config`."""
    name: str
    """The constant, or the CMake or pkg-config package."""
    value: str


def stated_versions(wheel: Wheel, configs: PackageConfigs) -> Iterator[StatedVersion]:
    """Give the versions that the wheel's own package and the package configs of its name state."""
    yield from _constants(wheel)
    own = _plain(wheel.name)
    for config in configs.cmake:
        if _plain(config.name) == own and config.version and config.version_member:
            yield StatedVersion(config.version_member, "config", config.name, config.version)
    for other in configs.pkg_config:
        if _plain(other.name) == own and other.file.version:
            yield StatedVersion(other.member, "pkg-config", other.name, other.file.version)


def _constants(wheel: Wheel) -> Iterator[StatedVersion]:
    own = wheel.name.lower().replace("-", "_").replace(".", "_")
    for member, text in sorted(wheel.texts.items()):
        folder, slash, file = member.partition("/")
        if not slash or file not in _NAMES or folder.lower() != own:
            continue
        source = text.decode("utf-8", "replace")
        # A value that is also set inside a block is computed.
        computed = {match[1] for match in _ANYWHERE.finditer(source)}
        found: dict[str, set[str]] = {}
        others: set[str] = set()
        for match in _CONSTANT.finditer(source):
            for target in match["names"].split("=")[:-1]:
                name = target.partition(":")[0].strip()
                if name in _NAMES[file] and name not in computed:
                    found.setdefault(name, set()).add(match["value"])
                elif "version" in name.lower():
                    others.add(match["value"])
        if wheel.version in others:
            continue  # It has this release under another name: `__version__` is for those who expect one.
        for name, values in sorted(found.items()):
            if len(values) == 1 and not _is_set_otherwise(source, name):
                yield StatedVersion(member, "constant", name, values.pop())


def _is_set_otherwise(source: str, name: str) -> bool:
    """Whether the module also computes the name, at its top level."""
    lines = re.findall(rf"^{name}[ \t]*(?::[^=\n]*)?\+?=(?!=)[ \t]*(.*)$", source, re.MULTILINE)
    return any(not re.match(r"['\"]|[A-Za-z_]\w*[ \t]*=[ \t]*['\"]", line) for line in lines)


def agreeing_header(wheel: Wheel, stated: StatedVersion) -> str | None:
    """Name a header of the same library that states the version of a config: it has releases of its own."""
    own = _plain(stated.name)
    for member, header in sorted(wheel.headers.items()):
        for prefix, version in header.versions:
            if own and _plain(prefix) == own and not disagrees(stated, version):
                return member
    return None


def disagrees(stated: StatedVersion, release: str) -> bool:
    """Whether a stated version is another release; local, post, dev and build parts do not count."""
    one, other = _release(stated.value), _release(release)
    if one is None or other is None:
        return False
    if stated.kind != "constant":
        shorter = min(len(one), len(other))
        return one[: min(shorter, _COMPARED)] != other[: min(shorter, _COMPARED)]
    padded = (*one, 0, 0, 0)[:_COMPARED], (*other, 0, 0, 0)[:_COMPARED]
    return padded[0] != padded[1]


def _release(value: str) -> tuple[int, ...] | None:
    match = re.match(r"v?(?:\d{1,9}!)?(\d{1,9}(?:\.\d{1,9})*)", value.strip())
    return tuple(int(each) for each in match[1].split(".")) if match else None


def _plain(name: str) -> str:
    return re.sub(r"[-_.]", "", name.lower()).removeprefix("lib")
