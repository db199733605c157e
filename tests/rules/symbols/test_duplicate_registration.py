"""duplicate-registration."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Kind, Registration
from wheelcheck.rules.symbols.duplicate_registration import duplicate_registration
from wheelcheck.subject import Subject


def extensions(**registrations: Sequence[str | Registration]) -> Subject:
    binaries = [
        make_binary(
            f"pair/{name}.cpython-311-x86_64-linux-gnu.so", exports=[f"PyInit_{name}"], registrations=each
        )
        for name, each in registrations.items()
    ]
    return make_subject(make_wheel(binaries=binaries))


def test_two_imports_of_one_name_are_reported() -> None:
    """One interpreter imports both; one finding names all that they share."""
    names = ["ns::a", "ns::b"]
    (found,) = problems(run(duplicate_registration, extensions(_x=names, _y=names)))

    assert "ns::a" == found.subject
    assert "2 names" in found.message


def test_other_key_is_another_kernel() -> None:
    """A specialised kernel and its fallback live together."""
    keyed = Registration("executorch-kernels", "ns", "a", "v1/7;0,1")
    binaries = [
        make_binary(
            "pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x"], registrations=["ns::a"]
        ),
        make_binary("pair/_y.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__y"], registrations=[keyed]),
    ]

    assert [] == run(duplicate_registration, make_subject(make_wheel(binaries=binaries)))


def test_one_key_in_two_objects_is_reported() -> None:
    """A specialised kernel can be registered once too, whatever else has its name."""
    keyed = Registration("executorch-kernels", "ns", "a", "v1/7;0,1")
    (found,) = problems(
        run(duplicate_registration, extensions(_x=["ns::b", keyed], _y=[keyed], _z=["ns::a"]))
    )

    assert ["pair/_x", "pair/_y"] == [
        each.value.partition(".")[0] for each in found.evidence if each.label == "registered by"
    ]
    assert "ns::a (v1/7;0,1)" == found.subject


def test_other_registry_is_another_name() -> None:
    """Each has names of its own."""
    other = Registration("of-another-project", "ns", "a", None)

    assert [] == run(duplicate_registration, extensions(_x=["ns::a"], _y=[other]))


def test_programs_of_their_own_are_silent() -> None:
    """No process runs two programs."""
    binaries = [
        make_binary(f"pair/bin/{name}", kind=Kind.EXECUTABLE, registrations=["ns::a"])
        for name in ("one", "two")
    ]

    assert [] == run(duplicate_registration, make_subject(make_wheel(binaries=binaries)))


def test_alternatives_are_silent() -> None:
    """The contract says that one process loads one of them."""
    subject = extensions(_x=["ns::a"], _y=["ns::a"])
    contract = {"alternatives": {"builds": {"any-of": ["pair/_x.*", "pair/_y.*"]}}}

    assert [] == run(duplicate_registration, make_subject(subject.wheel, contract))


CONFIG = """
get_filename_component(_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_name one two)
  add_library(pair::${_name} SHARED IMPORTED)
  set_target_properties(pair::${_name} PROPERTIES IMPORTED_LOCATION "${_root}/lib/lib${_name}.so")
endforeach()
"""


def offered(config: str = CONFIG, *, soname: str | None = None, needed: Sequence[str] = ()) -> Subject:
    """Make an SDK of two libraries that register one name, and that nothing in the wheel loads together."""
    binaries = [
        make_binary(
            f"pair/lib/lib{name}.so",
            soname=soname or f"lib{name}.so",
            needed=needed if name == "two" else (),
            runpath=["$ORIGIN"],
            registrations=["ns::a"] if name == "one" or not needed else [],
        )
        for name in ("one", "two")
    ]
    binaries += [make_binary(f"pair/lib/{name}", soname=name, registrations=["ns::a"]) for name in needed]
    files = {"pair/lib/cmake/pair/pair-config.cmake": config}
    return make_subject(make_wheel(binaries=binaries, files=files))


def test_two_components_of_one_package_are_reported() -> None:
    """A program that links both aborts when it starts."""
    (found,) = problems(run(duplicate_registration, offered()))

    assert found.severity is None
    assert "2 objects that 'pair/lib/cmake/pair/pair-config.cmake' offers to one program" in found.message
    assert ["pair/lib/libone.so", "pair/lib/libtwo.so"] == [
        each.value for each in found.evidence if each.label == "registered by"
    ]


def test_library_behind_a_component_counts() -> None:
    """What a component needs is in the program too."""
    (found,) = problems(run(duplicate_registration, offered(needed=["libimpl.so"])))

    assert ["pair/lib/libimpl.so", "pair/lib/libone.so"] == [
        each.value for each in found.evidence if each.label == "registered by"
    ]


def test_components_that_are_not_offered_together_are_silent() -> None:
    """One of them, one library under two names, and alternatives of the contract."""
    alternatives = {"alternatives": {"builds": {"any-of": ["pair/lib/libone.so", "pair/lib/libtwo.so"]}}}

    assert [] == run(duplicate_registration, offered(CONFIG.replace("one two", "two")))
    assert [] == run(duplicate_registration, offered(soname="libboth.so.1"))
    assert [] == run(duplicate_registration, make_subject(offered().wheel, alternatives))
