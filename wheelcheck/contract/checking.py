"""Checks a contract's tables against the schema: each fault with its key and, for names, a close match."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from wheelcheck.contract.expressions import fault_of
from wheelcheck.contract.model import Contract
from wheelcheck.contract.sizes import parse_size
from wheelcheck.spelling import did_you_mean

_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Fault(NamedTuple):
    """What is wrong, and at which key."""

    path: str
    message: str
    hint: str | None = None


def convert(document: Mapping[str, Any]) -> Contract | Fault:
    """Turn a document into a contract, or return what is wrong with it."""
    try:
        return msgspec.convert(document, Contract)
    except msgspec.ValidationError as exc:
        return find_fault(document) or Fault("", str(exc))


def find_fault(document: Mapping[str, Any]) -> Fault | None:
    """Find the first key of a document that the schema rejects."""
    from msgspec import inspect

    return next(_faults(document, inspect.type_info(Contract), ""), None)


def check_rules(document: Mapping[str, Any], known: Collection[str]) -> Iterator[Fault]:
    """Find unknown rule names and empty reasons."""
    for slug in document.get("severities", {}):
        if slug not in known:
            yield Fault(join("severities", slug), f"unknown rule {slug!r}", _closest_rule(slug, known))
    for index, ignore in enumerate(document.get("ignores", ())):
        slug = ignore["rule"]
        if slug not in known:
            hint = _closest_rule(slug, known)
            yield Fault(f"ignores[{index}].rule", f"unknown rule {slug!r}", hint)
        if not ignore["reason"].strip():
            yield Fault(
                f"ignores[{index}].reason", "the reason is empty", "state the reason for ignoring the finding"
            )


def _closest_rule(slug: str, known: Collection[str]) -> str:
    return did_you_mean(slug, known) or "run 'wheelcheck rules' to list all rules"


def value_faults(contract: Contract) -> Iterator[Fault]:
    """Find values that do not parse, record fields outside the record, and unknown host classes."""
    ranges = {"wheel.versions": contract.wheel.versions}
    ranges |= {f"rows[{i}].when.versions": row.when.versions for i, row in enumerate(contract.rows)}
    ranges |= {
        join("requires", k) + ".specifier": row.specifier or "" for k, row in contract.requires.items()
    }
    for path, text in ranges.items():
        if text and not _is_range(text):
            yield Fault(path, f"{text!r} is not a version specifier", "write it like '>=1.5,<2'")
    limits = contract.limits
    sizes = {f"limits.{key.replace('_', '-')}": getattr(limits, key) for key in _SIZES}
    for glob, limit in limits.matching.items():
        path = join("limits.matching", glob)
        sizes |= {f"{path}.size": limit.size, f"{path}.total": limit.total}
    for path, size in sizes.items():
        if parse_size(size) is None:
            yield Fault(path, f"{size!r} is not a size", "write it in bytes or like '100 MB'")
    yield from _expression_faults(contract)
    yield from _module_faults(contract)
    yield from _layout_faults(contract)
    hosts = {glob: external.host for glob, external in contract.externals.items() if external.host}
    classes = _host_classes() if hosts else ()
    for glob, host in hosts.items():
        if host not in classes:
            path = join("externals", glob) + ".host"
            yield Fault(path, f"unknown host class {host!r}", closest(host, classes))


def number_faults(document: Any, path: str = "") -> Iterator[Fault]:
    """Find negative numbers: every number of a contract is a count, a size or an offset."""
    if isinstance(document, Mapping):
        for key, each in document.items():
            yield from number_faults(each, join(path, key))
    elif isinstance(document, list):
        for index, each in enumerate(document):
            yield from number_faults(each, f"{path}[{index}]")
    elif isinstance(document, int) and document < 0:
        yield Fault(path, f"expected 0 or more, found {document}")


def _layout_faults(contract: Contract) -> Iterator[Fault]:
    """Find fields of registration records, each a pointer, that are not inside the record."""
    for key, scheme in contract.schemes.items():
        records = scheme.records
        fields = {"name": records.name, "key": records.key, "function": records.function}
        for field, offset in fields.items():
            if not 0 <= offset <= records.size - records.bits // 8:
                path = f"{join('schemes', key)}.records.{field}"
                message = f"a pointer at offset {offset} does not fit in a record of {records.size} bytes"
                yield Fault(path, message, "give offsets and `size` in bytes")


def _expression_faults(contract: Contract) -> Iterator[Fault]:
    """Find expressions that do not parse, or that a hostile name can keep busy."""
    found: list[tuple[str, str | bytes, int, int]] = [
        (join("libraries", key) + ".soname", library.soname.removeprefix("regex:"), 2, 0)
        for key, library in contract.libraries.items()
        if library.soname.startswith("regex:")
    ]
    for key, scheme in contract.schemes.items():
        path = join("schemes", key)
        found.append((f"{path}.records.name-pattern", scheme.records.name_pattern, 1, re.ASCII))
        if scheme.names is not None:
            # It meets the bytes of a binary.
            found.append((f"{path}.names.pattern", scheme.names.pattern.encode(), 1, 0))
    lists = {
        f"{join('probes', key)}.listed[{index}].pattern": each.pattern
        for key, probe in contract.probes.items()
        for index, each in enumerate(probe.listed)
    }
    found += [(path, pattern, 1, 0) for path, pattern in lists.items()]
    for path, pattern, power, flags in found:
        fault = fault_of(pattern, power, flags)
        if fault is None and path in lists and not re.compile(pattern).groups:
            fault = "has no group for the name"
        if fault is not None:
            text = pattern if isinstance(pattern, str) else pattern.decode()
            yield Fault(path, f"{text!r} {fault}", "see 'Regular expressions' in the contract reference")


def _module_faults(contract: Contract) -> Iterator[Fault]:
    for key, probe in contract.probes.items():
        # It names the file that is built.
        if probe.import_name and not all(map(str.isidentifier, probe.import_name.split("."))):
            path = join("probes", key) + ".import-name"
            yield Fault(path, f"{probe.import_name!r} is not a module", "write it as in 'package.module'")


def _host_classes() -> tuple[str, ...]:
    from wheelcheck.policy.host_classes import host_classes

    return tuple(each.name for each in host_classes())


def completeness_faults(contract: Contract) -> Iterator[Fault]:
    """Find rows that state nothing, even with everything inherited: they would check nothing."""
    for key, row in contract.members.items():
        if not row.globs:
            yield Fault(join("members", key) + ".globs", "no globs given", "add at least one glob")
    for key, pair in contract.pairs.items():
        if not (pair.first and pair.second):
            yield Fault(join("pairs", key), "needs both `first` and `second`", "add the missing one")
    for key, group in contract.soname_groups.items():
        if group.version is None and not group.same_as:
            yield Fault(join("soname-groups", key), "no version given", "add `version` or `same-as`")
    for glob, external in contract.externals.items():
        if not (external.distribution or external.host):
            yield Fault(join("externals", glob), "no provider given", "add `distribution` or `host`")


_SIZES = ("wheel_size", "unpacked_size", "member_size")


def _is_range(text: str) -> bool:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        return False
    return True


def closest(word: str, known: Collection[str]) -> str | None:
    """Return a hint with the closest known name, else with all of them."""
    return did_you_mean(word, known) or f"use one of: {', '.join(sorted(set(known)))}"


def _faults(value: Any, expected: Any, path: str) -> Iterator[Fault]:
    """Walk a document alongside the schema; msgspec's own paths leave out the keys of open tables."""
    from msgspec import inspect

    kinds = expected.types if isinstance(expected, inspect.UnionType) else (expected,)
    if isinstance(value, Mapping):
        for kind in kinds:
            if isinstance(kind, inspect.StructType):
                yield from _table_faults(value, kind, path)
                return
            if isinstance(kind, inspect.DictType):
                for key, each in value.items():
                    yield from _faults(each, kind.value_type, join(path, key))
                return
    if isinstance(value, list):
        for kind in kinds:
            if isinstance(kind, inspect.VarTupleType):
                for index, each in enumerate(value):
                    yield from _faults(each, kind.item_type, f"{path}[{index}]")
                return
    yield from _leaf_faults(value, kinds, path)


def _table_faults(value: Mapping[str, Any], kind: Any, path: str) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in kind.fields}
    for key, each in value.items():
        if key not in fields:
            yield Fault(join(path, key), f"unknown key {key!r}", closest(key, fields))
        else:
            yield from _faults(each, fields[key].type, join(path, key))
    for name, field in fields.items():
        if field.required and name not in value:
            yield Fault(join(path, name), f"required key {name!r} is missing", f"add {name!r}")


def _leaf_faults(value: Any, kinds: tuple[Any, ...], path: str) -> Iterator[Fault]:
    from msgspec import inspect

    allowed = [str(word) for kind in kinds if isinstance(kind, inspect.LiteralType) for word in kind.values]
    if allowed and isinstance(value, str):
        if value not in allowed:
            yield Fault(
                path, f"{value!r} is not one of {', '.join(map(repr, allowed))}", closest(value, allowed)
            )
        return
    try:
        msgspec.convert(value, _union(kinds))
    except msgspec.ValidationError:
        yield Fault(path, mismatch(_named(kinds), value))


def mismatch(expected: str, value: Any) -> str:
    """Say that a value is of another type than the schema has."""
    return f"expected {expected}, found {value!r} ({type(value).__name__})"


_PLAIN: dict[str, tuple[type, str]] = {
    "StrType": (str, "a string"),
    "IntType": (int, "an integer"),
    "BoolType": (bool, "true or false"),
    "DateType": (dt.date, "a date (2030-01-31)"),
    "NoneType": (type(None), "nothing"),
    "VarTupleType": (list, "an array"),
    "DictType": (dict, "a table"),
    "StructType": (dict, "a table"),
    "LiteralType": (str, "a string"),
    "AnyType": (object, "anything"),
}


def _union(kinds: tuple[Any, ...]) -> Any:
    types = [_PLAIN[type(kind).__name__][0] for kind in kinds]
    union: Any = types[0]
    for each in types[1:]:
        union = union | each
    return Any if object in types else union


def _named(kinds: tuple[Any, ...]) -> str:
    return " or ".join(_PLAIN[type(kind).__name__][1] for kind in kinds if type(kind).__name__ != "NoneType")


def join(path: str, key: str) -> str:
    """Append a key to a path, quoted where TOML requires it."""
    shown = key if _BARE.fullmatch(key) else f'"{key}"'
    return f"{path}.{shown}" if path else shown
