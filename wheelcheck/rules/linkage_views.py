"""Distributions that provide the libraries a wheel needs: a view that several linkage rules share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import requires_dist

if TYPE_CHECKING:
    from packaging.requirements import Requirement


class Provider(NamedTuple):
    """Another distribution that provides needed libraries."""

    distribution: str
    """Normalised."""
    sonames: tuple[str, ...]
    members: tuple[str, ...]
    """Members that need them."""
    requirements: tuple[Requirement, ...]
    """Entries of Requires-Dist for the distribution."""
    way: str | None
    """Required distribution that requires it in turn, or may do so."""
    is_way_known: bool
    """Whether the metadata of every step on that way was given."""


def providers(subject: Subject) -> tuple[Provider, ...]:
    """Distributions of siblings and of the contract's externals, sorted."""
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
    own = subject.wheel.distribution
    found = []
    for distribution, (sonames, members) in sorted(needed.items()):
        if distribution != own:
            requirements = tuple(
                each for each in requires_dist(subject.wheel) if canonicalize_name(each.name) == distribution
            )
            way, is_known = _way_to(distribution, subject)
            names = (tuple(sorted(sonames)), tuple(sorted(members)))
            found.append(Provider(distribution, *names, requirements, way, is_known))
    return tuple(found)


def _way_to(distribution: str, subject: Subject) -> tuple[str | None, bool]:
    """Find a required distribution that requires another one in turn, by the siblings' metadata or possibly.

    Possibly: its wheel was not given and it is required with extras (`cuda-toolkit[cublas]`), like a
    metapackage.
    """
    given = {sibling.distribution: sibling for sibling in subject.siblings}
    possible = None
    for direct in requires_dist(subject.wheel):
        seen = {canonicalize_name(direct.name)}
        queue = [direct]
        for each in queue:
            sibling = given.get(canonicalize_name(each.name))
            if sibling is None:
                possible = possible or (direct.name if each.extras else None)
                continue
            for further in requires_dist(sibling):
                if canonicalize_name(further.name) == distribution:
                    return direct.name, True
                if canonicalize_name(further.name) not in seen:
                    seen.add(canonicalize_name(further.name))
                    queue.append(further)
    return possible, False
