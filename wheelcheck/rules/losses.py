"""Needed libraries that the loader does not find, and how much is known about each."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.linking.elf.search import STEPS
from wheelcheck.linking.model import Load, Loaded, Outcome, Resolution, Why
from wheelcheck.linking.origins import may_bring
from wheelcheck.model import NotChecked, Severity
from wheelcheck.policy.host_classes import host_class
from wheelcheck.policy.machines import HOST_MACHINES, runs_on
from wheelcheck.rules.listing import counted, leading
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import FileKind

_LOST = frozenset({Outcome.MISSING, Outcome.UNREACHABLE, Outcome.HOST_CLASS, Outcome.EXTERNAL})


class Loss(NamedTuple):
    """One name that is not found, with the first object that asks for it."""

    load: Load
    asker: Loaded
    resolution: Resolution
    users: tuple[str, ...]


class Verdict(NamedTuple):
    """How one loss is reported."""

    severity: Severity
    found: str
    hint: str


def losses(subject: Subject) -> list[Loss]:
    """One loss per name and outcome; a load from a root that something imports speaks first."""
    first: dict[tuple[str, Outcome], tuple[Load, Loaded, Resolution]] = {}
    users: dict[tuple[str, Outcome], set[str]] = {}
    for load in sorted(subject.loads.loads, key=lambda load: load.why is Why.PLUGIN):
        for loaded in load.objects:
            is_judged = loaded.wheel == 0 and not _is_stranger(subject, loaded)
            for resolution in loaded.needs if is_judged else ():
                if resolution.outcome in _LOST and not _may_miss(subject, loaded, resolution.needed):
                    key = (resolution.needed, resolution.outcome)
                    first.setdefault(key, (load, loaded, resolution))
                    users.setdefault(key, set()).add(loaded.binary.member)
    return [Loss(*first[key], tuple(sorted(users[key]))) for key in sorted(first, key=_in_order)]


def _in_order(key: tuple[str, Outcome]) -> tuple[str, str]:
    return key[0], key[1].value


def _is_stranger(subject: Subject, loaded: Loaded) -> bool:
    """Whether an object is for another machine than the tag's, which is foreign-architecture's business."""
    binary, archs = loaded.binary, subject.platform.archs
    return bool(archs) and binary.machine in HOST_MACHINES and not runs_on(binary.arch, archs)


def _may_miss(subject: Subject, loaded: Loaded, name: str) -> bool:
    """Whether the contract says that this plug-in does without the library where the machine lacks it."""
    plugin = subject.contract.plugin_for(loaded.binary.member)
    return plugin is not None and any(fnmatchcase(name, glob) for glob in plugin.may_miss)


def given_up(subject: Subject) -> Iterator[NotChecked]:
    """Say that some loads were not worked out."""
    members = subject.loads.given_up
    if members:
        left = f"{counted(len(members), 'root')} not followed"
        reason = f"the loads of the wheel take more than {STEPS} steps; {left}"
        yield NotChecked(member=leading(members), reason=reason)


def judge(subject: Subject, loss: Loss) -> Verdict | None:
    """Judge one loss; None when the contract accepts it."""
    name, outcome = loss.resolution.needed, loss.resolution.outcome
    if outcome is Outcome.EXTERNAL:
        return _of_external(subject, loss.resolution.distribution)
    if outcome is Outcome.UNREACHABLE:
        return _of_unreachable(subject, loss)
    if outcome is Outcome.MISSING and loss.resolution.path is not None:
        return _of_other_machine(subject, loss.resolution.path)
    if "/" in name:
        return Verdict(
            Severity.ERROR,
            "a path of the build machine",
            "link by soname: give the library a DT_SONAME without a folder",
        )
    return _of_absent(subject, loss)


def _of_other_machine(subject: Subject, path: str) -> Verdict | None:
    """Judge a library that the wheel has for another machine; foreign-architecture tells under Linux tags."""
    if subject.platform.is_linux:
        return None
    found = f"which lies in the wheel at {subject.layout.member_at(path) or path!r}, for another machine"
    return Verdict(Severity.ERROR, found, "build both for the same machine")


def _of_absent(subject: Subject, loss: Loss) -> Verdict:
    """Judge a library that no wheel at hand holds, by who may bring it."""
    name = loss.resolution.needed
    named = (member.name for member in subject.wheel.members if member.name.endswith(name))
    impostor = next((member for member in named if f"/{member}".endswith(f"/{name}")), None)
    if impostor is not None:
        found = f"which lies in the wheel at {impostor!r}, and is no library that can be read"
        return Verdict(Severity.ERROR, found, "put the library itself into the wheel")
    if name in subject.wheel.python_library_names:
        return Verdict(
            Severity.WARNING, "which python code of the wheel loads by name from elsewhere", _SIBLING_HINT
        )
    if loss.resolution.outcome is Outcome.HOST_CLASS:
        return Verdict(
            Severity.WARNING,
            f"which the host must bring ({host_class(name)})",
            "declare it under externals in the contract, as a host class",
        )
    bringer = _bringer(subject, loss)
    if bringer is not None:
        found = f"which is not in the wheel; {bringer!r} of Requires-Dist may bring it"
        return Verdict(Severity.WARNING, found, _SIBLING_HINT)
    if loss.load.why is Why.PLUGIN:
        return Verdict(
            Severity.WARNING,
            "which is nowhere; nothing in the wheel says who loads this plug-in, and whether it must load",
            "graft the library, or declare the plug-in and what it may miss in the contract",
        )
    return Verdict(
        Severity.ERROR,
        f"which is neither in the wheel, nor allowed by {subject.platform.name}, nor from Requires-Dist",
        "graft it with the platform's repair tool, or declare who brings it under externals in the contract",
    )


def _bringer(subject: Subject, loss: Loss) -> str | None:
    entries = tuple(entry.text for entry in loss.asker.binary.search_paths)
    return may_bring(subject.wheel, loss.resolution.needed, entries, posixpath.dirname(loss.asker.path))


_SIBLING_HINT = "give that wheel with --with, or declare the library under externals in the contract"


def _of_external(subject: Subject, distribution: str | None) -> Verdict | None:
    given = {canonicalize_name(sibling.name) for sibling in subject.siblings}
    if distribution is None or canonicalize_name(distribution) not in given:
        return None
    return Verdict(
        Severity.ERROR,
        f"which the contract expects from {distribution!r}, and the wheel given of it does not hold",
        "correct the externals of the contract, or the bounds on that distribution",
    )


def _of_unreachable(subject: Subject, loss: Loss) -> Verdict:
    path = loss.resolution.path or ""
    way = posixpath.relpath(posixpath.dirname(path), posixpath.dirname(loss.asker.path))
    entry = "$ORIGIN" if way == "." else f"$ORIGIN/{way}"
    hint = f"add the runtime path {entry!r} to {loss.asker.binary.file_name}"
    found = f"which lies in the wheel at {subject.layout.member_at(path) or path!r}, on no search path"
    if (
        posixpath.basename(path) != loss.resolution.needed
        and (bringer := _bringer(subject, loss)) is not None
    ):
        found = f"which is in the wheel under another name only; {bringer!r} of Requires-Dist may bring it"
        return Verdict(Severity.WARNING, found, _SIBLING_HINT)
    launcher = _launcher(subject, loss.load)
    if launcher is not None:
        return Verdict(Severity.WARNING, f"{found}: only {launcher!r}, which starts it, may set one", hint)
    if loss.resolution.needed in subject.wheel.python_library_names or loss.load.why is Why.PLUGIN:
        return Verdict(Severity.WARNING, f"{found}: it works only where that was loaded before", hint)
    return Verdict(Severity.ERROR, found, hint)


def _launcher(subject: Subject, load: Load) -> str | None:
    """Script of the program's name that stands in for it on PATH."""
    if load.why is not Why.EXECUTABLE:
        return None
    return next(
        (
            member.name
            for member in subject.wheel.members
            if member.kind is FileKind.SCRIPT and member.name.endswith(f".data/scripts/{load.root.file_name}")
        ),
        None,
    )
