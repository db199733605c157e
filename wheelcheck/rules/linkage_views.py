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
    way: str | None
    """Required distribution that is known to, or may, require it in turn."""
    is_way_known: bool
    """Whether the metadata of every step of that way is at hand."""


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
            way, is_known = _way_to(distribution, scene)
            names = (tuple(sorted(sonames)), tuple(sorted(members)))
            found.append(Bringer(distribution, *names, requirements, way, is_known))
    return tuple(found)


def _way_to(distribution: str, scene: Scene) -> tuple[str | None, bool]:
    """Find a required distribution that brings another one: for sure by the siblings' metadata, else perhaps.

    Perhaps: it is not at hand, and asks for extras (`cuda-toolkit[cublas]`), as collections of others do.
    """
    at_hand = {_normal(sibling.name): sibling for sibling in scene.siblings}
    perhaps = None
    for direct in requires_dist(scene.wheel):
        seen = {_normal(direct.name)}
        queue = [direct]
        for each in queue:
            sibling = at_hand.get(_normal(each.name))
            if sibling is None:
                perhaps = perhaps or (direct.name if each.extras else None)
                continue
            for further in requires_dist(sibling):
                if _normal(further.name) == distribution:
                    return direct.name, True
                if _normal(further.name) not in seen:
                    seen.add(_normal(further.name))
                    queue.append(further)
    return perhaps, False


def _normal(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()
