"""duplicate-soname."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import Evidence, Problem, Severity
from wheelcheck.rules.identity.duplicate_soname import duplicate_soname
from wheelcheck.wheel.model import Wheel

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def user(*needed: str) -> Binary:
    return make_binary(EXTENSION, exports=["PyInit__x"], needed=needed, runpath=["$ORIGIN"])


def with_equal_bytes(wheel: Wheel, *names: str, digest: bytes = b"same") -> Wheel:
    members = (
        msgspec.structs.replace(member, digest=digest) if member.name in names else member
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


def test_problem_names_the_soname_the_copies_and_the_waste() -> None:
    """In one process, and in none."""
    wheel = make_wheel(
        binaries=[
            user("liba.so", "libb.so"),
            make_binary("pair/liba.so", soname="libone.so.1", size=1000),
            make_binary("pair/libb.so", soname="libone.so.1", size=1200),
            make_binary("pair/left/libGL.so", soname="libGL.so.1", size=1000),
            make_binary("pair/right/libGL.so", soname="libGL.so.1", size=1001),
        ]
    )
    hint = "ship one copy that all its users can find, or give each a soname of its own"

    assert [
        Problem(
            subject="libGL.so.1",
            member="pair/left/libGL.so",
            message=(
                "'pair/left/libGL.so', 'pair/right/libGL.so' are builds of one library, 'libGL.so.1'; "
                "no process is seen to load two of them"
            ),
            hint="list them as alternatives in the contract, if a program chooses among them at run time",
            severity=Severity.NOTE,
        ),
        Problem(
            subject="libone.so.1",
            member="pair/liba.so",
            message=(
                "'pair/liba.so', 'pair/libb.so' are the same library, 'libone.so.1'; "
                "one process loads both 'pair/liba.so' and 'pair/libb.so'"
            ),
            hint=hint,
            evidence=(Evidence(label="redundant bytes", value="1000"),),
        ),
    ] == run(duplicate_soname, wheel)


def test_copies_without_a_soname_go_by_the_name_of_the_first_file() -> None:
    """Groups are reported in the order of their first files."""
    names = ["pair/libz.so", "pair/liby.so", "pair/libb.so", "pair/liba.so"]
    wheel = make_wheel(binaries=[make_binary(name) for name in names])
    wheel = with_equal_bytes(wheel, *names[:2])
    wheel = with_equal_bytes(wheel, *names[2:], digest=b"other")
    found = problems(run(duplicate_soname, wheel))

    assert [("liba.so", "pair/liba.so"), ("liby.so", "pair/liby.so")] == [
        (each.subject, each.member) for each in found
    ]


def test_only_libraries_that_the_loader_opens_are_copies() -> None:
    """Not programs, object files, debug files, or what another loader opens."""
    kinds: dict[str, dict[str, Any]] = {
        "tool": {"kind": Kind.EXECUTABLE},
        "obj": {"kind": Kind.OBJECT},
        "debug": {"kind": Kind.DEBUG},
        "odd": {"is_loadable": False},
        "dll": {"format": Format.PE},
    }
    binaries = [
        make_binary(f"pair/{name}{number}", soname=name, **facts)
        for name, facts in kinds.items()
        for number in (1, 2)
    ]

    assert [] == run(duplicate_soname, make_wheel(binaries=binaries))


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


def test_third_copy_that_is_loaded_beside_the_first_is_an_error() -> None:
    """A link of its chain and a left-over copy, which come before it, change nothing."""
    for between in ("pair/liba.so.1", "pair/liba_old.so"):
        wheel = make_wheel(
            binaries=[
                user("liba.so", "libz.so"),
                *(
                    make_binary(name, soname="liba.so.1")
                    for name in ("pair/liba.so", between, "pair/libz.so")
                ),
            ]
        )
        (found,) = problems(run(duplicate_soname, wheel))

        assert found.severity is None
        assert found.message.endswith("one process loads both 'pair/liba.so' and 'pair/libz.so'")
        assert found.hint == "ship one copy that all its users can find, or give each a soname of its own"


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [
        ("pair/_x.abi3.so", "pair/_x.cpython-311-x86_64-linux-gnu.so", Severity.NOTE),
        ("pair/_x.abi3.so", "pair/_y.abi3.so", Severity.NOTE),
        ("pair/a/_x.abi3.so", "pair/b/_x.abi3.so", Severity.NOTE),
        ("pair/_x.abi3.so", "pair/libx.so", None),
        ("pair/libp.so", "pair/libp.fast.so", None),
        ("pair/plug", "pair/other", None),
        ("pair.so.d/libp.so", "pair.so.d/libq.so", None),
        ("pair-1.2.d/libp.so", "pair-1.2.d/libq.so.1", None),
        ("libp.so", "libp.so.1", Severity.WARNING),
        ("pair/libp-1.2.so", "pair/libp-1.2.so.3.4", Severity.WARNING),
    ],
)
def test_only_one_of_several_builds_is_opened(first: str, second: str, severity: Severity | None) -> None:
    """Of one module, or of the links of one chain; different names are opened side by side."""
    wheel = make_wheel(binaries=[make_binary(first), make_binary(second)])
    found = problems(run(duplicate_soname, with_equal_bytes(wheel, first, second)))

    assert [severity] == [each.severity for each in found]


def test_builds_in_sibling_folders_are_a_note() -> None:
    """A program picks one at run time; a contract that says so has nothing to hear."""
    wheel = make_wheel(
        binaries=[make_binary(f"pair/{each}libGL.so", soname="libGL.so") for each in ("x11/", "software/")]
    )
    contract = {"alternatives": {"gl": {"any-of": ["pair/x11/*", "pair/software/*"]}}}
    (found,) = problems(run(duplicate_soname, wheel))

    assert found.severity is Severity.NOTE
    assert [] == problems(run(duplicate_soname, make_subject(wheel, contract)))


def test_declared_alternatives_with_the_same_bytes_are_a_warning() -> None:
    """The contract says that one process loads only one; one file would do."""
    wheel = make_wheel(binaries=[make_binary(f"pair/libp{each}.so", soname="libp.so") for each in (1, 2)])
    wheel = with_equal_bytes(wheel, "pair/libp1.so", "pair/libp2.so")
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


def test_identical_stubs_of_a_module_are_a_note() -> None:
    """They use nothing of the interpreter themselves, and only one has the name that `import` wants."""
    names = ["pair/_x.so", "pair/lib_common.so"]
    wheel = make_wheel(binaries=[make_binary(name, exports=["PyInit__x"]) for name in names])
    (found,) = problems(run(duplicate_soname, with_equal_bytes(wheel, *names)))

    assert Severity.NOTE is found.severity
    assert "are the same extension module, '_x.so'" in found.message


def test_identical_modules_that_objects_are_linked_against_are_an_error() -> None:
    """Then the loader has two libraries where their users expect one."""
    names = ["pair/_a.abi3.so", "pair/_b.abi3.so"]
    wheel = make_wheel(binaries=[user("_a.abi3.so", "_b.abi3.so"), *(make_binary(name) for name in names)])
    (found,) = problems(run(duplicate_soname, with_equal_bytes(wheel, *names)))

    assert None is found.severity
    assert "are the same library" in found.message


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


@pytest.mark.parametrize(
    ("digests", "severity", "words"),
    [
        ((b"one", b"other"), Severity.WARNING, "are different extension modules with the soname '_x.so'"),
        ((b"one", b"one"), None, "one process loads both"),
    ],
)
def test_modules_with_one_soname_that_an_object_needs(
    digests: tuple[bytes, bytes], severity: Severity | None, words: str
) -> None:
    """Different ones stay two modules, but which of them the object gets depends on the order of imports."""
    names = ("pair/a/_x.abi3.so", "pair/b/_x.abi3.so")
    wheel = make_wheel(
        binaries=[
            *(make_binary(name, soname="_x.so", exports=["PyInit__x"]) for name in names),
            make_binary("pair/libuser.so", needed=["_x.so"]),
        ]
    )
    for name, digest in zip(names, digests, strict=True):
        wheel = with_equal_bytes(wheel, name, digest=digest)
    (found,) = problems(run(duplicate_soname, wheel))

    assert found.severity is severity
    assert words in found.message
