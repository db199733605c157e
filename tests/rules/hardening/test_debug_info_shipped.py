"""debug-info-shipped."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.hardening.debug_info_shipped import debug_info_shipped


def found(**sizes: tuple[int, int]) -> list[Problem]:
    """Run the rule on a wheel with these files: name → size and size of the debug sections."""
    binaries = [
        make_binary(f"pair/{name}.so", size=size, debug_size=debug) for name, (size, debug) in sizes.items()
    ]
    return problems(run(debug_info_shipped, make_wheel(binaries=binaries)))


def test_debug_sections_are_noted_with_their_size() -> None:
    """The size is what stripping saves."""
    (problem,) = found(a=(10000, 2500))

    assert None is problem.severity
    assert "2,500 bytes of debug information, 25% of 1 binary" == problem.message
    assert "pair/a.so" == problem.member


def test_one_finding_for_the_wheel_names_every_binary() -> None:
    """The bytes are those of all, the heaviest comes first, and stripped ones are not named."""
    (problem,) = found(b=(10000, 1000), a=(10000, 2000), c=(10000, 0))

    assert "3,000 bytes of debug information, 15% of 2 binaries" == problem.message
    assert ["pair/a.so", "pair/b.so"] == [each.value for each in problem.evidence]
    assert ["2,000 bytes", "1,000 bytes"] == [each.label for each in problem.evidence]


def test_more_than_half_of_one_file_is_a_warning() -> None:
    """Most of that download is for nobody, and the message names it."""
    (problem,) = found(a=(90000, 10), b=(10000, 5001))

    assert Severity.WARNING is problem.severity
    assert problem.message.endswith(", and more than half of 'pair/b.so'")


def test_stripped_files_are_fine() -> None:
    """Nothing to save."""
    assert [] == found(a=(10000, 0))
