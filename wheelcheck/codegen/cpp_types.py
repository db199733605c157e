"""Schema types in C++: how a kernel takes and returns them, and how a boxed value is converted."""

from __future__ import annotations

from typing import NamedTuple

from wheelcheck.codegen.schema import Return, Type

NAMESPACE = "::torch::executor"
TENSOR = f"{NAMESPACE}::Tensor"
SCALAR = f"{NAMESPACE}::Scalar"


class Parameter(NamedTuple):
    """How a kernel takes an argument."""

    type: str
    """Type of the parameter, and of the variable that is passed, unless `variable` is set."""
    conversion: str
    """Call on an EValue that returns it."""
    suffix: str
    """End of the variable's name, so that argument names cannot clash with others."""
    variable: str | None = None


_VALUES = {
    "Device": f"{NAMESPACE}::Device",
    "Layout": f"{NAMESPACE}::Layout",
    "MemoryFormat": f"{NAMESPACE}::MemoryFormat",
    "ScalarType": f"{NAMESPACE}::ScalarType",
    "SymInt": "int64_t",
    "bool": "bool",
    "float": "double",
    "int": "int64_t",
    "str": "std::string_view",
}
_LISTS = {"SymInt": "toIntList", "bool": "toBoolList", "float": "toDoubleList", "int": "toIntList"}
_RETURNS = frozenset({"SymInt", "bool", "float", "int"})
"""Types from which an EValue can be constructed."""


def _forms() -> dict[str, Parameter]:
    """Return the C++ form of every type that an operator may read."""
    tensors = f"{NAMESPACE}::ArrayRef<{TENSOR}>"
    forms = {
        "Tensor": Parameter(f"const {TENSOR}&", f"to<{TENSOR}>()", "_base"),
        "Tensor?": _optional(TENSOR, f"const std::optional<{TENSOR}>&"),
        "Tensor[]": _list(tensors, "toTensorList"),
        "Tensor[]?": _optional(tensors),
        "Tensor?[]": _list(f"{NAMESPACE}::ArrayRef<std::optional<{TENSOR}>>", "toListOptionalTensor"),
        "Scalar": Parameter(f"const {SCALAR}&", f"to<{SCALAR}>()", "_base"),
        "Scalar?": _optional(SCALAR, f"const std::optional<{SCALAR}>&"),
    }
    for name, value in _VALUES.items():
        forms[name] = Parameter(value, f"to<{value}>()", "_base")
        forms[f"{name}?"] = _optional(value)
    for name, getter in _LISTS.items():
        values = f"{NAMESPACE}::ArrayRef<{_VALUES[name]}>"
        forms[f"{name}[]"] = _list(values, getter)
        forms[f"{name}[]?"] = _optional(values)
    return forms


def _optional(value: str, type_: str | None = None) -> Parameter:
    return Parameter(type_ or f"std::optional<{value}>", f"toOptional<{value}>()", "_opt_out", "auto")


def _list(values: str, getter: str) -> Parameter:
    return Parameter(values, f"{getter}()", "_list_out", "auto")


_READ = _forms()
_WRITTEN = {
    "Tensor": Parameter(f"{TENSOR}&", f"to<{TENSOR}>()", "_base"),
    "Tensor[]": _READ["Tensor[]"],
}


def parameter(type_: Type) -> Parameter | None:
    """Return the C++ form of an argument, or None if the runtime has none."""
    return (_WRITTEN if type_.is_write else _READ).get(type_.plain)


def accepted(type_: Type) -> tuple[str, ...]:
    """Names of the types that an argument can have, be it to read or to write."""
    return tuple(_WRITTEN if type_.is_write else _READ)


def returned(returns: tuple[Return, ...]) -> str | None:
    """Return the C++ return type of a kernel, or None if the runtime has none."""
    types = [_returned(each.type) for each in returns]
    known = [each for each in types if each is not None]
    if len(known) < len(types):
        return None
    if not known:
        return "void"
    return known[0] if len(known) == 1 else f"std::tuple<{', '.join(known)}>"


def _returned(type_: Type) -> str | None:
    if type_.plain == "Tensor":
        return f"{TENSOR}&" if type_.is_write else TENSOR
    if type_.plain == "Scalar":
        return SCALAR
    return _VALUES[type_.plain] if type_.plain in _RETURNS else None
