"""What arguments become: wheel files, rules, formats, output files."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from wheelcheck.cli.inputs import check_slugs, find_wheels, parse_outputs
from wheelcheck.errors import NoInputError, UsageError, WheelcheckError
from wheelcheck.reporters import check_json, check_text
from wheelcheck.reporters.formats import KNOWN, formats_of, reporter_for


def touch(folder: Path, *names: str) -> list[Path]:
    """Make empty files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in names]
    for path in paths:
        path.touch()
    return paths


def test_folder_gives_its_wheels_sorted(tmp_path: Path) -> None:
    """Only wheels, in a fixed order, not those of folders below."""
    b, a, _ = touch(tmp_path, "b.whl", "a.whl", "a.tar.gz")
    touch(tmp_path / "below", "c.whl")

    assert find_wheels([str(tmp_path)]) == (a, b)


def test_glob_is_expanded_without_a_shell(tmp_path: Path) -> None:
    """A quoted glob works, and skips files that are not wheels."""
    a, _, deep = *touch(tmp_path, "a.whl", "a.tar.gz"), *touch(tmp_path / "below", "c.whl")

    assert find_wheels([str(tmp_path / "a*")]) == (a,)
    assert find_wheels([str(tmp_path / "**" / "*.whl")]) == (a, deep)


def test_existing_path_wins_over_its_glob_meaning(tmp_path: Path) -> None:
    """Brackets in a name that exists are not a glob."""
    (literal, _) = touch(tmp_path, "a[1].whl", "a1.whl")

    assert find_wheels([str(literal)]) == (literal,)


def test_wheel_given_twice_is_audited_once(tmp_path: Path) -> None:
    """The same file by name and by folder is one wheel; the order of arguments stays."""
    a, b = touch(tmp_path, "a.whl", "b.whl")

    assert find_wheels([str(b), str(tmp_path)]) == (b, a)


@pytest.mark.parametrize("name", ["missing.whl", "*.whl", "", "empty"])
def test_argument_that_names_nothing_is_no_input(tmp_path: Path, name: str) -> None:
    """A missing file, an unmatched glob and an empty folder all stop the run."""
    (tmp_path / "empty").mkdir()

    with pytest.raises(NoInputError):
        find_wheels([str(tmp_path / name)])


def test_one_unmatched_argument_among_others_stops_the_run(tmp_path: Path) -> None:
    """CI must not pass because one of its globs matched nothing."""
    (a,) = touch(tmp_path, "a.whl")

    with pytest.raises(NoInputError, match="nope"):
        find_wheels([str(a), str(tmp_path / "nope*.whl")])


def test_refused_path_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's words, without its number and without the path again."""

    def refuse(self: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "is_dir", refuse)
    with pytest.raises(WheelcheckError) as caught:
        find_wheels([str(tmp_path)])

    assert caught.value.message == f"cannot access {str(tmp_path)!r}: Permission denied"


def test_misspelt_command_is_suggested() -> None:
    """What is not a file may have been meant as a command."""
    with pytest.raises(NoInputError) as caught:
        find_wheels(["chek"])

    assert caught.value.hint == "did you mean 'check'?"


def test_word_that_was_given_is_not_suggested() -> None:
    """`wheelcheck check check`: the command exists, and that is no file."""
    with pytest.raises(NoInputError, match="no such file or folder: 'check'") as caught:
        find_wheels(["check"])

    assert caught.value.hint is None


def test_unknown_rule_is_a_usage_error_with_a_suggestion() -> None:
    """The close match is named."""
    with pytest.raises(UsageError, match="unknown rule 'absolute-rpath' in --ignore") as caught:
        check_slugs(["absolute-rpath"], "--ignore")

    assert caught.value.hint == "did you mean 'absolute-search-path'?"


@pytest.mark.parametrize("slugs", [[""], ["absolute-search-path", " "]])
def test_empty_rule_is_a_usage_error(slugs: list[str]) -> None:
    """An unset variable would select every rule, or ignore none."""
    with pytest.raises(UsageError, match="--select is empty"):
        check_slugs(slugs, "--select")


def test_rules_may_be_separated_by_commas() -> None:
    """Repeating the option and commas mean the same."""
    slugs = ("absolute-search-path", "text-relocation")

    assert check_slugs(["absolute-search-path, text-relocation"], "--select") == slugs
    assert check_slugs(slugs, "--select") == slugs


@pytest.mark.parametrize("name", sorted({*KNOWN} - {*formats_of("rules")}))
def test_later_format_is_named_as_such(name: str) -> None:
    """A format of the interface that this document cannot be rendered in says so, and what it can be."""
    with pytest.raises(UsageError, match=f"format '{name}' in --format is not available here") as caught:
        reporter_for("rules", name, "--format")

    assert caught.value.hint == f"choose {' or '.join(formats_of('rules'))}"


def test_unknown_format_is_refused() -> None:
    """A misspelt format is suggested."""
    with pytest.raises(UsageError) as caught:
        reporter_for("check", "jsno", "--format")

    assert caught.value.hint == "did you mean 'json'?"


def test_output_files(tmp_path: Path) -> None:
    """FORMAT=FILE, as often as wanted."""
    outputs = parse_outputs([f"json={tmp_path / 'a=b.json'}", f"text={tmp_path / 't'}"], "check", [])

    assert [(reporter.format, path) for reporter, path in outputs] == [
        ("json", tmp_path / "a=b.json"),
        ("text", tmp_path / "t"),
    ]
    assert [reporter.render for reporter, _ in outputs] == [check_json.render, check_text.render]


@pytest.mark.parametrize("value", ["json", "json=", "=x", "sarif=x", "json=missing/folder/x", "json=."])
def test_output_that_cannot_be_written_is_refused_before_the_audit(value: str) -> None:
    """No format, no file, a format that is not built, a missing folder, a folder."""
    with pytest.raises(UsageError):
        parse_outputs([value], "check", [])


def test_output_to_standard_output_is_refused() -> None:
    """The report of --format goes there already, and `-` is not a file name."""
    with pytest.raises(UsageError, match="standard output") as caught:
        parse_outputs(["json=-"], "check", [])

    assert caught.value.hint == "use --format json instead"


def test_two_outputs_to_one_file_are_refused(tmp_path: Path) -> None:
    """The second would overwrite the first."""
    with pytest.raises(UsageError, match="two -o options write"):
        parse_outputs([f"json={tmp_path / 'x'}", f"text={tmp_path / '.' / 'x'}"], "check", [])


def test_output_over_a_wheel_is_refused(tmp_path: Path) -> None:
    """The wheel under audit is never overwritten."""
    (wheel,) = touch(tmp_path, "a.whl")

    with pytest.raises(UsageError, match="overwrite"):
        parse_outputs([f"json={wheel}"], "check", [wheel])


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_output_over_a_link_to_an_input_is_refused(link: str, tmp_path: Path) -> None:
    """Whatever its name, a file that the run reads is never overwritten."""
    (contract,) = touch(tmp_path, "contract")
    report = tmp_path / "report.json"
    getattr(report, link)(contract)

    with pytest.raises(UsageError, match="which this run reads"):
        parse_outputs([f"json={report}"], "check", [contract])


@pytest.mark.parametrize("name", ["new.whl", "pyproject.toml"])
def test_output_named_like_an_input_is_refused(name: str, tmp_path: Path) -> None:
    """A contract that another one extends is read too, without being an argument."""
    with pytest.raises(UsageError, match="named like a wheel or a contract"):
        parse_outputs([f"json={tmp_path / name}"], "check", [])


def test_output_in_a_deleted_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing working directory is not an internal error."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    with pytest.raises(UsageError, match="cannot write"):
        parse_outputs(["json=x.json"], "check", [])


def test_empty_argument_is_refused() -> None:
    """An unset variable must not audit the working directory."""
    with pytest.raises(UsageError, match="empty"):
        find_wheels([""])
