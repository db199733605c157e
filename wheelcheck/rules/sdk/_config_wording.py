"""Messages of `broken-package-config`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wheelcheck.model import NotChecked
from wheelcheck.rules.listing import counted, listed
from wheelcheck.sdk.config_faults import FaultGroup
from wheelcheck.sdk.faults import Doubt, Fault, FaultKind, Reach

HINTS = {
    FaultKind.MISSING: "install the file under the name in the config, or leave the config out",
    FaultKind.NOT_FOUND: "correct the folders of the search, or ship the file in one of them",
    FaultKind.REFUSAL: "remove the message, or the config if it is not meant to be found",
    FaultKind.FIXED_PATH: "ship the file and compute its path, or look for it with find_package()",
    FaultKind.BUILD_PATH: "compute the path from the config's location (PACKAGE_PREFIX_DIR, ${pcfiledir})",
    FaultKind.PLACEHOLDER: "substitute it with configure_file() before the file is installed",
    FaultKind.SYNTAX: "correct the line, and test the file with find_package()",
    FaultKind.NESTING: "close every block, and remove commands that close none",
    FaultKind.DEAD_PREFIX: "begin the file with prefix=${pcfiledir}/../..",
}
_COMPATIBILITY = {"same-major": "SameMajorVersion", "exact": "ExactVersion"}
_CIRCLES = {Reach.COMPONENT: "component {!r}: ", Reach.ROUTINE: "function {!r}: "}
_MOST_DOUBTS = 10
_MOST_EFFECTS = 3


def describe(group: FaultGroup, subjects: Sequence[str], source: str | None) -> str:
    """Describe what is wrong: the first fault of the group, or how many there are."""
    fault = group.faults[0]
    if fault.kind in {FaultKind.MISSING, FaultKind.FIXED_PATH}:
        said = _named(fault, subjects, source)
    elif fault.kind in {FaultKind.BUILD_PATH, FaultKind.DEAD_PREFIX}:
        said = _elsewhere(fault, len(group.members))
    else:
        said = f"line {fault.line}: {_stated(fault, subjects)}"
    return f"{circle(fault.reach, fault.of)}{said}"


def circle(reach: Reach, of: str) -> str:
    """Say who meets a fault, unless everyone does."""
    return _CIRCLES.get(reach, "").format(of)


def _named(fault: Fault, subjects: Sequence[str], source: str | None) -> str:
    """Describe files and folders that a config names and the wheel does not have."""
    if fault.kind is FaultKind.FIXED_PATH:
        one, what = (
            ", a fixed place outside of the wheel",
            f"{len(subjects)} fixed places outside of the wheel",
        )
    else:
        where = f", unless {source!r} does" if source else ""
        one = f", which nothing installs{where}"
        what = f"{counted(len(subjects), 'path')} that nothing installs{where}"
    if len(subjects) == 1:
        return f"{fault.context} names {subjects[0]!r}{one}"
    return f"names {what}: {listed(subjects)}"


def _elsewhere(fault: Fault, files: int) -> str:
    """Describe a path that exists on other machines only."""
    among = f" in {files} files" if files > 1 else ""
    if fault.kind is FaultKind.BUILD_PATH:
        return f"{fault.context} is {fault.subject!r}{among}, a path on the build machine"
    return f"prefix is {fault.subject!r}{among}, which does not lead to any file in this wheel"


def _stated(fault: Fault, subjects: Sequence[str]) -> str:
    """Describe what is wrong with a line."""
    if fault.kind is FaultKind.NOT_FOUND and fault.subject.endswith("-NOTFOUND"):
        return f"{fault.context} is {fault.subject!r}: a search found nothing, and CMake stops there"
    if fault.kind is FaultKind.NOT_FOUND:
        where = "finds it in none of its folders; CMake stops there"
        return f"{fault.context} searches for {fault.subject!r} and {where}"
    if fault.kind is FaultKind.REFUSAL:
        return f"message({f'FATAL_ERROR {fault.subject}'.rstrip()}) stops every consumer"
    if fault.kind is FaultKind.PLACEHOLDER:
        return f"{listed(subjects)} {'was' if len(subjects) == 1 else 'were'} never substituted"
    if fault.kind is FaultKind.NESTING:
        return f"{fault.subject}; CMake stops there"
    return f"{fault.subject!r} is not a CMake command"


def doubtful(doubts: Sequence[Doubt], member: str) -> Iterator[NotChecked]:
    """Report what was not decided in one file: its line, what is unknown, and what depends on it."""
    by_place: dict[tuple[int, str], list[Doubt]] = {}
    for doubt in doubts:
        by_place.setdefault((doubt.where.line, _unknown(doubt)), []).append(doubt)
    for (line, unknown), found in sorted(by_place.items())[:_MOST_DOUBTS]:
        effects = "; ".join(_effect(each) for each in found[:_MOST_EFFECTS])
        more = f"; {len(found) - _MOST_EFFECTS} more" if len(found) > _MOST_EFFECTS else ""
        where = f"line {line}: " if line else ""
        yield NotChecked(reason=f"{where}{unknown}: {effects}{more}", member=member)
    rest = len(by_place) - _MOST_DOUBTS
    if rest > 0:
        yield NotChecked(reason=f"{counted(rest, 'more place')} cannot be decided", member=member)


def _unknown(doubt: Doubt) -> str:
    cause, text = doubt.where.cause, " ".join(doubt.where.text.split())
    if cause in {"if", "foreach", "while"}:
        return f"{cause}({text}) depends on the consumer's machine"
    if cause == "include":
        return f"include({text}) has an unknown path"
    if cause in {"message", "set"}:
        return f"{cause}({text})"
    return f"{cause} {text} is unknown".replace("  ", " ")


def _effect(doubt: Doubt) -> str:
    return doubt.effect if doubt.line in {0, doubt.where.line} else f"line {doubt.line}: {doubt.effect}"


def version_file_writer(compatibility: str) -> str:
    """Name the CMake command that writes a version file with a compatibility."""
    word = _COMPATIBILITY.get(compatibility)
    return "write_basic_package_version_file()" + (f" and COMPATIBILITY {word}" if word else "")
