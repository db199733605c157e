"""Names in a contract that refer to other parts of it: one that is not declared would match nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase

from wheelcheck.binary.library_names import names_a_file
from wheelcheck.binary.registry import load_schemes
from wheelcheck.contract.checking import Fault, convert, join
from wheelcheck.contract.model import Contract
from wheelcheck.contract.native import NativeObject
from wheelcheck.contract.symbols import is_plain
from wheelcheck.spelling import did_you_mean

_SCHEME = "registration scheme"
_TABLES = {
    "library": "libraries",
    "soname group": "soname-groups",
    "header folder": "headers",
    _SCHEME: "schemes",
}
_NEEDS = ("must_need", "must_not_need", "needed_only")


def reference_faults(contract: Contract, inherited_rows: int) -> Iterator[Fault]:
    """Find names of libraries and groups that neither the contract nor any of its rows declares.

    Args:
        contract: with everything inherited.
        inherited_rows: how many of its rows come from the contracts that it extends.
    """
    parts = [("", contract)]
    for index, row in enumerate(contract.rows):
        part = convert(row.then)
        if isinstance(part, Contract):
            own = index - inherited_rows
            parts.append((f"rows[{own}].then" if own >= 0 else f"inherited rows[{index}].then", part))
    libraries = {key for _, part in parts for key in part.libraries}
    groups = {key for _, part in parts for key in part.soname_groups}
    schemes = {
        *(key for _, part in parts for key in part.schemes),
        *(scheme.name for scheme in load_schemes()),
    }
    headers = {key for _, part in parts for key in part.headers}
    for path, part in parts:
        for fault in (
            *_groups(part, libraries, groups),
            *_needs(part, libraries),
            *_others(part, libraries),
            *_schemes(part, schemes),
            *_probes(part, libraries, headers, schemes),
        ):
            yield fault._replace(path=f"{path}.{fault.path}") if path else fault


def _groups(part: Contract, libraries: Collection[str], groups: Collection[str]) -> Iterator[Fault]:
    for key, group in part.soname_groups.items():
        if group.same_as and group.version is None and group.same_as not in libraries:
            yield _unknown(join(join("soname-groups", key), "same-as"), "library", group.same_as, libraries)
    for key, library in part.libraries.items():
        if library.soname_group and library.soname_group not in groups:
            path = join(join("libraries", key), "soname-group")
            yield _unknown(path, "soname group", library.soname_group, groups)


def _others(part: Contract, libraries: Collection[str]) -> Iterator[Fault]:
    for name, package in part.packages.items():
        for key, component in package.components.items():
            if component.library and component.library not in libraries:
                path = join(join(join("packages", name), "components"), key)
                yield _unknown(f"{path}.library", "library", component.library, libraries)


def _schemes(part: Contract, known: Collection[str]) -> Iterator[Fault]:
    for path, each in _objects(part):
        for name in each.registers:
            if name not in known:
                yield _unknown(join(f"{path}.registers", name), _SCHEME, name, known)


def _probes(
    part: Contract, libraries: Collection[str], headers: Collection[str], schemes: Collection[str]
) -> Iterator[Fault]:
    for key, probe in part.probes.items():
        path = join("probes", key)
        if probe.library and probe.library not in libraries:
            yield _unknown(f"{path}.library", "library", probe.library, libraries)
        if probe.scheme and probe.scheme not in schemes:
            yield _unknown(f"{path}.scheme", _SCHEME, probe.scheme, schemes)
        for name in probe.headers:
            if name not in headers:
                yield _unknown(f"{path}.headers", "header folder", name, headers)


def _objects(part: Contract) -> Iterator[tuple[str, NativeObject]]:
    yield from ((join("libraries", key), each) for key, each in part.libraries.items())
    yield from ((join("extensions", key), each) for key, each in part.extensions.items())


def _needs(part: Contract, libraries: Collection[str]) -> Iterator[Fault]:
    lists = [
        (f"{path}.{field.replace('_', '-')}", getattr(each, field))
        for path, each in _objects(part)
        for field in _NEEDS
    ]
    for path, entries in (*lists, ("closed.needed", part.closed.needed)):
        for entry in entries:
            if is_plain(entry) and entry not in libraries and not names_a_file(entry):
                yield _undeclared(path, entry, libraries)
            elif path.endswith(".must-need") and not (
                is_plain(entry) or names_a_file(entry) or any(fnmatchcase(key, entry) for key in libraries)
            ):
                message = f"no declared library matches {entry!r}"
                yield Fault(path, message, f"declare one, or write '{entry}.so*' to match names in DT_NEEDED")


def _undeclared(path: str, entry: str, libraries: Collection[str]) -> Fault:
    close = did_you_mean(entry, libraries)
    fix = f"declare it, or write '{entry}.so*' to match names in DT_NEEDED"
    return Fault(path, f"library {entry!r} is not declared", f"{close} otherwise {fix}" if close else fix)


def _unknown(path: str, what: str, name: str, known: Collection[str]) -> Fault:
    hint = did_you_mean(name, known) or f"declare it under {_TABLES[what]}"
    return Fault(path, f"{what} {name!r} is not declared", hint)
