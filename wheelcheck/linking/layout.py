"""Where members are after installation (PEP 427 spread, sysconfig's default Unix scheme).

Paths are relative to the environment's prefix: `lib/python3.12/site-packages/pkg/x.so`,
`bin/tool`, `lib/libx.so`. Siblings are installed into the same environment.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from wheelcheck.wheel.model import Wheel


class Place(NamedTuple):
    """One installed file: which wheel (0 = the one under audit) and which member."""

    wheel: int
    member: str


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The environment into which the wheel and its siblings are installed."""

    site: str
    """site-packages, relative to the prefix."""
    places: Mapping[str, Place]
    """Installed path → file. If several wheels install a path, the first one counts."""
    installed: tuple[Mapping[str, str], ...]
    """Per wheel: member name → installed path."""
    folders: frozenset[str]
    """Every folder that exists because it contains a file at any depth."""
    wheels: tuple[Wheel, ...]

    @classmethod
    def of(cls, wheel: Wheel, siblings: tuple[Wheel, ...] = ()) -> Layout:
        """Install the wheel and its siblings into one environment."""
        site = f"lib/python{_python_version(wheel)}/site-packages"
        places: dict[str, Place] = {}
        installed = []
        folders: set[str] = set()
        wheels = (wheel, *siblings)
        for index, each in enumerate(wheels):
            paths = {
                member.name: installed_path(member.name, each, site)
                for member in each.members
                if not member.is_folder and not member.is_absurd
            }
            installed.append(paths)
            for name, path in paths.items():
                places.setdefault(path, Place(index, name))
                folder = path.rpartition("/")[0]
                while folder and folder not in folders:
                    folders.add(folder)
                    folder = folder.rpartition("/")[0]
        return cls(
            site=site,
            places=places,
            installed=tuple(installed),
            folders=frozenset(folders),
            wheels=wheels,
        )

    def path_of(self, member: str, wheel: int = 0) -> str:
        """Installed path of a member of one of the wheels."""
        return self.installed[wheel][member]

    def member_at(self, path: str) -> str | None:
        """Member of the wheel under audit that is installed at `path`."""
        place = self.places.get(path)
        return place.member if place is not None and place.wheel == 0 else None


def installed_path(member: str, wheel: Wheel, site: str) -> str:
    """Installed path of one member, relative to the prefix."""
    first, slash, rest = member.partition("/")
    if not slash or not first.endswith(".data") or first.count("-") == 0:
        path = f"{site}/{member}"
        return posixpath.normpath(path) if "//" in path or "/." in path else path
    scheme, _, tail = rest.partition("/")
    base = {
        "purelib": site,
        "platlib": site,
        "data": "",
        "scripts": "bin",
        "headers": f"include/site/python{_python_version(wheel)}/{wheel.name}",
    }.get(scheme)
    if base is None:
        return posixpath.normpath(f"{site}/{member}")
    return posixpath.normpath(posixpath.join(base, tail))


def _python_version(wheel: Wheel) -> str:
    for tag in wheel.tags:
        match = re.match(r"(?:cp|py|pp)3(\d+)-", tag)
        if match:
            return f"3.{match[1]}"
    return "3"
