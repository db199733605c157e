"""missing-soname."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.identity.missing_soname import missing_soname
from wheelcheck.wheel.model import Wheel

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def needing(name: str) -> Wheel:
    return make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=[name], runpath=["$ORIGIN"]),
            make_binary(f"pair/{name}", exports=["PyInit_y"] if "cpython" in name else ["y"]),
        ]
    )


def test_needed_library_without_soname_is_reported() -> None:
    """The finding names who needs it."""
    (found,) = problems(run(missing_soname, needing("liba.so")))

    assert "liba.so" == found.subject
    assert EXTENSION in found.message


def test_declared_library_makes_it_an_error() -> None:
    """The contract promises it to consumers."""
    subject = make_subject(needing("liba.so"), {"libraries": {"liba": {}}})

    assert [Severity.ERROR] == [each.severity for each in problems(run(missing_soname, subject))]


def test_extension_module_needs_none() -> None:
    """Not even when another module links it."""
    assert [] == run(missing_soname, needing("_y.cpython-311-x86_64-linux-gnu.so"))


def test_plug_in_needs_none() -> None:
    """Nobody links it."""
    assert [] == run(missing_soname, make_binary())


def test_offered_library_without_soname_is_reported() -> None:
    """A consumer's link line records its path."""
    config = "prefix=${pcfiledir}/../..\nName: x\nDescription: x\nVersion: 1\nLibs: -L${prefix}/lib -lx\n"
    wheel = make_wheel(files={"pair/lib/pkgconfig/x.pc": config}, binaries=[make_binary("pair/lib/libx.so")])

    assert ["libx.so"] == [each.subject for each in problems(run(missing_soname, wheel))]


def test_empty_soname_is_none() -> None:
    """DT_SONAME names an empty string."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=["liba.so"], runpath=["$ORIGIN"]),
            make_binary("pair/liba.so", soname=""),
        ]
    )

    assert ["liba.so"] == [each.subject for each in problems(run(missing_soname, wheel))]
