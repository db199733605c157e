"""Whether a library that should register itself at load still can."""

from __future__ import annotations

from wheelcheck.binary.model import Binary
from wheelcheck.contract.native import NativeObject
from wheelcheck.contract.symbols import compile_patterns


def registrar_fault(spec: NativeObject, binary: Binary) -> str | None:
    """Explain why an object registers nothing; None if it can, or need not."""
    if not spec.registrar:
        return None
    entry_points = compile_patterns(spec.registrar)
    if not entry_points.any_of(each.name for each in binary.imports) and not entry_points.any_of(
        binary.exports
    ):
        return f"it calls none of the registry's entry points ({', '.join(spec.registrar)})"
    if binary.own_initialisers == 0:
        return "it has no initialiser of its own"
    return None
