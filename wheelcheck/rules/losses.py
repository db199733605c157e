"""Needed libraries that the loader does not find, and how much is known about each."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from packaging.utils import canonicalize_name

from wheelcheck.linking.elf.repair import entry_to, repair_command
from wheelcheck.linking.elf.search import STEPS
from wheelcheck.linking.model import LOST, Load, Loaded, Outcome, Resolution, Why
from wheelcheck.linking.origins import Origin, may_provide
from wheelcheck.model import NotChecked, Severity
from wheelcheck.policy.host_classes import host_class
from wheelcheck.policy.machines import HOST_MACHINES, runs_on
from wheelcheck.rules.listing import counted, leading
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import FileKind
from wheelcheck.wheel.python.modules import optional_extensions
from wheelcheck.wheel.python.opened import opened_libraries

_LACKING = LOST | {Outcome.PRELOADED, Outcome.HOST_CLASS, Outcome.EXTERNAL}


class Loss(NamedTuple):
    """One name that is not found, with the first object that needs it."""

    load: Load
    asker: Loaded
    resolution: Resolution
    users: tuple[str, ...]
    is_optional: bool
    """Whether only modules need it that the wheel can do without: it catches what importing them raises."""


class Verdict(NamedTuple):
    """How one loss is reported."""

    severity: Severity
    found: str
    hint: str


def losses(subject: Subject) -> list[Loss]:
    """One loss per name and outcome, from a load whose root is not a plug-in if there is one."""
    first: dict[tuple[str, Outcome], tuple[Load, Loaded, Resolution]] = {}
    users: dict[tuple[str, Outcome], set[str]] = {}
    roots: dict[tuple[str, Outcome], set[str]] = {}
    for load in sorted(subject.loads.loads, key=lambda load: load.why is Why.PLUGIN):
        for loaded in load.objects:
            is_judged = loaded.wheel == 0 and not _is_stranger(subject, loaded)
            for resolution in loaded.needs if is_judged else ():
                if resolution.outcome in _LACKING and not _may_miss(subject, loaded, resolution.needed):
                    key = (resolution.needed, resolution.outcome)
                    first.setdefault(key, (load, loaded, resolution))
                    users.setdefault(key, set()).add(loaded.binary.member)
                    roots.setdefault(key, set()).add(load.root.member)
    optional = optional_extensions(subject.wheel) if first else frozenset[str]()
    return [
        Loss(*first[key], tuple(sorted(users[key])), roots[key] <= optional)
        for key in sorted(first, key=_in_order)
    ]


def _in_order(key: tuple[str, Outcome]) -> tuple[str, str]:
    return key[0], key[1].value


def _is_stranger(subject: Subject, loaded: Loaded) -> bool:
    """Whether an object is for a machine other than the tag's, which foreign-architecture reports."""
    binary, archs = loaded.binary, subject.platform.archs
    return bool(archs) and binary.machine in HOST_MACHINES and not runs_on(binary.arch, archs)


def _may_miss(subject: Subject, loaded: Loaded, name: str) -> bool:
    """Whether the contract allows this plug-in to lack the library on some machines."""
    plugin = subject.contract.plugin_for(loaded.binary.member)
    return plugin is not None and any(fnmatchcase(name, glob) for glob in plugin.may_miss)


def given_up(subject: Subject) -> Iterator[NotChecked]:
    """Report that some loads were not followed."""
    members = subject.loads.given_up
    if members:
        left = f"{counted(len(members), 'root was', 'roots were')} not followed"
        reason = f"the loads of the wheel take more than {STEPS:,} steps; {left}"
        yield NotChecked(member=leading(members), reason=reason)


def judge(subject: Subject, loss: Loss) -> Verdict | None:
    """Judge one loss; None if the contract accepts it."""
    name, outcome = loss.resolution.needed, loss.resolution.outcome
    if outcome is Outcome.EXTERNAL:
        return _of_external(subject, loss.resolution.distribution)
    if outcome is Outcome.UNREACHABLE:
        return _of_unreachable(subject, loss)
    if outcome is Outcome.PRELOADED:
        found = f"{_in_wheel(subject, loss)}; it works because Python code of the wheel loads it first"
        return Verdict(Severity.NOTE, found, _path_hint(subject, loss))
    if outcome is Outcome.MISSING and loss.resolution.path is not None:
        return _of_other_machine(subject, loss.resolution.path)
    if "/" in name:
        return Verdict(
            Severity.ERROR,
            "a path on the build machine",
            "give the library a soname without a folder, and relink its users",
        )
    return _of_absent(subject, loss)


def _of_other_machine(subject: Subject, path: str) -> Verdict | None:
    """Judge a library that the wheel has for another machine; foreign-architecture does so for Linux tags."""
    if subject.platform.is_linux:
        return None
    found = f"which is in the wheel at {subject.layout.member_at(path) or path!r}, but for another machine"
    return Verdict(Severity.ERROR, found, "build both for the same machine")


def _of_absent(subject: Subject, loss: Loss) -> Verdict:
    """Judge a library that no given wheel contains, by what may provide it."""
    name = loss.resolution.needed
    named = (member.name for member in subject.wheel.members if member.name.endswith(name))
    impostor = next((member for member in named if f"/{member}".endswith(f"/{name}")), None)
    if impostor is not None:
        found = f"which is in the wheel at {impostor!r}, but cannot be read as a library"
        return Verdict(Severity.ERROR, found, "ship the library itself instead of this file")
    severity = Severity.NOTE if loss.is_optional else Severity.WARNING
    whose = (
        "; the wheel catches it when the modules that need it cannot be imported" if loss.is_optional else ""
    )
    if opened_libraries(subject.wheel).has(name):
        found = "which Python code in the wheel loads by name from elsewhere"
        return Verdict(severity, found + whose, _SIBLING_HINT)
    if loss.resolution.outcome is Outcome.HOST_CLASS:
        return Verdict(
            severity,
            f"which the host must provide ({host_class(name)}){whose}",
            "declare it as a host class under externals in the contract",
        )
    provider = _provider(subject, loss)
    if provider is not None:
        return Verdict(
            Severity.WARNING, f"which is not in the wheel; {_who(provider)} may provide it", _SIBLING_HINT
        )
    if loss.load.why is Why.PLUGIN:
        return Verdict(
            Severity.WARNING,
            "which is not found; nothing in the wheel shows what loads this plug-in, or whether it must load",
            "graft the library, or declare the plug-in in the contract and list the library under may-miss",
        )
    return Verdict(
        Severity.ERROR,
        f"which is neither in the wheel, nor allowed by {subject.platform.name}, nor from Requires-Dist",
        "graft it (auditwheel repair), or declare its provider under externals in the contract",
    )


def _provider(subject: Subject, loss: Loss) -> Origin | None:
    entries = tuple(entry.text for entry in loss.asker.binary.search_paths)
    folder = posixpath.dirname(loss.asker.path)
    return may_provide(subject.wheel, loss.resolution.needed, entries, folder, subject.siblings)


def _who(origin: Origin) -> str:
    if origin.distribution is None:
        return "a required distribution, unknown which,"
    return f"{origin.distribution!r}, which is required,"


_SIBLING_HINT = "pass the wheel that provides it with --with, or declare it under externals in the contract"


def _of_external(subject: Subject, distribution: str | None) -> Verdict | None:
    given = {sibling.distribution for sibling in subject.siblings}
    if distribution is None or canonicalize_name(distribution) not in given:
        return None
    return Verdict(
        Severity.ERROR,
        f"which the contract expects from {distribution!r}, but the given wheel does not contain it",
        f"correct externals in the contract, or the version bounds on {distribution!r}",
    )


def _of_unreachable(subject: Subject, loss: Loss) -> Verdict:
    hint, found = _path_hint(subject, loss), _in_wheel(subject, loss)
    if (
        posixpath.basename(loss.resolution.path or "") != loss.resolution.needed
        and (provider := _provider(subject, loss)) is not None
    ):
        found = f"which is in the wheel only under another name; {_who(provider)} may provide it"
        return Verdict(Severity.WARNING, found, _SIBLING_HINT)
    launcher = _launcher(subject, loss.load)
    if launcher is not None:
        return Verdict(Severity.WARNING, f"{found}; only {launcher!r}, which starts it, can set one", hint)
    if opened_libraries(subject.wheel).has(loss.resolution.needed) or loss.load.why is Why.PLUGIN:
        return Verdict(Severity.WARNING, f"{found}; it works only if that is already loaded", hint)
    return Verdict(Severity.ERROR, found, hint)


def _path_hint(subject: Subject, loss: Loss) -> str:
    binary = loss.asker.binary
    entry = entry_to(loss.resolution.path or "", posixpath.dirname(loss.asker.path))
    command = repair_command(binary, subject.layout, subject.loads.needs.get(binary.member, ()))
    return f"let the search path have {entry!r}: {command}"


def _in_wheel(subject: Subject, loss: Loss) -> str:
    path = loss.resolution.path or ""
    return f"which is in the wheel at {subject.layout.member_at(path) or path!r}, but not on a search path"


def _launcher(subject: Subject, load: Load) -> str | None:
    """Script with the program's name that takes its place on PATH."""
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
