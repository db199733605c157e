"""Application that uses a library or package config from outside the wheel.

## What it checks

The application itself lists the shared objects that its process loaded.
An object that has the name of a library of the SDK but comes from outside the throw-away environment is
reported, and so is a package config that `find_package` found elsewhere.

## Why it matters

The SDK is not found, but the host has something of the same name, and everything seems to work: with another
version, on this machine only.

## How to fix

Give the targets a search path that leads to the SDK before the host's folders; give the library a name of
its own.

## When to ignore

If the wheel leaves this library to the host on purpose; better declare it under `externals`.

## References

- dl_iterate_phdr(3)
- ld.so(8)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.probe.compare import consumers, strangers
from wheelcheck.probe.facts import ENVIRONMENT, ProbeFacts
from wheelcheck.promises.matching import declared_members
from wheelcheck.rules.base import probe_rule
from wheelcheck.subject import Subject


@probe_rule(severity=Severity.ERROR)
def probe_wrong_library(facts: ProbeFacts, subject: Subject) -> Iterator[Problem | NotChecked]:
    """Report libraries and configs from outside the environment."""
    own = {*declared_members(subject.contract, subject.wheel), *subject.package_configs.offered_libraries}
    binaries = [binary for member in sorted(own) for binary in subject.wheel.binaries_of.get(member, ())]
    names = [name for binary in binaries for name in (binary.soname, binary.file_name) if name]
    users: dict[str, list[str]] = {}
    for result in facts.probes:
        for consumer in consumers(result):
            for path in strangers(consumer, names):
                users.setdefault(path, []).append(consumer.name)
    for path, found in sorted(users.items()):
        yield Problem(
            subject=path,
            message=f"{path!r} was loaded instead of the SDK's own library",
            hint="give the targets a search path that leads to the SDK first",
            evidence=(Evidence(label="loaded by", value=", ".join(dict.fromkeys(found))),),
        )
    for package in facts.packages:
        if not package.folder.startswith(ENVIRONMENT):
            yield Problem(
                subject=package.folder,
                message=f"find_package({package.package}) found the config in {package.folder!r}, outside "
                "the environment of the wheel",
                hint="ship the package config in a folder that find_package searches",
            )
