"""Severity of a binary that is not for the wheel's platform."""

from __future__ import annotations

from wheelcheck.model import Severity
from wheelcheck.subject import Subject
from wheelcheck.wheel.python.opened import opened_libraries


def stranger_severity(
    subject: Subject, member: str, *, is_program: bool, fitting: frozenset[str]
) -> Severity:
    """Judge a binary for another platform: a helper kept as data is a warning, anything else an error.

    Args:
        subject: the wheel.
        member: the binary for another platform.
        is_program: whether it is a program, which nothing loads into another process.
        fitting: members with native code for the wheel's platform; if there are none, it is the wheel that
            has the wrong tag.
    """
    name = member.rpartition("/")[2]
    is_reached = ".data/scripts/" in member or name in opened_libraries(subject.wheel).exact
    has_fitting_twin = any(other.rpartition("/")[2] == name for other in fitting)
    if not is_reached and fitting and (is_program or has_fitting_twin):
        return Severity.WARNING
    return Severity.ERROR
