"""Who brings the libraries that a wheel needs: a view that several linkage rules share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import requires_dist

if TYPE_CHECKING:
    from packaging.requirements import Requirement


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


def bringers(subject: Subject) -> tuple[Bringer, ...]:
    """Distributions that siblings or the contract's externals name, sorted."""
    needed: dict[str, tuple[set[str], set[str]]] = {}
    for load in subject.loads.loads:
        for loaded in load.objects:
            for resolution in loaded.needs if loaded.wheel == 0 else ():
                if resolution.distribution:
                    sonames, members = needed.setdefault(
                        canonicalize_name(resolution.distribution), (set(), set())
                    )
                    sonames.add(resolution.needed)
                    members.add(loaded.binary.member)
    own = canonicalize_name(subject.wheel.name)
    found = []
    for distribution, (sonames, members) in sorted(needed.items()):
        if distribution != own:
            requirements = tuple(
                each for each in requires_dist(subject.wheel) if canonicalize_name(each.name) == distribution
            )
            way, is_known = _way_to(distribution, subject)
            names = (tuple(sorted(sonames)), tuple(sorted(members)))
            found.append(Bringer(distribution, *names, requirements, way, is_known))
    return tuple(found)


def _way_to(distribution: str, subject: Subject) -> tuple[str | None, bool]:
    """Find a required distribution that brings another one: for sure by the siblings' metadata, else perhaps.

    Perhaps: it is not at hand, and asks for extras (`cuda-toolkit[cublas]`), as collections of others do.
    """
    at_hand = {canonicalize_name(sibling.name): sibling for sibling in subject.siblings}
    perhaps = None
    for direct in requires_dist(subject.wheel):
        seen = {canonicalize_name(direct.name)}
        queue = [direct]
        for each in queue:
            sibling = at_hand.get(canonicalize_name(each.name))
            if sibling is None:
                perhaps = perhaps or (direct.name if each.extras else None)
                continue
            for further in requires_dist(sibling):
                if canonicalize_name(further.name) == distribution:
                    return direct.name, True
                if canonicalize_name(further.name) not in seen:
                    seen.add(canonicalize_name(further.name))
                    queue.append(further)
    return perhaps, False
