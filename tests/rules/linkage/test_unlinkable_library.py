"""unlinkable-library."""

from __future__ import annotations

from typing import Any

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binary
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.linkage.unlinkable_library import unlinkable_library

PC = {"pair/lib/pkgconfig/x.pc": "prefix=${pcfiledir}/../..\nLibs: -L${prefix}/lib -lx -ly\n"}


def library(name: str) -> Binary:
    return make_binary(
        f"pair/lib/lib{name}.so", needed=["liba.so"], imports=["a"], runpath=["$ORIGIN/../../pair.libs"]
    )


def found(files: dict[str, str], **of_a: Any) -> list[Problem]:
    binaries = [
        library("x"),
        library("y"),
        make_binary("pair.libs/liba.so", needed=["libb.so"], imports=["b"], exports=["a"], **of_a),
        make_binary("pair.libs/libb.so", exports=["b"]),
    ]
    return problems(run(unlinkable_library, make_subject(make_wheel(files=files, binaries=binaries))))


def test_offered_libraries_with_one_cause_are_one_finding() -> None:
    """It names them, the grafted library and what is missing."""
    (problem,) = found(PC)

    assert "libb.so" == problem.subject
    assert "pair/lib/libx.so" in problem.message
    assert "pair.libs/liba.so" in problem.message
    assert problem.severity is None


def test_own_search_path_of_the_grafted_library_cures_it() -> None:
    """As the hint says."""
    assert [] == found(PC, runpath=["$ORIGIN"])


def test_unoffered_libraries_of_an_sdk_get_a_note() -> None:
    """There are headers, and no config."""
    assert [Severity.NOTE] == [each.severity for each in found({"pair/include/x.h": ""})]


def test_wheel_without_headers_and_configs_is_no_sdk() -> None:
    """Nobody links against it."""
    assert [] == found({})


def test_hint_is_for_the_library_that_lacks_the_search_path() -> None:
    """Grafted libraries are cured together, one of the wheel's own by itself."""
    (grafted,) = found(PC)
    binaries = [
        make_binary("pair/lib/libx.so", needed=["liba.so"], imports=["a"], rpath=["$ORIGIN", "$ORIGIN/deep"]),
        make_binary("pair/lib/liba.so", needed=["libb.so"], imports=["b"], exports=["a"]),
        make_binary("pair/lib/deep/libb.so", exports=["b"]),
    ]
    files = {"pair/lib/pkgconfig/x.pc": "prefix=${pcfiledir}/../..\nLibs: -L${prefix}/lib -lx\n"}
    (own,) = problems(run(unlinkable_library, make_subject(make_wheel(files=files, binaries=binaries))))

    assert "each grafted library" in str(grafted.hint)
    assert "patchelf --add-rpath '$ORIGIN/deep' pair/lib/liba.so" in str(own.hint)
