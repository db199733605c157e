"""unexpected-export."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.unexpected_export import unexpected_export
from wheelcheck.subject import Subject


def library(exports: dict[str, list[str]], *symbols: str) -> Subject:
    wheel = make_wheel(binaries=[make_binary("pair/liba.so", exports=symbols)])
    return make_subject(wheel, {"libraries": {"liba": {"exports": exports}}})


def test_third_party_names_are_reported_together() -> None:
    """One finding per object."""
    (found,) = problems(
        run(unexpected_export, library({"denied": ["z_*", "detail::*"]}, "z_a", "_ZN6detail1fEv"))
    )

    assert "2 symbols" in found.message


def test_allowed_name_is_exempt() -> None:
    """An exception to the deny list."""
    assert [] == run(unexpected_export, library({"denied": ["z_*"], "allowed": ["z_open"]}, "z_open"))


def test_nothing_denied_is_silent() -> None:
    """Exports are free by default."""
    assert [] == run(unexpected_export, library({}, "z_a"))
