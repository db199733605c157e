"""Whether two wheels can be installed into one environment."""

from __future__ import annotations

from wheelcheck.policy.tags import parse_platform_tag
from wheelcheck.wheel.model import Wheel

_NO_LIBC = "none"


def can_meet(first: Wheel, second: Wheel) -> bool:
    """Whether they are of different distributions and one interpreter accepts a tag of each."""
    if first.distribution == second.distribution:
        return False
    return any(_agree(one.split("-"), other.split("-")) for one in first.tags for other in second.tags)


def _agree(one: list[str], other: list[str]) -> bool:
    exact = {tag[0] for tag in (one, other) if tag[1] not in {"none", "abi3", "abi3t"}}
    return len(exact) < 2 and _one_host(one[-1], other[-1])


def _one_host(one: str, other: str) -> bool:
    """Whether one machine runs code for both platform tags."""
    if "any" in {one, other}:
        return True
    first, second = parse_platform_tag(one), parse_platform_tag(other)
    libcs = {first.libc, second.libc} - {_NO_LIBC}
    return (
        first.system == second.system
        and len(libcs) < 2
        and not set(first.architectures).isdisjoint(second.architectures)
    )
