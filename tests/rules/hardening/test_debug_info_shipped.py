"""debug-info-shipped."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("size", "debug", "severity"),
    [
        (19_900_000, 5_000_000, Severity.WARNING),
        (20_000_000, 5_000_000, None),
        (10_000_000, 4_999_999, None),
    ],
)
def test_heavy_debug_information_is_a_warning(size: int, debug: int, severity: Severity | None) -> None:
    """From 5 MB and a quarter of what is installed: below either, nobody would rebuild the wheel for it."""
    (problem,) = found(a=(size, debug))

    assert severity is problem.severity
    assert problem.message.endswith(", and 25% of the installed wheel") is bool(severity)


def test_stripped_files_are_fine() -> None:
    """Nothing to save."""
    assert [] == found(a=(10000, 0))
