"""`show`, `rules`, `explain`, and the public API."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import jsonschema
import pytest

import wheelcheck
from tests.reporters.test_check_json import schema
from tests.support.wheelmaker import build_wheel
from wheelcheck.cli.main import SPOKEN_FOR, built_commands, cli, run
from wheelcheck.rules.catalogue import discover

Captured = pytest.CaptureFixture[str]


def test_show_gives_facts(healthy: Path, capsys: Captured) -> None:
    """Facts as JSON follow the schema."""
    assert run(["show", str(healthy), "--format", "json"]) == 0

    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, schema("show"), jsonschema.Draft202012Validator)
    assert document["platform_floor"]["claimed"] == ["manylinux_2_28_x86_64"]
    assert document["binaries"][0]["soname"] == "libx.so"


def test_show_text(healthy: Path, capsys: Captured) -> None:
    """Facts as text name every binary."""
    assert run(["show", str(healthy)]) == 0
    assert "pair/lib/libx.so" in capsys.readouterr().out


def test_show_takes_one_wheel(healthy: Path, broken: Path) -> None:
    """Several wheels are a usage error."""
    assert healthy.parent == broken.parent
    assert run(["show", str(healthy.parent)]) == 2


def test_show_of_an_unreadable_wheel_is_3(unreadable: Path, capsys: Captured) -> None:
    """Nothing can be shown, and the reason is said."""
    assert run(["show", str(unreadable)]) == 3
    assert capsys.readouterr().err.startswith("error: ")


def test_show_with_an_unreadable_member_is_3(tmp_path: Path, capsys: Captured) -> None:
    """What could be read is shown, what could not is named."""
    member = {"path": "pair/cut.so", "hex": "7f454c46020101"}
    wheel = build_wheel({"member": [member]}, tmp_path)

    assert run(["show", str(wheel), "--format", "json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["unreadable"][0]["member"] == "pair/cut.so"
    assert "pair/cut.so" in captured.err


def test_rules_lists_the_catalogue(capsys: Captured) -> None:
    """Every rule, as text and as JSON."""
    slugs = [rule.slug for rule in discover()]

    assert run(["rules", "--format", "json"]) == 0
    assert [rule["rule"] for rule in json.loads(capsys.readouterr().out)["rules"]] == slugs
    assert run(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {slug} (" in text for slug in slugs)


@pytest.mark.parametrize("slug", [rule.slug for rule in discover()])
def test_explain_prints_the_page(slug: str, capsys: Captured) -> None:
    """Every rule has one."""
    assert run(["explain", slug]) == 0
    assert "## How to fix" in capsys.readouterr().out


def test_show_contract_prints_the_contract_in_force(healthy: Path, capsys: Captured) -> None:
    """The effective view, for a wheel or by name."""
    assert run(["check", "--show-contract", str(healthy)]) == 0
    assert "default" in capsys.readouterr().out
    assert run(["check", "--show-contract", "--contract", "executorch"]) == 0
    assert "quantized" in capsys.readouterr().out


def test_every_name_of_the_interface_is_a_command_or_reserved() -> None:
    """No command of the interface is ever taken for a wheel."""
    names = {
        *("check", "show", "probe", "codegen", "select-ops", "rules", "explain", "cmake-dir"),
        *("why", "who", "tree", "init", "diff", "sweep", "verify"),
    }

    assert names <= {*built_commands(), *SPOKEN_FOR}


@pytest.mark.parametrize("width", [80, 100])
def test_no_summary_is_cut_in_the_list_of_commands(width: int) -> None:
    """The first sentence of every command fits on a terminal of 80 columns."""
    context = click.Context(cli, info_name="wheelcheck", terminal_width=width, max_content_width=width)
    commands = {name: cli.get_command(context, name) for name in built_commands()}
    rows = cli.get_help(context).partition("Commands:\n")[2].splitlines()
    shown = dict(row.split(maxsplit=1) for row in rows)

    assert shown == {
        name: f"{(command.help or '').partition('.')[0]}." for name, command in commands.items() if command
    }


@pytest.mark.parametrize("name", ["", *built_commands()])
def test_help_is_whole(name: str, capsys: Captured) -> None:
    """Each quote is closed, and nothing names a page that an installed tool does not have."""
    assert run([*filter(None, [name]), "--help"]) == 0
    text = capsys.readouterr().out

    assert text.count("`") % 2 == 0
    assert text.count('"') % 2 == 0
    assert "docs/" not in text


def test_nothing_that_is_printed_names_a_page_of_the_checkout() -> None:
    """Hints and pages of rules are read where only the package is."""
    package = Path(wheelcheck.__file__).parent
    sources = {
        path.relative_to(package).as_posix(): path.read_text(encoding="utf-8")
        for suffix in ("py", "cmake", "toml")
        for path in package.rglob(f"*.{suffix}")
    }

    assert [] == [name for name, text in sources.items() if re.search(r"(?<![/\w])docs/[\w/]+\.md", text)]


def test_public_api_is_lazy() -> None:
    """`import wheelcheck` imports no more than the version."""
    code = "import sys, wheelcheck; print(*[m for m in sys.modules if m.startswith('wheelcheck.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout.split() == ["wheelcheck._version"]


def test_public_api(broken: Path) -> None:
    """Auditing from Python takes paths and options."""
    report = wheelcheck.audit([broken], wheelcheck.Options(contract="default"))

    assert report.exit_code == 1
    assert isinstance(report, wheelcheck.Report)
    assert isinstance(report.wheels[0].findings[0], wheelcheck.Finding)
    assert wheelcheck.Severity.ERROR in {finding.severity for finding in report.all_findings()}
    assert wheelcheck.load_contract("default").name == "default"


def test_unknown_public_name() -> None:
    """The module says what it does not have."""
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = wheelcheck.nothing_here


def test_pages_are_there_without_docstrings() -> None:
    """`PYTHONOPTIMIZE=2` takes the docstrings away, not the pages."""
    command = [sys.executable, "-OO", "-m", "wheelcheck", "explain", "missing-soname"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)

    assert "## How to fix" in done.stdout
