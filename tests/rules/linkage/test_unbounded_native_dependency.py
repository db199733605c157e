"""unbounded-native-dependency."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.linkage.unbounded_native_dependency import unbounded_native_dependency


def subjects(*requires: str, soname: str = "libother.so.2") -> list[str]:
    extension = make_binary("pair/_x.abi3.so", needed=[soname], runpath=["$ORIGIN/../other"])
    sibling = make_wheel(name="other", binaries=[make_binary(f"other/{soname}", soname=soname)])
    subject = make_subject(make_wheel(binaries=[extension], requires=requires), siblings=[sibling])
    return [each.subject for each in problems(run(unbounded_native_dependency, subject))]


def test_versioned_soname_without_upper_bound() -> None:
    """The next major takes the soname away."""
    assert ["other"] == subjects("other>=2")
    assert ["other"] == subjects("other")


def test_every_form_of_upper_bound_counts() -> None:
    """Exact, compatible and exclusive bounds."""
    for requirement in ("other<3", "other<=2.9", "other~=2.1", "other==2.*"):
        assert [] == subjects(requirement)


def test_soname_without_version_is_bound_to_nothing() -> None:
    """And a requirement that is missing is another rule's."""
    assert [] == subjects("other>=2", soname="libother.so")
    assert [] == subjects()
