"""dead-search-path."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.linkage.dead_search_path import dead_search_path

EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


def test_folder_that_no_wheel_installs_is_reported() -> None:
    """The message names where the entry leads."""
    (found,) = problems(
        run(dead_search_path, make_binary("pair/libx.so", runpath=["$ORIGIN", "$ORIGIN/extensions"]))
    )

    assert "$ORIGIN/extensions" == found.subject
    assert "site-packages/pair/extensions" in found.message


def test_folder_of_a_sibling_is_alive() -> None:
    """All wheels of the set make one environment."""
    wheel = make_wheel(binaries=[make_binary("pair/libx.so", runpath=["$ORIGIN/../other/lib"])])
    sibling = make_wheel(name="other", binaries=[make_binary("other/lib/libo.so")])

    assert [] == run(dead_search_path, make_subject(wheel, siblings=[sibling]))


def test_unresolved_dependency_speaks_for_the_dead_entry() -> None:
    """One root cause is one finding."""
    wheel = make_wheel(
        binaries=[
            make_binary(EXTENSION, exports=["PyInit__x"], needed=["liba.so"], runpath=["$ORIGIN/extensions"]),
            make_binary("pair/extension/liba.so"),
        ]
    )

    assert [] == run(dead_search_path, wheel)


def test_hop_to_the_declared_external_distribution_is_not_called_dead() -> None:
    """The contract says who brings the library; that wheel is not at hand."""
    wheel = make_wheel(
        binaries=[
            make_binary(
                EXTENSION,
                exports=["PyInit__x"],
                needed=["libo.so"],
                runpath=["$ORIGIN/../other/lib", "$ORIGIN/typo"],
            )
        ]
    )
    subject = make_subject(wheel, {"externals": {"libo.so": {"distribution": "other"}}})

    assert ["$ORIGIN/typo"] == [each.subject for each in problems(run(dead_search_path, subject))]


def test_entry_that_escapes_is_left_to_its_rule() -> None:
    """It has a finding already."""
    assert [] == run(dead_search_path, make_binary("pair/libx.so", runpath=["$ORIGIN/../../nvidia/lib"]))
