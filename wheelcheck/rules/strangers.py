"""How much a binary weighs that does not belong to the wheel's platform."""

from __future__ import annotations

from wheelcheck.model import Severity
from wheelcheck.subject import Subject


def stranger_severity(
    subject: Subject, member: str, *, is_program: bool, fitting: frozenset[str]
) -> Severity:
    """Weigh a binary of another platform: helpers kept as data are a warning, all others an error.

    Args:
        subject: the wheel.
        member: the stranger.
        is_program: nothing loads it into a process.
        fitting: members with native code that does fit the platform; without any, the wheel itself is
            what has the wrong name.
    """
    name = member.rpartition("/")[2]
    is_reached = ".data/scripts/" in member or name in subject.wheel.python_library_names
    has_fitting_twin = any(other.rpartition("/")[2] == name for other in fitting)
    if not is_reached and fitting and (is_program or has_fitting_twin):
        return Severity.WARNING
    return Severity.ERROR
