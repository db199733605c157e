"""missing-dependency."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_member, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.model import NotChecked
from wheelcheck.rules.linkage.missing_dependency import missing_dependency
from wheelcheck.subject import Subject


def sdk(*needed: str, must: tuple[str, ...] = ("libb",), **spec: Any) -> Subject:
    binaries = [make_binary("pair/liba.so", needed=needed), make_binary("pair/libb.so", soname="libb.so")]
    contract = {
        "libraries": {
            "liba": {"must-need": list(must), **spec},
            "libb": {},
            "libc2": {"presence": "optional"},
        }
    }
    return make_subject(make_wheel(binaries=binaries), contract)


def test_dropped_need_is_reported() -> None:
    """--as-needed took it away."""
    (found,) = problems(run(missing_dependency, sdk("libc.so.6")))

    assert ("libb", "pair/liba.so") == (found.subject, found.member)


def test_need_in_another_version_counts() -> None:
    """A wrong version is a fault of the soname, reported as that."""
    assert [] == run(missing_dependency, sdk("libb.so.1"))


def test_library_that_does_not_ship_is_not_asked_for() -> None:
    """missing-component reports it, if it is required."""
    assert [] == run(missing_dependency, sdk(must=("libc2",)))


def test_glob_reaches_what_ships_and_may_be_needed() -> None:
    """What must not be needed is left out of a glob."""
    assert ["libb"] == [
        each.subject for each in problems(run(missing_dependency, sdk(must=("libb*", "libc2*"))))
    ]
    assert [] == run(missing_dependency, sdk(must=("lib[bc]*",), **{"must-not-need": ["libb"]}))


def test_glob_over_names_wants_one_of_them() -> None:
    """A library that the contract does not declare."""
    assert ["libq.so*"] == [
        each.subject for each in problems(run(missing_dependency, sdk(must=("libq.so*",))))
    ]
    assert [] == run(missing_dependency, sdk("libq.so.3", must=("libq.so*",)))


def test_unread_library_is_not_checked() -> None:
    """A file that no reader took is not clean."""
    wheel = make_wheel(members=[make_member("pair/liba.dylib", kind=Format.MACHO)])
    (said,) = run(
        missing_dependency, make_subject(wheel, {"libraries": {"liba": {"must-need": ["libb.so"]}}})
    )

    assert isinstance(said, NotChecked)
