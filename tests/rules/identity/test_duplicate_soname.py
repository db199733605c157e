"""duplicate-soname."""

from __future__ import annotations

import msgspec

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binary
from wheelcheck.model import Severity
from wheelcheck.rules.identity.duplicate_soname import duplicate_soname
from wheelcheck.wheel.model import Wheel

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def user(*needed: str) -> Binary:
    return make_binary(EXTENSION, exports=["PyInit__x"], needed=needed, runpath=["$ORIGIN"])


def with_equal_bytes(wheel: Wheel, *names: str) -> Wheel:
    members = (
        msgspec.structs.replace(member, digest=b"same") if member.name in names else member
        for member in wheel.members
    )
    return msgspec.structs.replace(wheel, members=tuple(members))


def test_two_files_with_one_soname_in_one_process_are_an_error() -> None:
    """Both are reached by DT_NEEDED."""
    wheel = make_wheel(
        binaries=[
            user("liba.so", "libb.so"),
            make_binary("pair/liba.so", soname="liba.so"),
            make_binary("pair/libb.so", soname="liba.so"),
        ]
    )
    (found,) = problems(run(duplicate_soname, wheel))

    assert None is found.severity
    assert "'pair/liba.so' and 'pair/libb.so'" in found.message


def test_equal_bytes_under_two_names_in_one_process_are_an_error() -> None:
    """Two plug-ins that are one file register everything twice."""
    wheel = make_wheel(binaries=[make_binary("pair/libp.so"), make_binary("pair/libq.so")])
    (found,) = problems(run(duplicate_soname, with_equal_bytes(wheel, "pair/libp.so", "pair/libq.so")))

    assert None is found.severity


def test_chain_of_copies_is_one_warning_with_the_waste() -> None:
    """Only the file with the soname's name is loaded."""
    names = [f"pair/liba.so{version}" for version in ("", ".1", ".1.2")]
    wheel = make_wheel(
        binaries=[user("liba.so.1"), *(make_binary(name, soname="liba.so.1", size=1000) for name in names)]
    )
    (found,) = problems(run(duplicate_soname, wheel))

    assert Severity.WARNING is found.severity
    assert "2,000 redundant bytes" in found.message
    assert "ship only the file named as its soname" in str(found.hint)


def test_chain_of_which_two_names_are_needed_is_an_error() -> None:
    """The loader does not know that they are one before it has opened the second."""
    wheel = make_wheel(
        binaries=[
            user("liba.so.1", "liba.so"),
            make_binary("pair/liba.so", soname="liba.so.1"),
            make_binary("pair/liba.so.1", soname="liba.so.1"),
        ]
    )
    (found,) = problems(run(duplicate_soname, wheel))

    assert None is found.severity


def test_alternatives_in_sibling_folders_are_a_warning() -> None:
    """A program picks one at run time."""
    wheel = make_wheel(
        binaries=[make_binary(f"pair/{each}libGL.so", soname="libGL.so") for each in ("", "software/")]
    )

    assert [Severity.WARNING] == [each.severity for each in problems(run(duplicate_soname, wheel))]


def test_declared_alternatives_are_a_warning() -> None:
    """The contract says that one process loads only one."""
    wheel = make_wheel(binaries=[make_binary(f"pair/libp{each}.so", soname="libp.so") for each in (1, 2)])
    contract = {"alternatives": {"p": {"any-of": ["pair/libp1.so", "pair/libp2.so"]}}}
    (found,) = problems(run(duplicate_soname, make_subject(wheel, contract)))

    assert Severity.WARNING is found.severity


def test_extension_modules_of_one_soname_are_fine() -> None:
    """Python opens them by path."""
    wheel = make_wheel(
        binaries=[
            make_binary(
                f"pair/{each}/_C.so", exports=["PyInit__C"], imports=["PyModuleDef_Init"], soname="_C.so"
            )
            for each in ("cpu", "gpu")
        ]
    )

    assert [] == run(duplicate_soname, wheel)


def test_other_machines_library_is_fine() -> None:
    """No process loads both."""
    machines = ("x86_64", "aarch64")
    wheel = make_wheel(
        binaries=[make_binary(f"pair/{arch}/libx.so", arch=arch, soname="libx.so") for arch in machines]
    )

    assert [] == run(duplicate_soname, wheel)


def test_left_over_copy_of_a_needed_library_is_a_warning() -> None:
    """Nothing says that it is ever opened."""
    wheel = make_wheel(
        binaries=[
            user("liba.so"),
            make_binary("pair/liba.so", soname="liba.so"),
            make_binary("pair/data/liba-old.so", soname="liba.so"),
        ]
    )

    assert [Severity.WARNING] == [each.severity for each in problems(run(duplicate_soname, wheel))]
