"""no-link-name."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.sdk.no_link_name import no_link_name
from wheelcheck.wheel.model import Wheel

HEADER = {"pair/include/x.h": ""}


def wheel_of(*names: str, **files: str) -> Wheel:
    return make_wheel(files={**HEADER, **files}, binaries=[make_binary(name) for name in names])


def test_versioned_library_without_a_short_name_is_reported() -> None:
    """All of them in one finding."""
    (problem,) = problems(run(no_link_name, wheel_of("pair/libx.so.1", "pair/liby.so.1.2")))

    assert "libx.so" == problem.subject
    assert "2 libraries" in problem.message


def test_linker_script_or_copy_is_a_link_name() -> None:
    """In any folder of the environment."""
    assert [] == run(no_link_name, wheel_of("pair/libx.so.1", **{"pair/lib/libx.so": "INPUT(libx.so.1)"}))


def test_config_that_names_the_library_is_enough() -> None:
    """Consumers link its target."""
    text = 'set(X_LIBRARIES "${CMAKE_CURRENT_LIST_DIR}/libx.so.1")\n'

    assert [] == run(no_link_name, wheel_of("pair/libx.so.1", **{"pair/xConfig.cmake": text}))


def test_grafted_and_extension_modules_are_no_public_libraries() -> None:
    """Nor anything in a wheel without headers."""
    names = ("pair.libs/libz-1234abcd.so.1", "pair/_x.cpython-311-x86_64-linux-gnu.so")

    assert [] == run(no_link_name, wheel_of(*names))
    assert [] == run(no_link_name, make_wheel(binaries=[make_binary("pair/libx.so.1")]))


def test_declared_library_makes_it_an_error() -> None:
    """The contract promises it."""
    subject = make_subject(wheel_of("pair/libx.so.1"), {"libraries": {"libx": {}}})

    assert [Severity.ERROR] == [each.severity for each in problems(run(no_link_name, subject))]
