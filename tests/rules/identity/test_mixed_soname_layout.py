"""mixed-soname-layout."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.identity.mixed_soname_layout import mixed_soname_layout
from wheelcheck.subject import Subject

CONTRACT = {
    "soname-groups": {"sdk": {"same-as": "liba"}},
    "libraries": {"liba": {"soname-group": "sdk"}, "libb": {"soname-group": "sdk"}},
}


def sdk(first: str, second: str, needed: str | None = None) -> Subject:
    binaries = [
        make_binary(f"pair/lib/{first}", soname=first),
        make_binary(f"pair/lib/{second}", soname=second, needed=[needed or first]),
    ]
    return make_subject(make_wheel(binaries=binaries), CONTRACT)


def test_one_versioned_library_is_reported() -> None:
    """The others have no version."""
    (found,) = problems(run(mixed_soname_layout, sdk("liba.so", "libb.so.1")))

    assert ("libb.so.1", "pair/lib/libb.so.1") == (found.subject, found.member)


def test_all_versioned_alike_is_silent() -> None:
    """Whatever form the model has is right."""
    assert [] == run(mixed_soname_layout, sdk("liba.so.1", "libb.so.1"))


def test_need_in_another_form_is_reported() -> None:
    """The libraries agree and one user does not."""
    (found,) = problems(run(mixed_soname_layout, sdk("liba.so", "libb.so", needed="liba.so.1")))

    assert "liba.so.1" == found.subject


def test_wrong_stem_is_another_rule() -> None:
    """A name that differs in more than the version is unexpected-soname."""
    binaries = [make_binary("pair/liba.so", soname="liba.so"), make_binary("pair/libb.so", soname="libz.so")]

    assert [] == run(mixed_soname_layout, make_subject(make_wheel(binaries=binaries), CONTRACT))


def test_model_that_differs_from_all_others_is_the_one_reported() -> None:
    """Where most libraries agree, the model was built wrongly."""
    binaries = [make_binary(f"pair/lib{each}.so", soname=f"lib{each}.so") for each in "bc"]
    model = make_binary("pair/liba.so", soname="liba.so.1")
    libraries = {f"lib{each}": {"soname-group": "sdk"} for each in "abc"}
    subject = make_subject(make_wheel(binaries=[model, *binaries]), {**CONTRACT, "libraries": libraries})
    (found,) = problems(run(mixed_soname_layout, subject))

    assert ("liba.so.1", "pair/liba.so") == (found.subject, found.member)
    assert "most of its libraries" in found.message
