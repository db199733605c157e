"""Symbol versions that a wheel's binaries need from the host, and the platform tag that covers them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.binary.elf.details import VersionNeed, elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.policy.machines import runs_on
from wheelcheck.policy.platforms import Need, PlatformPolicy
from wheelcheck.wheel.model import Wheel


class HostNeed(NamedTuple):
    """One symbol version needed from a library that the wheel does not contain."""

    need: Need
    asked: VersionNeed
    binary: Binary


def host_needs(wheel: Wheel, platform: PlatformPolicy) -> Iterator[HostNeed]:
    """Give every version need that the host must satisfy; about weak ones the loader only warns."""
    own = {name for each in wheel.binaries for name in (each.soname, each.file_name) if name}
    for binary in wheel.binaries:
        is_meant = binary.format is Format.ELF and binary.kind is not Kind.DEBUG
        if not is_meant or not runs_on(binary.arch, platform.archs):
            continue
        for asked in elf_details(binary).version_needs:
            if not asked.weak and asked.library not in own:
                yield HostNeed(Need.of(asked.version), asked, binary)


def needed_tag(wheel: Wheel) -> str | None:
    """Give the lowest platform tag that every binary conforms to.

    `any` without binaries, `linux_*` if no tag covers what they need, None if the binaries do not
    tell (musl has no symbol versions; other systems are not read yet).
    """
    if wheel.unread_natives or any(binary.format is not Format.ELF for binary in wheel.binaries):
        return None
    if not wheel.binaries:
        return "any"
    platform = PlatformPolicy.of(wheel.platforms, wheel.binaries)
    if platform.libc != "glibc":
        return None
    needs = (use.need for use in host_needs(wheel, platform))
    return platform.first_honest_tag(needs) or f"linux_{platform.arch}"
