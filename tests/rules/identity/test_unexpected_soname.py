"""unexpected-soname."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.binary.model import Binary
from wheelcheck.rules.identity.unexpected_soname import unexpected_soname


def libraries(*names: tuple[str, str | None], needed: tuple[str, ...] = ()) -> list[Binary]:
    user = make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", needed=needed)
    return [user, *(make_binary(f"pair/lib/{name}", soname=soname) for name, soname in names)]


VERSIONED = {"soname-groups": {"sdk": {"version": "1"}}, "libraries": {"libx": {"soname-group": "sdk"}}}


def test_unversioned_library_is_one_finding_with_its_users() -> None:
    """File name, soname and needs are wrong together: one root cause."""
    wheel = make_wheel(binaries=libraries(("libx.so", "libx.so"), needed=("libx.so",)))
    (found,) = problems(run(unexpected_soname, make_subject(wheel, VERSIONED)))

    assert ("libx.so", "pair/lib/libx.so") == (found.subject, found.member)
    assert "libx.so.1" in found.message


def test_right_version_everywhere_is_silent() -> None:
    """File name, soname and need carry the version."""
    wheel = make_wheel(binaries=libraries(("libx.so.1", "libx.so.1"), needed=("libx.so.1",)))

    assert [] == run(unexpected_soname, make_subject(wheel, VERSIONED))


def test_one_wrong_need_of_a_right_library_is_reported() -> None:
    """Every DT_NEEDED entry has the version too."""
    wheel = make_wheel(binaries=libraries(("libx.so.1", "libx.so.1"), needed=("libx.so",)))
    (found,) = problems(run(unexpected_soname, make_subject(wheel, VERSIONED)))

    assert "libx.so" == found.subject


def test_development_copy_beside_the_right_file_is_silent() -> None:
    """The file that is called as its soname is the library."""
    wheel = make_wheel(binaries=libraries(("libx.so", "libx.so.1"), ("libx.so.1", "libx.so.1")))

    assert [] == run(unexpected_soname, make_subject(wheel, VERSIONED))


def test_path_as_soname_is_left_to_absolute_soname() -> None:
    """One root cause, one finding."""
    wheel = make_wheel(binaries=libraries(("libx.so.1", "/build/libx.so.9")))

    assert [] == run(unexpected_soname, make_subject(wheel, VERSIONED))


def test_expression_holds_for_computed_versions() -> None:
    """A version made from the release number is matched, not spelled."""
    contract = {"libraries": {"libx": {"soname": "regex:libx\\.so\\.\\d{4}"}}}
    good = make_wheel(binaries=libraries(("libx.so.2600", "libx.so.2600")))
    bad = make_wheel(binaries=libraries(("libx.so.26", "libx.so.26")))

    assert [] == run(unexpected_soname, make_subject(good, contract))
    assert ["libx.so.26"] == [
        each.subject for each in problems(run(unexpected_soname, make_subject(bad, contract)))
    ]


def test_no_declaration_is_silent() -> None:
    """Without a contract any name is right."""
    assert [] == run(unexpected_soname, make_wheel(binaries=libraries(("libx.so.7", "liby.so"))))


def test_cure_for_an_expression_is_no_name() -> None:
    """Nobody can name a file after a pattern."""
    contract = {"libraries": {"libx": {"soname": "regex:zzz.*"}}}
    wheel = make_wheel(binaries=libraries(("libx.so", "libx.so")))
    (found,) = problems(run(unexpected_soname, make_subject(wheel, contract)))

    assert "expects a match of 'zzz.*'" in found.message
    assert "that match 'zzz.*'" in str(found.hint)


def test_every_library_that_a_glob_finds_is_judged() -> None:
    """Each by its own stem and its own users."""
    contract = {"libraries": {"plugins": {"stem": "libplug_*", "soname": "{stem}.so.1"}}}
    names = (("libplug_a.so.1", "libplug_a.so.1"), ("libplug_b.so", "libplug_b.so"))
    wheel = make_wheel(binaries=libraries(*names, needed=("libplug_a.so.1", "libplug_b.so")))
    (found,) = problems(run(unexpected_soname, make_subject(wheel, contract)))

    assert ("libplug_b.so", "pair/lib/libplug_b.so") == (found.subject, found.member)
    assert "libplug_b.so.1" in found.message
