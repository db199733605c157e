"""What declared objects register, compared with what the contract states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wheelcheck.binary.model import Binary
from wheelcheck.contract.native import Registers
from wheelcheck.promises.declared import Declared
from wheelcheck.promises.registrars import registrar_fault


class Registered(NamedTuple):
    """One scheme and namespace of one object."""

    binary: Binary
    scheme: str
    namespace: str
    names: tuple[str, ...]
    """Registered, without the namespace, each once, sorted."""
    spec: Registers | None
    """None for a namespace that the contract does not assign to this object."""

    def qualified(self, names: list[str]) -> list[str]:
        """Names with their namespace."""
        return [f"{self.namespace}::{name}" for name in names]


def registered(declared: Declared) -> Iterator[Registered]:
    """Return every declared or found namespace of the objects for which the contract has registrations.

    An object whose registrar was dropped is left out: `dropped-registrar` reports it.
    """
    for each, binary in declared.objects:
        if not each.spec.registers or registrar_fault(each.spec, binary) is not None:
            continue
        found: dict[tuple[str, str], set[str]] = {}
        for record in binary.registrations:
            found.setdefault((record.scheme, record.namespace), set()).add(record.name)
        specs = {
            (scheme, namespace): spec
            for scheme, namespaces in each.spec.registers.items()
            for namespace, spec in namespaces.items()
        }
        for scheme, namespace in sorted({*found, *specs}):
            names = tuple(sorted(found.get((scheme, namespace), ())))
            yield Registered(binary, scheme, namespace, names, specs.get((scheme, namespace)))
