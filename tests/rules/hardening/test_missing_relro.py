"""missing-relro."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.rules.hardening.missing_relro import missing_relro


def test_no_relro_is_noted() -> None:
    """The stronger of the two is named."""
    said = problems(run(missing_relro, make_binary(has_relro=False, binds_now=False)))

    assert ["PT_GNU_RELRO"] == [each.subject for each in said]


def test_lazy_binding_is_noted() -> None:
    """Half of the protection is missing."""
    said = problems(run(missing_relro, make_binary(binds_now=False)))

    assert ["BIND_NOW"] == [each.subject for each in said]


def test_full_relro_is_fine() -> None:
    """Both are there."""
    assert [] == run(missing_relro, make_binary())


def test_file_that_no_loader_reads_is_fine() -> None:
    """It has no tables to protect."""
    assert [] == run(missing_relro, make_binary(is_loadable=False, has_relro=False))
