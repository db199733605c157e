"""Sonames and file names of the declared libraries, compared with the contract."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.binary.library_names import split_library_name
from wheelcheck.binary.model import Binary, Format
from wheelcheck.contract.expressions import LONGEST_NAME
from wheelcheck.contract.native import Library
from wheelcheck.promises.declared import Declared, DeclaredObject

_Users = dict[str, set[str]]
"""Name in DT_NEEDED → members that need a library by that name."""


class SonameFault(NamedTuple):
    """A library, or a DT_NEEDED entry for one, that does not have the expected name."""

    key: str
    member: str | None
    """None if only names in DT_NEEDED are wrong."""
    found: str
    expected: str
    users: tuple[str, ...]
    """Members that need it by a wrong name."""
    is_layout: bool
    """Only the version is wrong: it differs from that of the other libraries."""
    is_pattern: bool
    """`expected` is a regular expression, not a name."""


def soname_faults(declared: Declared) -> tuple[SonameFault, ...]:
    """Find every library whose file name, soname or users' DT_NEEDED differ from the contract."""
    return tuple(dict.fromkeys(_faults(declared)))


def is_absolute_soname(soname: str) -> bool:
    """Whether a soname or install name is a path on the build machine (`absolute-soname` reports it)."""
    return "/" in soname and not soname.startswith(("@rpath/", "@loader_path/", "@executable_path/"))


def expected_name(declared: Declared, spec: Library, binary: Binary) -> str | None:
    """Name that a declared library should have; None if the contract states none, or a pattern."""
    stem = _stem(binary.file_name)
    if spec.soname:
        return None if spec.soname.startswith("regex:") else _fill(spec.soname, stem, declared.wheel.version)
    version = _group_version(declared, spec.soname_group)
    return None if version is None else _spell(stem, version, binary.format)


def _faults(declared: Declared) -> Iterator[SonameFault]:
    wrong_needs = _needs(declared)
    for library in declared.libraries.values():
        if isinstance(library.spec, Library):
            needs = wrong_needs[library.key]
            for binary in library.binaries:
                yield from _faults_of(declared, library, library.spec, binary, needs)


def _faults_of(
    declared: Declared, library: DeclaredObject, spec: Library, binary: Binary, needs: _Users
) -> Iterator[SonameFault]:
    """Check one file of a library; a glob for its stem may match several."""
    expected = expected_name(declared, spec, binary)
    pattern = spec.soname.removeprefix("regex:")
    if expected is None and not pattern:
        return
    stem = _stem(binary.file_name)
    wrong = [n for n in _names_of(binary) if not (n == expected if expected else _matches(pattern, n))]
    own = {n: who for n, who in needs.items() if len(library.binaries) == 1 or _has_stem(n, stem)}
    users = {need: who for need, who in own.items() if need != expected}
    is_layout = _follows_another(declared, spec)
    if wrong:
        yield SonameFault(
            library.key,
            binary.member,
            wrong[-1],
            expected or pattern,
            tuple(sorted({member for who in users.values() for member in who})),
            is_layout=is_layout and all(_has_stem(name, stem) for name in wrong),
            is_pattern=expected is None,
        )
    elif expected:
        for need, who in sorted(users.items()):
            yield SonameFault(
                library.key, None, need, expected, tuple(sorted(who)), is_layout=is_layout, is_pattern=False
            )


def _matches(pattern: str, name: str) -> bool:
    return len(name) <= LONGEST_NAME and re.fullmatch(pattern, name) is not None


def _needs(declared: Declared) -> dict[str, _Users]:
    """Library → its users."""
    found: dict[str, _Users] = defaultdict(lambda: defaultdict(set))
    for binary in declared.wheel.binaries:
        for needed in binary.needed:
            key = declared.library_called(needed)
            if key is not None:
                found[key][posixpath.basename(needed)].add(binary.member)
    return found


def _names_of(binary: Binary) -> list[str]:
    """File name and soname, once each; a soname that is a path is left to another rule."""
    names = [binary.file_name]
    if binary.soname and not is_absolute_soname(binary.soname):
        names.append(posixpath.basename(binary.soname))
    return list(dict.fromkeys(names))


def _stem(file_name: str) -> str:
    """Stem as in the file name: the contract's may be a glob."""
    parts = split_library_name(file_name)
    return parts.stem if parts is not None else file_name


def _has_stem(name: str, stem: str) -> bool:
    parts = split_library_name(name)
    return parts is not None and parts.stem == stem


def _follows_another(declared: Declared, spec: Library) -> bool:
    group = declared.contract.soname_groups.get(spec.soname_group)
    return not spec.soname and group is not None and group.version is None


def _group_version(declared: Declared, name: str) -> str | None:
    group = declared.contract.soname_groups.get(name)
    if group is None or group.version is not None:
        return None if group is None else group.version
    model = declared.libraries.get(group.same_as)
    own = None if model is None or model.binary is None else _version_of(model.binary)
    if own is None:
        return None
    # If most libraries agree on another version, the reference library is the one built wrongly.
    versions = Counter(
        version
        for library in declared.libraries.values()
        if isinstance(library.spec, Library) and library.spec.soname_group == name and not library.spec.soname
        for binary in library.binaries
        if (version := _version_of(binary)) is not None
    )
    common, count = versions.most_common(1)[0] if versions else (own, 0)
    return common if count * 2 > versions.total() else own


def _version_of(binary: Binary) -> str | None:
    parts = split_library_name(binary.soname or "") or split_library_name(binary.file_name)
    return None if parts is None else parts.version


def _spell(stem: str, version: str, form: Format) -> str:
    suffix = f".{version}" if version else ""
    if form is Format.MACHO:
        return f"{stem}{suffix}.dylib"
    return f"{stem}.dll" if form is Format.PE else f"{stem}.so{suffix}"


def _fill(template: str, stem: str, version: str) -> str:
    release = [*version.partition("+")[0].split("."), "", ""]
    values = {"stem": stem, "version": version, "major": release[0], "minor": release[1], "micro": release[2]}
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), template)
