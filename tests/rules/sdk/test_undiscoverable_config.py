"""undiscoverable-config."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.sdk.undiscoverable_config import undiscoverable_config


def test_config_below_lib64_only_is_reported() -> None:
    """Debian does not search there."""
    wheel = make_wheel(files={"pair/lib64/cmake/pair/pairConfig.cmake": ""})

    assert ["pair"] == [each.subject for each in problems(run(undiscoverable_config, wheel))]


@pytest.mark.parametrize(
    "other",
    ["pair/lib/cmake/pair/pairConfig.cmake", "pair-1.0.data/data/share/cmake/pair/pairConfig.cmake"],
)
def test_copy_or_shim_elsewhere_is_enough(other: str) -> None:
    """The model answer to lib64."""
    wheel = make_wheel(files={"pair/lib64/cmake/pair/pairConfig.cmake": "", other: ""})

    assert [] == run(undiscoverable_config, wheel)


def test_config_that_another_one_looks_for_is_enough() -> None:
    """It names the folder."""
    text = 'find_package(helper HINTS "${CMAKE_CURRENT_LIST_DIR}/../helper")\n'
    files = {
        "pair/lib/cmake/pair/pairConfig.cmake": text.replace("../", "../../../lib64/cmake/"),
        "pair/lib64/cmake/helper/helperConfig.cmake": "",
    }

    assert [] == run(undiscoverable_config, make_wheel(files=files))


def test_entry_point_that_does_not_lead_to_the_config_is_reported() -> None:
    """Below the folder that it names, find_package looks elsewhere."""
    points = "[cmake.prefix]\npair = pair\n"
    files = {"pair-1.0.dist-info/entry_points.txt": points}

    assert ["pair"] == [
        each.subject
        for each in problems(
            run(undiscoverable_config, make_wheel(files={**files, "pair/data/x/pairConfig.cmake": ""}))
        )
    ]
    assert [] == run(
        undiscoverable_config, make_wheel(files={**files, "pair/lib/cmake/pair/pairConfig.cmake": ""})
    )
