"""Contracts by name, by file, and by the wheel they apply to; each with what it extends merged in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from wheelcheck.contract.checking import (
    Fault,
    check_rules,
    closest,
    completeness_faults,
    convert,
    number_faults,
    value_faults,
)
from wheelcheck.contract.consumers import resolved_probes
from wheelcheck.contract.documents import (
    Document,
    Source,
    builtin_names,
    local_sources,
    nothing_in,
    read_builtin,
    read_file,
)
from wheelcheck.contract.model import Contract, WheelMatch
from wheelcheck.contract.references import reference_faults
from wheelcheck.contract.rows import Target, merge, version_matches
from wheelcheck.errors import ContractError

DEFAULT = "default"
_LONGEST_CHAIN = 32
_SEPARATORS = re.compile(r"[-_.]+")
_NOT_IN_ROWS = frozenset({"name", "extends", "wheel", "rows"})
_NOT_INHERITED = frozenset({"name", "description", "wheel"})


@dataclass(frozen=True, kw_only=True)
class Contracts:
    """The contracts that a run can choose from: the project's own files, and the built-in ones."""

    rules: frozenset[str]
    """Slugs that a contract's severities and ignores may name."""
    folder: Path | None = None
    """Where to look for the project's own files; None: the working directory."""

    def load(self, name_or_path: str) -> Contract:
        """Load a contract by name or from a file.

        Args:
            name_or_path: name of a contract in the project's own files or of a built-in one; or a file,
                with `#NAME` appended if it contains several.

        Raises:
            ContractError: no such contract, or one that does not follow the schema.
        """
        path, _, wanted = name_or_path.partition("#")
        if path.endswith(".toml") or "/" in path or "\\" in path:
            source = read_file(Path(path))
            return self._build(source, _chosen(source, wanted))
        for source in self._local:
            if name_or_path in source.contracts:
                return self._build(source, name_or_path)
        return self._build(_builtin(name_or_path, self.known_locally()), name_or_path)

    def choose(self, wheel: Target) -> Contract:
        """Choose the contract for one wheel: the project's own, else a built-in one, else `default`."""
        return self._build(*(self._own_choice(wheel) or _builtin_choice(wheel)))

    def passed_over(self, wheel: Target) -> str | None:
        """Name the built-in contract for a wheel that the project's own one replaces without extending it."""
        own = self._own_choice(wheel)
        if own is None:
            return None
        builtin = _builtin_choice(wheel)[1]
        return None if builtin in {DEFAULT, *_lineage(*own)} else builtin

    def unused(self, wheels: Iterable[Target]) -> str | None:
        """Name the file whose contracts are for none of the wheels; None when one is, or there is no file."""
        source = next((source for source in self._local if source.contracts), None)
        if source is None or any(self._own_choice(wheel) is not None for wheel in wheels):
            return None
        return str(source.file)

    def known_locally(self) -> tuple[str, ...]:
        """Names of the contracts in the project's own files."""
        return tuple(name for source in self._local for name in source.contracts)

    @property
    def _local(self) -> tuple[Source, ...]:
        return local_sources(self.folder or Path())

    def _own_choice(self, wheel: Target) -> tuple[Source, str] | None:
        for source in self._local:
            for key, document in source.contracts.items():
                if _is_for(_match_of(document, source, key), wheel, own_file=True):
                    return source, key
        return None

    def _build(self, source: Source, name: str) -> Contract:
        document = _merged(source, name, self.rules, ())
        document["name"] = name
        contract = convert(document)
        if isinstance(contract, Fault):
            raise _error(contract, source, name)
        inherited = len(contract.rows) - len(source.contracts[name].get("rows", ()))
        for fault in (*completeness_faults(contract), *reference_faults(contract, inherited)):
            raise _error(fault, source, name)
        try:
            resolved_probes(contract)
        except ContractError as exc:
            raise ContractError(f"{source.file}: {exc.message}", hint=exc.hint) from exc
        return contract


def _builtin_choice(wheel: Target) -> tuple[Source, str]:
    for key in builtin_names():
        # A built-in contract is named after its distribution, so the others need not be parsed.
        if key == wheel.name or key.startswith(f"{wheel.name}-"):
            source = read_builtin(key)
            if _is_for(_match_of(source.contracts[key], source, key), wheel, own_file=False):
                return source, key
    return read_builtin(DEFAULT), DEFAULT


def _lineage(source: Source, key: str) -> Iterator[str]:
    """Names of the built-in contracts that a contract is based on; it was built, so the chain ends."""
    while base := source.contracts[key].get("extends", ""):
        source, key = _base_of(source, key, base)
        if source.folder is None:
            yield key


def _builtin(name: str, also_known: tuple[str, ...]) -> Source:
    if name not in builtin_names():
        known = (*builtin_names(), *also_known)
        raise ContractError(f"unknown contract {name!r}", hint=closest(name, known))
    return read_builtin(name)


def _chosen(source: Source, wanted: str) -> str:
    names = tuple(source.contracts)
    if wanted:
        if wanted not in names:
            raise ContractError(f"{source.file}: unknown contract {wanted!r}", hint=closest(wanted, names))
        return wanted
    if len(names) == 1:
        return names[0]
    if not names:
        raise nothing_in(source, "write one, or name a built-in contract")
    raise ContractError(
        f"{source.file}: contains {len(names)} contracts", hint=f"choose one: {source.file}#{min(names)}"
    )


def _match_of(document: Document, source: Source, name: str) -> WheelMatch:
    contract = convert({"wheel": document.get("wheel", {})})
    if isinstance(contract, Fault):
        raise _error(contract, source, name)
    return contract.wheel


def _is_for(match: WheelMatch, wheel: Target, *, own_file: bool) -> bool:
    globs = (_SEPARATORS.sub("-", glob).lower() for glob in match.distributions)
    named = any(fnmatchcase(wheel.name, glob) for glob in globs)
    return (
        (named or (own_file and not match.distributions))
        and version_matches(match.versions, wheel.version)
        and (not match.platforms or any(fnmatchcase(p, g) for p in wheel.platforms for g in match.platforms))
    )


def _merged(
    source: Source, name: str, rules: frozenset[str], children: tuple[tuple[str, str], ...]
) -> dict[str, Any]:
    """Check one document on its own, so that a fault is reported in place, then merge it over its base."""
    if (source.file, name) in children:
        chain = " -> ".join([*(child for _, child in children), name])
        raise ContractError(
            f"{source.file}: contract {name!r} extends itself ({chain})", hint="remove one `extends`"
        )
    if len(children) >= _LONGEST_CHAIN:
        raise ContractError(
            f"{source.file}: a chain of more than {_LONGEST_CHAIN} contracts extends {name!r}",
            hint="merge some of them",
        )
    document = source.contracts[name]
    _check(document, source, name, rules)
    base_name = document.get("extends", "")
    if not base_name:
        return dict(document)
    base_source, base_key = _base_of(source, name, base_name)
    base = _merged(base_source, base_key, rules, (*children, (source.file, name)))
    return merge({key: value for key, value in base.items() if key not in _NOT_INHERITED}, document)


def _base_of(source: Source, name: str, base: str) -> tuple[Source, str]:
    path, _, wanted = base.partition("#")
    if path.endswith(".toml"):
        found = read_file((source.folder or Path()) / path)
        return found, _chosen(found, wanted)
    if base in source.contracts:
        return source, base
    if base in builtin_names():
        return read_builtin(base), base
    known = {*source.contracts, *builtin_names()} - {*_based_on(source, name)}
    raise _error(Fault("extends", f"unknown contract {base!r}", closest(base, known)), source, name)


def _based_on(source: Source, name: str) -> Iterator[str]:
    """Names in a file of a contract and of those that extend it: to extend one of them would be a cycle."""
    for key in source.contracts:
        base, seen = key, set[str]()
        while base in source.contracts and base not in seen and base != name:
            seen.add(base)
            base = str(source.contracts[base].get("extends", ""))
        if base == name:
            yield key


def _check(document: Document, source: Source, name: str, rules: frozenset[str]) -> None:
    parts = [("", document)]
    contract = convert(document)
    if isinstance(contract, Fault):
        raise _error(contract, source, name)
    for index, row in enumerate(contract.rows):
        for key in sorted(_NOT_IN_ROWS & row.then.keys()):
            said = f"a row cannot set {key!r}, which applies before rows are chosen"
            raise _error(Fault(f"rows[{index}].then.{key}", said, "set it outside the rows"), source, name)
        parts.append((f"rows[{index}].then", row.then))
    for path, part in parts:
        fault = _fault_of(part, rules)
        if fault is not None:
            raise _error(fault._replace(path=f"{path}.{fault.path}" if path else fault.path), source, name)


def _fault_of(part: Mapping[str, Any], rules: frozenset[str]) -> Fault | None:
    contract = convert(part)
    if isinstance(contract, Fault):
        return contract
    return next(iter((*check_rules(part, rules), *number_faults(part), *value_faults(contract))), None)


def _error(fault: Fault, source: Source, name: str) -> ContractError:
    path = ".".join(filter(None, (source.tables.get(name, ""), fault.path)))
    where = f"{source.file}: {path}: " if path else f"{source.file}: "
    return ContractError(f"{where}{fault.message}", hint=fault.hint)
