"""What became of the needs of one member, over all loads that load it."""

from __future__ import annotations

from wheelcheck.linking.loader import LoadGraph
from wheelcheck.linking.search import Resolution


def needs_of(graph: LoadGraph, member: str) -> tuple[Resolution, ...]:
    """Give each distinct outcome of each need of a member of the wheel under audit, in order of loading."""
    return tuple(
        dict.fromkeys(
            need
            for index in graph.by_member.get(member, ())
            for loaded in graph.loads[index].objects
            if loaded.wheel == 0 and loaded.binary.member == member
            for need in loaded.needs
        )
    )
