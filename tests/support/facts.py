"""Facts for rule tests, made in memory: a healthy wheel unless told otherwise."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.contracts import contract_of
from tests.support.elf_machines import MACHINES
from wheelcheck.binary.elf.details import PF_R, PF_W, PF_X, PT_LOAD, ElfDetails, Segment
from wheelcheck.binary.model import (
    Binary,
    Binding,
    Export,
    Format,
    Import,
    Kind,
    PathKind,
    Registration,
    SearchPath,
    SymbolKind,
)
from wheelcheck.contract.model import Contract
from wheelcheck.model import NotChecked, Problem
from wheelcheck.rules.base import Rule, Scope
from wheelcheck.subject import Release, Subject
from wheelcheck.wheel.extensions import module_names
from wheelcheck.wheel.headers import scan_header
from wheelcheck.wheel.metadata import parse_headers
from wheelcheck.wheel.model import FileKind, HeaderFile, Member, MemberFault, Record, RecordRow, Wheel
from wheelcheck.wheel.python.definitions import scan_definitions
from wheelcheck.wheel.python.imports import Import as PythonImport
from wheelcheck.wheel.python.imports import scan_imports
from wheelcheck.wheel.wanted import HEADER_SUFFIXES

TAG = "cp311-cp311-manylinux_2_28_x86_64"
_NOTHING: dict[str, Any] = {
    "size": 0,
    "sha256": None,
    "build": "",
    "unreadable": (),
    "build_paths": {},
}

_VERSIONS = ("version_needs", "version_definitions")

Said = list[Problem | NotChecked]


def make_binary(
    member: str = "pair/lib/libx.so",
    *,
    arch: str = "x86_64",
    imports: Iterable[str | Import] = (),
    exports: Iterable[str] | Mapping[str, Export] = (),
    runpath: Iterable[str] = (),
    rpath: Iterable[str] = (),
    registrations: Iterable[str | Registration] = (),
    **overrides: Any,
) -> Binary:
    """Make a healthy ELF library; names alone are enough for symbols and registrations."""
    machine = MACHINES[arch]
    facts: dict[str, Any] = {
        "member": member,
        "size": 4096,
        "format": Format.ELF,
        "kind": Kind.SHARED,
        "arch": arch,
        "bits": machine.bits,
        "is_little_endian": machine.is_little_endian,
        "machine": machine.number,
        "imports": tuple(_import(each) for each in imports),
        "exports": _exports(exports),
        "search_paths": (
            *(SearchPath(PathKind.RPATH, text) for text in rpath),
            *(SearchPath(PathKind.RUNPATH, text) for text in runpath),
        ),
        "registrations": tuple(_registration(each) for each in registrations),
        "is_loadable": overrides.get("kind", Kind.SHARED) in {Kind.SHARED, Kind.EXECUTABLE},
    }
    details: dict[str, Any] = {
        "segments": _segments(machine.align),
        "executable_stack": False,
        "has_relro": True,
        "binds_now": True,
    }
    for name, value in overrides.items():
        (details if name in ElfDetails.__struct_fields__ else facts)[name] = value
    for where, names in ((facts, ("needed", "registrar_strings")), (details, _VERSIONS)):
        where.update((name, tuple(where.get(name, ()))) for name in names)
    return Binary(details=ElfDetails(**details), **facts)


def make_member(
    name: str,
    content: bytes = b"",
    *,
    kind: Format | FileKind = FileKind.OTHER,
    fault: MemberFault | None = None,
    **overrides: Any,
) -> Member:
    """Make an archive entry with the size and digest of `content`."""
    facts: dict[str, Any] = {
        "size": len(content),
        "declared_size": len(content),
        "compressed_size": len(content),
        "offset": 0,
        "mode": 0o100644,
        "digest": hashlib.sha256(content).digest(),
    }
    return Member(name=name, kind=kind, fault=fault, **{**facts, **overrides})


def make_wheel(
    *,
    name: str = "pair",
    version: str = "1.0",
    tags: Iterable[str] = (TAG,),
    files: Mapping[str, bytes | str] | None = None,
    binaries: Iterable[Binary] = (),
    members: Iterable[Member] = (),
    requires: Iterable[str] = (),
    **overrides: Any,
) -> Wheel:
    """Make a wheel whose RECORD, WHEEL and METADATA agree with its members.

    `files`, `binaries` and ready `members` become members; dist-info files are added unless given.
    """
    tags, binaries = tuple(tags), tuple(binaries)
    dist_info = overrides.get("dist_info", f"{name}-{version}.dist-info")
    contents = {path: _bytes(text) for path, text in (files or {}).items()}
    contents = {**contents, **_dist_info(dist_info, name, version, tags, requires), **contents}
    every = (*members, *_members(contents, binaries))
    file = f"{name}-{version}-{tags[0]}.whl"
    headers = parse_headers(contents[f"{dist_info}/WHEEL"])
    record, record_member = _record(every, f"{dist_info}/RECORD")
    facts: dict[str, Any] = {
        "path": Path(file),
        "file": file,
        "name": name,
        "version": version,
        "tags": tags,
        "members": (*every, record_member),
        "dist_info": dist_info,
        "record": record,
        "wheel_headers": headers,
        "wheel_tags": tuple(header.value for header in headers if header.key == "Tag"),
        "binaries": binaries,
        "texts": contents,
        "headers": _scanned(contents),
        "python_imports": _imports(contents, binaries),
        "definitions": {
            path: scan_definitions(data) for path, data in contents.items() if path.endswith(".py")
        },
    }
    return Wheel(**{**_NOTHING, **facts, **overrides})


def make_subject(
    wheel: Wheel | None = None,
    contract: Contract | Mapping[str, Any] | str | None = None,
    siblings: Iterable[Wheel] = (),
) -> Subject:
    """Make what a rule sees; a mapping is an inline contract, a string names a built-in one."""
    return Subject(
        wheel=make_wheel() if wheel is None else wheel,
        contract=contract if isinstance(contract, Contract) else contract_of(contract),
        siblings=tuple(siblings),
    )


def run(
    check: Callable[..., Iterator[Problem | NotChecked]],
    given: Binary | Wheel | Subject | Sequence[Subject],
    subject: Subject | None = None,
) -> Said:
    """Run one rule on a binary, a wheel, a subject or a set of subjects, and give what it says.

    A binary rule given a whole subject runs on each binary of a format that the rule looks at.
    """
    rule: Rule = check.rule  # type: ignore[attr-defined]  # hung on by the decorator
    if isinstance(given, Wheel):
        given = make_subject(given)
    if isinstance(given, Binary):
        return list(check(given, subject or make_subject(make_wheel(binaries=[given]))))
    if rule.scope is Scope.SET:
        subjects = (given,) if isinstance(given, Subject) else tuple(given)
        return list(check(Release(subjects=subjects)))
    if not isinstance(given, Subject):
        message = f"{rule.slug} looks at one wheel, not at a set"
        raise TypeError(message)
    if rule.scope is Scope.WHEEL:
        return list(check(given))
    binaries = (each for each in given.wheel.binaries if each.format in rule.formats)
    return [said for each in binaries for said in check(each, given)]


def problems(said: Iterable[Problem | NotChecked]) -> list[Problem]:
    """Keep the problems."""
    return [each for each in said if isinstance(each, Problem)]


def _segments(align: int) -> tuple[Segment, ...]:
    return (
        Segment(PT_LOAD, PF_R, 0, 0, 0x800, 0x800, align),
        Segment(PT_LOAD, PF_R | PF_X, 0x800, align + 0x800, 0x100, 0x100, align),
        Segment(PT_LOAD, PF_R | PF_W, 0x900, 2 * align + 0x900, 0x200, 0x200, align),
    )


def _bytes(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _import(each: str | Import) -> Import:
    if isinstance(each, Import):
        return each
    name, _, version = each.partition("@")
    return Import(name, version or None, None, weak=False)


def _exports(exports: Iterable[str] | Mapping[str, Export]) -> Mapping[str, Export]:
    if isinstance(exports, Mapping):
        return exports
    return {name: Export(Binding.GLOBAL, SymbolKind.FUNCTION) for name in exports}


def _registration(each: str | Registration) -> Registration:
    if isinstance(each, Registration):
        return each
    namespace, _, name = each.partition("::")
    return Registration("executorch-kernels", namespace, name, None)


def _dist_info(
    folder: str, name: str, version: str, tags: tuple[str, ...], requires: Iterable[str]
) -> dict[str, bytes]:
    pure = "true" if all(tag.endswith("-any") for tag in tags) else "false"
    wheel = [
        "Wheel-Version: 1.0",
        "Generator: facts",
        f"Root-Is-Purelib: {pure}",
        *(f"Tag: {t}" for t in tags),
    ]
    metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    metadata += [f"Requires-Dist: {each}" for each in requires]
    return {
        f"{folder}/METADATA": "\n".join([*metadata, ""]).encode(),
        f"{folder}/WHEEL": "\n".join([*wheel, ""]).encode(),
    }


def _scanned(contents: Mapping[str, bytes]) -> dict[str, HeaderFile]:
    return {path: scan_header(data) for path, data in contents.items() if path.endswith(HEADER_SUFFIXES)}


def _imports(
    contents: Mapping[str, bytes], binaries: Iterable[Binary]
) -> dict[str, tuple[PythonImport, ...]]:
    watched = module_names(each.member for each in binaries)
    found = {path: scan_imports(data, watched) for path, data in contents.items() if path.endswith(".py")}
    return {path: imports for path, imports in found.items() if imports}


def _members(contents: Mapping[str, bytes], binaries: Iterable[Binary]) -> Iterator[Member]:
    for path, data in contents.items():
        yield make_member(path, data)
    for each in binaries:
        yield make_member(each.member, each.member.encode(), kind=each.format, mode=0o100755, size=each.size)


def _record(members: Iterable[Member], own: str) -> tuple[Record, Member]:
    rows = [
        RecordRow(
            line,
            member.name,
            "sha256",
            base64.urlsafe_b64encode(member.digest).rstrip(b"=").decode(),
            str(member.size),
        )
        for line, member in enumerate((each for each in members if not each.is_folder), start=1)
    ]
    rows.append(RecordRow(len(rows) + 1, own, "", "", ""))
    return Record(tuple(rows), ()), make_member(own)
