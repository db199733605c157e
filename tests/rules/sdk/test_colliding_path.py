"""colliding-path."""

from __future__ import annotations

import pytest

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.rules.sdk.colliding_path import colliding_path
from wheelcheck.wheel.model import Wheel


def wheel_of(name: str, path: str, text: str, tag: str = "cp311-cp311-manylinux_2_28_x86_64") -> Wheel:
    return make_wheel(name=name, files={path: text}, tags=[tag])


def found(*wheels: Wheel) -> list[str]:
    return [each.message for each in problems(run(colliding_path, [make_subject(each) for each in wheels]))]


def test_one_path_with_other_bytes_is_reported() -> None:
    """Whatever scheme leads there."""
    (message,) = found(
        wheel_of("one", "shared/x.py", "1"), wheel_of("two", "two-1.0.data/purelib/shared/x.py", "2")
    )

    assert "site-packages/shared/x.py" in message


def test_equal_files_are_shared() -> None:
    """An empty `__init__.py` of a namespace."""
    assert [] == found(wheel_of("one", "shared/__init__.py", ""), wheel_of("two", "shared/__init__.py", ""))


@pytest.mark.parametrize(
    "tag",
    [
        "cp312-cp312-manylinux_2_28_x86_64",
        "cp311-cp311-macosx_11_0_arm64",
        "cp311-cp311-manylinux_2_28_aarch64",
    ],
)
def test_wheels_that_never_meet_do_not_collide(tag: str) -> None:
    """Another Python, system or machine."""
    assert [] == found(wheel_of("one", "shared/x.py", "1"), wheel_of("two", "shared/x.py", "2", tag))


def test_wheels_of_one_project_do_not_collide() -> None:
    """An environment holds one of them."""
    assert [] == found(wheel_of("one", "one/x.py", "1"), wheel_of("one", "one/x.py", "2", "py3-none-any"))


def test_finding_names_the_wheels_in_the_order_of_their_files() -> None:
    """The order of the command line changes nothing."""
    one, two = wheel_of("one", "shared/x.py", "1"), wheel_of("two", "shared/x.py", "2")
    said = [
        problems(run(colliding_path, [make_subject(each) for each in wheels]))
        for wheels in ((one, two), (two, one))
    ]

    assert said[0] == said[1]
    assert ["one and two: site-packages/shared/x.py"] == [each.subject for each in said[0]]
    assert said[0][0].message.startswith(f"{one.file!r} and {two.file!r} install 1 path")


def test_first_wheel_of_a_file_name_keeps_its_paths() -> None:
    """An older build that `--with` names beside the wheel under audit does not count in its place."""
    new, old = wheel_of("one", "shared/x.py", "2"), wheel_of("one", "shared/x.py", "1")
    two = wheel_of("two", "shared/x.py", "2")

    assert [] == problems(run(colliding_path, [make_subject(new, siblings=[old]), make_subject(two)]))
    assert 1 == len(problems(run(colliding_path, [make_subject(old, siblings=[new]), make_subject(two)])))


def test_siblings_belong_to_the_set() -> None:
    """Given by `--with`."""
    subject = make_subject(
        wheel_of("one", "x/x.py", "1"), siblings=[wheel_of("two", "x/x.py", "2", "py3-none-any")]
    )

    assert 1 == len(problems(run(colliding_path, [subject])))
