"""One new module is a format, a report or a command, and none of them turns anything green by itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.wheelmaker import build_wheel
from wheelcheck.binary import reading
from wheelcheck.cli.main import built_commands, run
from wheelcheck.linking import loading
from wheelcheck.reporters.formats import formats_of
from wheelcheck.rules.base import BinaryRule
from wheelcheck.rules.catalogue import discover

MACHO = bytes.fromhex("cffaedfe") + bytes(4096)
MEMBER = "pair/_x.cpython-311-darwin.so"
READER = """
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.binary.reading import Reader


def _read(source, member, schemes):
    return tuple(
        Binary(
            member=member,
            slice=arch,
            size=source.size,
            format=Format.MACHO,
            kind=Kind.SHARED,
            arch=arch,
            bits=64,
            is_little_endian=True,
            machine=12,
            is_loadable=True,
            soname="/build/libx.dylib",
            needed=("libnowhere.dylib",),
        )
        for arch in ("x86_64", "arm64")
    )


READER = Reader(format=Format.MACHO, read=_read, holes=lambda head: ())
"""
REPORTER = """
from wheelcheck.reporters.formats import Need

NEEDS = frozenset({Need.WHEEL_SHA256})


def render(report, detail):
    return f"stub {report.exit_code} {report.wheels[0].sha256[:4]} {len(report.rules)} rules\\n"
"""
COMMAND = '''
import click


@click.command()
@click.pass_obj
def command(console):
    """Greet."""
    console.out("hello\\n")
    return 0
'''

AddModule = Callable[[str, dict[str, str]], None]


@pytest.fixture
def add_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AddModule]:
    """Put a module into a package of wheelcheck, as a new file in its folder would."""
    caches = (reading.reader_of, loading.loader_of, formats_of, built_commands)
    before = set(sys.modules)

    def add(package: str, files: dict[str, str]) -> None:
        folder = tmp_path / package.replace(".", "-")
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        module: ModuleType = __import__(package, fromlist=["_"])
        monkeypatch.setattr(module, "__path__", [*module.__path__, str(folder)])
        for cache in caches:
            cache.cache_clear()

    yield add
    for cache in caches:
        cache.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith("wheelcheck.") and str(tmp_path) in str(
            getattr(sys.modules[name], "__file__", "")
        ):
            del sys.modules[name]


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Give a wheel for macOS whose module needs a library that nothing ships."""
    folder = tmp_path / "dist"
    folder.mkdir()
    member = {"path": MEMBER, "hex": MACHO.hex()}
    return build_wheel({"tags": "cp311-cp311-macosx_11_0_universal2", "member": [member]}, folder)


def check(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    """Run `check --format json`."""
    code = run(["check", "--format", "json", *map(str, arguments)])
    return code, json.loads(capsys.readouterr().out)


def test_a_format_without_a_reader_is_not_checked(wheel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its members are named, one by one."""
    code, document = check(capsys, wheel)

    assert 0 == code
    assert [MEMBER] == [each["member"] for each in document["wheels"][0]["not_checked"]]
    assert 3 == check(capsys, wheel, "--require-complete")[0]


def test_a_reader_alone_turns_nothing_green(
    wheel: Path, add_module: AddModule, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every rule that has a meaning for the format says that it did not look, and so does the loader."""
    before = check(capsys, wheel)[1]["wheels"][0]
    add_module("wheelcheck.binary", {"macho/__init__.py": "", "macho/reader.py": READER})

    report = check(capsys, wheel)[1]["wheels"][0]
    skipped = {each["rule"]: each["reason"] for each in report["not_checked"]}

    concerned = {
        rule.slug for rule in discover() if any(f.value == "macho" for f in rule.concerns - rule.formats)
    }
    assert 2 == report["checked"]["binaries"]
    assert concerned | {"*"} == set(skipped)
    assert {"not implemented for Mach-O yet: 2 binaries were not checked"} == {
        reason for rule, reason in skipped.items() if rule != "*"
    }
    assert "no loader for Mach-O yet: its dependencies were not resolved" == skipped["*"]
    assert [MEMBER] == [each["member"] for each in report["not_checked"] if each["rule"] == "*"]
    assert report["checked"]["rules"] < before["checked"]["rules"] + 1
    assert len(report["not_checked"]) > len(before["not_checked"])
    assert 3 == check(capsys, wheel, "--require-complete")[0]


def test_a_reporter_is_one_module(
    wheel: Path, add_module: AddModule, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It renders its document, gets what it needs, and no other document is rendered as text in its name."""
    assert 2 == run(["check", str(wheel), "--format", "stub"])
    add_module("wheelcheck.reporters", {"check_stub.py": REPORTER})
    capsys.readouterr()

    assert 0 == run(["check", str(wheel), "--format", "stub", "-o", f"stub={tmp_path / 'out'}"])
    said = capsys.readouterr().out
    assert said.startswith("stub 0 ")
    assert said == (tmp_path / "out").read_text(encoding="utf-8")
    for command in ("show", "rules"):
        assert 2 == run([command, *([str(wheel)] if command == "show" else []), "--format", "stub"])
        assert "" == capsys.readouterr().out


def test_a_command_is_one_module(add_module: AddModule, capsys: pytest.CaptureFixture[str]) -> None:
    """It is found, listed and run."""
    add_module("wheelcheck.cli.commands", {"greet.py": COMMAND})

    assert 0 == run(["greet"])
    assert "hello\n" == capsys.readouterr().out
    assert 0 == run(["--help"])
    assert "greet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "format_"), [("check", "sarif"), ("show", "html"), ("rules", "junit"), ("probe", "xml")]
)
def test_unknown_pair_of_command_and_format_is_a_usage_error(
    wheel: Path, capsys: pytest.CaptureFixture[str], command: str, format_: str
) -> None:
    """Nothing is rendered as something else."""
    arguments = [] if command == "rules" else [str(wheel)]

    assert 2 == run([command, *arguments, "--format", format_])
    captured = capsys.readouterr()
    assert "" == captured.out
    assert format_ in captured.err


def test_every_rule_about_binaries_says_for_which_formats() -> None:
    """What is implemented lies within what has a meaning."""
    for rule in discover():
        assert rule.formats <= rule.concerns
        assert rule.concerns or not isinstance(rule, BinaryRule)
