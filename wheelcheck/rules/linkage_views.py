"""Who brings the libraries that a wheel needs: a view that several linkage rules share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from wheelcheck.rules.scene import Scene
from wheelcheck.wheel.metadata import requires_dist

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_SEPARATORS = re.compile(r"[-_.]+")


class Bringer(NamedTuple):
    """Another distribution that brings needed libraries."""

    distribution: str
    """Normalised."""
    sonames: tuple[str, ...]
    members: tuple[str, ...]
    """Who needs them."""
    requirements: tuple[Requirement, ...]
    """What Requires-Dist says about the distribution."""


def bringers(scene: Scene) -> tuple[Bringer, ...]:
    """Distributions that siblings or the contract's externals name, sorted."""
    needed: dict[str, tuple[set[str], set[str]]] = {}
    for load in scene.loads.loads:
        for loaded in load.objects:
            for resolution in loaded.needs if loaded.wheel == 0 else ():
                if resolution.distribution:
                    sonames, members = needed.setdefault(_normal(resolution.distribution), (set(), set()))
                    sonames.add(resolution.needed)
                    members.add(loaded.binary.member)
    own = _normal(scene.wheel.name)
    found = []
    for distribution, (sonames, members) in sorted(needed.items()):
        if distribution != own:
            requirements = tuple(
                each for each in requires_dist(scene.wheel) if _normal(each.name) == distribution
            )
            found.append(Bringer(distribution, tuple(sorted(sonames)), tuple(sorted(members)), requirements))
    return tuple(found)


def _normal(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()
