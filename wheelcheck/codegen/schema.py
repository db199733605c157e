"""Operator schemas as values: what `add.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)` means.

`str` of each returns the text again, spelled as PyTorch itself does.
"""

from __future__ import annotations

from typing import NamedTuple

BASE_TYPES = (
    "Device",
    "DeviceIndex",
    "DimVector",
    "Dimname",
    "Generator",
    "GraphModule",
    "Layout",
    "MemoryFormat",
    "QScheme",
    "Scalar",
    "ScalarType",
    "Storage",
    "Stream",
    "SymBool",
    "SymInt",
    "Tensor",
    "bool",
    "complex",
    "float",
    "int",
    "str",
)
"""Every type that a schema may name, whether or not code can be generated for it."""

CUSTOM_CLASS = "__torch__."
"""Prefix of the types that TorchScript classes define."""


class Alias(NamedTuple):
    """Which memory a tensor shares: `a`, `a!`, `a|b`, `a -> *`."""

    before: tuple[str, ...]
    is_write: bool = False
    after: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = "|".join(self.before) + ("!" if self.is_write else "")
        return f"{text} -> {'|'.join(self.after)}" if self.after else text


class Type(NamedTuple):
    """A type: `Tensor(a!)[]` is base `Tensor`, alias `a!`, suffixes `[]`."""

    base: str
    alias: Alias | None = None
    suffixes: tuple[str, ...] = ()
    """`?`, `[]` or `[N]`, innermost first."""

    @property
    def plain(self) -> str:
        """The type without alias and list sizes."""
        return self.base + "".join("?" if each == "?" else "[]" for each in self.suffixes)

    @property
    def is_write(self) -> bool:
        """Whether the operator writes to a value of this type."""
        return self.alias is not None and self.alias.is_write

    @property
    def is_tensor_like(self) -> bool:
        """Whether the type contains tensors in any form."""
        return self.base == "Tensor"

    def __str__(self) -> str:
        alias = "" if self.alias is None else f"({self.alias})"
        return f"{self.base}{alias}{''.join(self.suffixes)}"


class Argument(NamedTuple):
    """One argument; the default is kept as it is written."""

    type: Type
    name: str
    default: str | None = None

    def __str__(self) -> str:
        text = f"{self.type} {self.name}"
        return text if self.default is None else f"{text}={self.default}"


class Return(NamedTuple):
    """One returned value."""

    type: Type
    name: str | None = None

    def __str__(self) -> str:
        return str(self.type) if self.name is None else f"{self.type} {self.name}"


class Schema(NamedTuple):
    """A whole operator schema."""

    namespace: str | None
    base: str
    overload: str
    positional: tuple[Argument, ...]
    keyword: tuple[Argument, ...]
    """Arguments after `*`, outputs included."""
    returns: tuple[Return, ...]

    @property
    def name(self) -> str:
        """Name and overload without namespace, `add.out`."""
        return f"{self.base}.{self.overload}" if self.overload else self.base

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All arguments in the order of the stack."""
        return self.positional + self.keyword

    @property
    def outputs(self) -> tuple[Argument, ...]:
        """Keyword-only arguments that the operator writes."""
        return tuple(each for each in self.keyword if each.type.is_write)

    @property
    def unmarked_outputs(self) -> tuple[Argument, ...]:
        """Arguments that the operator writes although they precede `*`; those of in-place operators aside."""
        is_in_place = self.base.endswith("_") and self.base.startswith("__i") == self.base.endswith("__")
        return () if is_in_place else tuple(each for each in self.positional if each.type.is_write)

    def __str__(self) -> str:
        namespace = "" if self.namespace is None else f"{self.namespace}::"
        arguments = [str(each) for each in self.positional]
        if self.keyword:
            arguments += ["*", *map(str, self.keyword)]
        returns = ", ".join(map(str, self.returns))
        if len(self.returns) != 1:
            returns = f"({returns})"
        return f"{namespace}{self.name}({', '.join(arguments)}) -> {returns}"
