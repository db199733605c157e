"""Names that C++ accepts."""

from __future__ import annotations

import re

KEYWORDS = frozenset(
    {
        "alignas",
        "alignof",
        "and",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "char16_t",
        "char32_t",
        "char8_t",
        "class",
        "co_await",
        "co_return",
        "co_yield",
        "compl",
        "concept",
        "const",
        "const_cast",
        "consteval",
        "constexpr",
        "constinit",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "not_eq",
        "nullptr",
        "operator",
        "or",
        "or_eq",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "requires",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "while",
        "xor",
        "xor_eq",
    }
)

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_SEPARATORS = re.compile(r"[^A-Za-z0-9]+", re.ASCII)


def is_identifier(name: str) -> bool:
    """Whether C++ accepts the name as an identifier."""
    return _IDENTIFIER.fullmatch(name) is not None and name not in KEYWORDS


def as_identifier(text: str) -> str:
    """Turn any text into the end of an identifier; names with doubled underscores are reserved."""
    return _SEPARATORS.sub("_", text).strip("_")


def parameter_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names for the parameters after `context`: names that C++ does not accept get underscores."""
    taken = {"context", *names}
    chosen = []
    for name in names:
        own = name
        while own in KEYWORDS or (own != name and own in taken) or own == "context":
            own += "_"
        taken.add(own)
        chosen.append(own)
    return tuple(chosen)
