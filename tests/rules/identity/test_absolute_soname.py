"""absolute-soname."""

from __future__ import annotations

from tests.support.facts import make_binary, make_wheel, problems, run
from wheelcheck.rules.identity.absolute_soname import absolute_soname


def test_path_as_soname_is_reported_with_its_users() -> None:
    """They look for it at that path."""
    wheel = make_wheel(
        binaries=[
            make_binary("pair/liba.so", soname="/build/liba.so"),
            make_binary("pair/libb.so", soname="libb.so", needed=["/build/liba.so"]),
        ]
    )
    (found,) = problems(run(absolute_soname, wheel))

    assert "/build/liba.so" == found.subject
    assert ["pair/libb.so"] == [each.value for each in found.evidence]


def test_relative_path_as_soname_is_reported() -> None:
    """Any slash makes the loader open the name as it stands."""
    assert 1 == len(run(absolute_soname, make_binary(soname="lib/libx.so")))


def test_file_name_or_none_is_fine() -> None:
    """Whatever the file is called."""
    assert [] == run(absolute_soname, make_binary(soname="libx.so.1"))
    assert [] == run(absolute_soname, make_binary())
