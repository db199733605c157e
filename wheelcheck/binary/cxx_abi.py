"""Which of libstdc++'s two string ABIs a mangled name uses.

GCC manual, Dual ABI: the new `std::string` is `std::__cxx11::basic_string`; the old one is mangled as
the abbreviation `Ss` (Itanium C++ ABI, 5.1.10).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from wheelcheck.binary.names import qualified_name

_NEW = "7__cxx11"
# Literals, template parameters, array bounds, function parameters and substitutions contain digits or
# capitals that are neither a length nor an abbreviation. No number of a compiler is longer than
# the bounds.
_TOKEN = re.compile(
    r"(?P<skip>L[a-z]n?\d{1,40}E|[TA]\d{0,9}_|f[pL]\d{0,9}p?\d{0,9}_|S[0-9A-Z]{0,9}_)"
    r"|(?P<length>\d{1,9})|(?P<old>Ss)|."
)

_LIBRARY = frozenset({"std", "__gnu_cxx", "__cxxabiv1"})


class StringAbis(NamedTuple):
    """Names with a string of each ABI in their signature, sorted."""

    new: tuple[str, ...]
    old: tuple[str, ...]


def string_abis(symbols: Iterable[str], is_chosen: Callable[[str], bool] | None = None) -> StringAbis:
    """Sort mangled names by string ABI.

    Args:
        symbols: mangled names; others are skipped.
        is_chosen: which names count. None: all but those in `std`, which every use of a string exports.
    """
    is_chosen = is_chosen or _is_own
    new, old = [], []
    for symbol in symbols:
        is_new = _NEW in symbol
        if not is_new and "Ss" not in symbol:
            continue
        if symbol.startswith("_Z") and is_chosen(symbol):
            if is_new:
                new.append(symbol)
            elif has_old_string(symbol):
                old.append(symbol)
    return StringAbis(tuple(sorted(new)), tuple(sorted(old)))


def has_old_string(symbol: str) -> bool:
    """Whether a mangled name contains the abbreviation for the old string, outside its identifiers."""
    at = 2
    while at < len(symbol):
        match = _TOKEN.match(symbol, at)
        if match is None:
            return False
        if match["old"]:
            return True
        at = match.end() + (int(match["length"]) if match["length"] else 0)
    return False


def _is_own(symbol: str) -> bool:
    return qualified_name(symbol).partition("::")[0] not in _LIBRARY
