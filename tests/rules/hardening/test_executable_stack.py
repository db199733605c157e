"""executable-stack."""

from __future__ import annotations

from tests.support.facts import make_binary, problems, run
from wheelcheck.binary.model import Kind
from wheelcheck.model import Severity
from wheelcheck.rules.hardening.executable_stack import executable_stack


def test_executable_stack_is_reported() -> None:
    """An error by the rule's own weight."""
    (found,) = problems(run(executable_stack, make_binary(executable_stack=True)))

    assert None is found.severity


def test_missing_header_on_x86_is_a_warning() -> None:
    """Kernels read its absence as a wish there."""
    said = problems(run(executable_stack, make_binary(executable_stack=None)))

    assert [Severity.WARNING] == [each.severity for each in said]


def test_missing_header_elsewhere_is_fine() -> None:
    """On aarch64 the stack holds no code by default."""
    assert [] == run(executable_stack, make_binary(arch="aarch64", executable_stack=None))


def test_object_file_is_fine() -> None:
    """It has no program headers."""
    assert [] == run(executable_stack, make_binary(kind=Kind.OBJECT, executable_stack=None))


def test_plain_stack_is_fine() -> None:
    """The usual RW."""
    assert [] == run(executable_stack, make_binary())
