"""Variants of an operator that native_functions.yaml only names under `autogen`.

Their signatures are derived from the signature of the entry, by the rules of
torchgen/native_function_generation.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from wheelcheck.codegen.schema import Alias, Argument, Return, Schema, Type

_TENSOR_OPTIONS = (
    ("dtype", "ScalarType"),
    ("layout", "Layout"),
    ("device", "Device"),
    ("pin_memory", "bool"),
)


def derive_variant(entry: Schema, base: str, overload: str) -> Schema | None:
    """Return the output or functional variant of `entry` with this name, or None if it is neither."""
    if overload == _output_overload(entry.overload) and base == _without_inplace(entry.base):
        return _output_variant(entry)._replace(base=base, overload=overload)
    if overload == entry.overload and base != entry.base:
        return _functional_variant(entry)._replace(base=base, overload=overload)
    return None


def _output_overload(overload: str) -> str:
    return f"{overload}_out" if overload else "out"


def _without_inplace(base: str) -> str:
    if base.startswith("__") and base.endswith("__"):
        return f"__{base[3:]}" if base.startswith("__i") else base
    return base.removesuffix("_")


def _is_inplace(entry: Schema) -> bool:
    return _without_inplace(entry.base) != entry.base


def _output_variant(entry: Schema) -> Schema:
    if _is_inplace(entry):
        own = next(each for each in entry.arguments if each.name == "self")
        output = Argument(own.type, "out")
        positional = tuple(_without_alias(each) if each.name == "self" else each for each in entry.positional)
        return entry._replace(positional=positional, keyword=(*entry.keyword, output))
    outputs, returns = _returned_outputs(entry)
    if any(each.type.is_write for each in entry.arguments):
        return entry._replace(keyword=(*entry.keyword, *outputs), returns=returns)
    return entry._replace(
        positional=tuple(map(_without_alias, entry.positional)),
        keyword=(*map(_without_alias, _without_options(entry.keyword)), *outputs),
        returns=returns,
    )


def _returned_outputs(entry: Schema) -> tuple[tuple[Argument, ...], tuple[Return, ...]]:
    used = {name for each in entry.arguments if each.type.alias for name in each.type.alias.before}
    free = [letter for letter in ascii_lowercase if letter not in used]
    are_tensors = all(each.type.plain == "Tensor" for each in entry.returns)
    outputs = []
    returns = []
    for index, each in enumerate(entry.returns):
        if not each.type.is_tensor_like:
            returns.append(each)
            continue
        written = each.type._replace(alias=Alias((free[index],), is_write=True))
        outputs.append(Argument(written, "out" if len(entry.returns) == 1 else f"out{index}"))
        if are_tensors:
            returns.append(Return(written))
    return tuple(outputs), tuple(returns)


def _functional_variant(entry: Schema) -> Schema:
    returned = {each.type.alias for each in entry.returns}
    written = [
        Return(_plain(each.type), f"{each.name}_out")
        for each in _in_order_of_returns(entry)
        if each.type.is_write and each.type.alias not in returned
    ]
    kept = tuple(each for each in entry.keyword if not each.type.is_write)
    return entry._replace(
        positional=tuple(map(_without_alias, entry.positional)),
        keyword=tuple(map(_without_alias, _without_options(kept))),
        returns=(*(Return(_plain(each.type), each.name) for each in entry.returns), *written),
    )


def _in_order_of_returns(entry: Schema) -> Iterator[Argument]:
    yield from (each for each in entry.positional if each.name == "self")
    yield from entry.outputs
    yield from (each for each in entry.positional if each.name != "self")


def _without_options(keyword: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """Leave out the four arguments of a factory function, which no output variant has."""
    size = len(_TENSOR_OPTIONS)
    for start in range(len(keyword) - size + 1):
        group = keyword[start : start + size]
        if all(
            each.name == name and each.type.plain.removesuffix("?") == base
            for each, (name, base) in zip(group, _TENSOR_OPTIONS, strict=True)
        ):
            return keyword[:start] + keyword[start + size :]
    return keyword


def _without_alias(argument: Argument) -> Argument:
    return argument._replace(type=_plain(argument.type))


def _plain(type_: Type) -> Type:
    return type_._replace(alias=None)
