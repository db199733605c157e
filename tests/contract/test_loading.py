"""Contract files: every fault is reported with its file, its key and a hint."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.contracts import load_contract, passed_over, select_contract
from wheelcheck.errors import ContractError

LINUX = ("manylinux_2_28_x86_64",)


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


SCHEME = "[schemes]\nx = {{records = {{entry-points = [], size = 8, name = 0, key = 0, function = 0, {}}}}}"
FAULTS = {
    "unknown table": ("librarys = 1", "librarys: unknown key", "did you mean 'libraries'?"),
    "unknown key": (
        "[libraries.x]\nmust-ned = []",
        "libraries.x.must-ned: unknown key",
        "did you mean 'must-need'?",
    ),
    "quoted key": ('[libraries."x y"]\nmust-need = "a"', 'libraries."x y".must-need: ', ""),
    "wrong word": (
        "[libraries.x]\npresence = 'requird'",
        "libraries.x.presence: ",
        "did you mean 'required'?",
    ),
    "wrong type": (
        "[limits]\nmembers = 'many'",
        "limits.members: expected an integer, found 'many' (str)",
        "",
    ),
    "wrong item": ("[members.a]\nglobs = [1]", "members.a.globs[0]: ", ""),
    "table expected": ("limits = 3", "limits: expected a table, found 3 (int)", ""),
    "unknown rule in severities": (
        "[severities]\nabsolute-serch-path = 'error'",
        "severities.absolute-serch-path: unknown rule 'absolute-serch-path'",
        "did you mean 'absolute-search-path'?",
    ),
    "undeclared library of a probe": (
        'probes.p = { library = "x1" }\nlibraries.x = {}',
        "probes.p.library: library 'x1' is not declared",
        "did you mean 'x'?",
    ),
    "undeclared header folder of a probe": (
        'probes.p = { headers = ["y"] }',
        "probes.p.headers: header folder 'y' is not declared",
        "declare it under headers",
    ),
    "undeclared scheme of a probe": (
        'probes.p = { scheme = "executorh" }',
        "probes.p.scheme: registration scheme 'executorh' is not declared",
        "did you mean 'executorch'?",
    ),
    "unknown registration scheme": (
        "[libraries.x.registers.executorh.aten]\ncount = 1",
        "libraries.x.registers.executorh: registration scheme 'executorh' is not declared",
        "did you mean 'executorch'?",
    ),
    "unknown severity": (
        "[severities]\nabsolute-search-path = 'eror'",
        "severities.absolute-search-path: ",
        "'error'",
    ),
    "unknown rule in ignores": (
        "[[ignores]]\nrule = 'absolute-search-pat'\nreason = 'x'",
        "ignores[0].rule: unknown rule 'absolute-search-pat'",
        "did you mean 'absolute-search-path'?",
    ),
    "no reason": (
        "[[ignores]]\nrule = 'absolute-search-path'",
        "ignores[0].reason: required key",
        "add 'reason'",
    ),
    "empty reason": (
        "[[ignores]]\nrule = 'absolute-search-path'\nreason = ' '",
        "ignores[0].reason: the reason is empty",
        "reason",
    ),
    "no date": (
        "[[ignores]]\nrule = 'absolute-search-path'\nreason = 'x'\nexpires = 'soon'",
        "ignores[0].expires: expected a date (2030-01-31), found 'soon'",
        "",
    ),
    "unknown base": (
        "extends = 'executorh'",
        "extends: unknown contract 'executorh'",
        "did you mean 'executorch'?",
    ),
    "fault in a row": (
        "[[rows]]\nwhen = {systems = ['linux']}\nthen.limits.membrs = 1",
        "rows[0].then.limits.membrs: unknown key",
        "did you mean 'members'?",
    ),
    "fault in a condition": (
        "[[rows]]\nwhen = {systems = ['linx']}\nthen = {}",
        "rows[0].when.systems[0]: ",
        "'linux'",
    ),
    "version range": (
        "[requires.foo]\nspecifier = '=1'",
        "requires.foo.specifier: '=1' is not a version specifier",
        "",
    ),
    "size below 0": ("[limits]\nwheel-size = -1", "limits.wheel-size: expected 0 or more, found -1", ""),
    "count below 0": (
        "[libraries.x.registers.executorch.aten]\ncount = -1",
        "libraries.x.registers.executorch.aten.count: expected 0 or more, found -1",
        "",
    ),
    "probe like itself": (
        "[probes.x]\nlike = 'x'",
        "probes.x: `like` leads back to this probe",
        "remove one",
    ),
    "size": ("[limits]\nwheel-size = '5 apples'", "limits.wheel-size: '5 apples' is not a size", "100 MB"),
    "expression": ("[libraries.x]\nsoname = 'regex:('", "libraries.x.soname: '(' does not parse", ""),
    "expression that never ends": (
        "[libraries.x]\nsoname = 'regex:(a+)+'",
        "libraries.x.soname: '(a+)+' repeats a part",
        "'Regular expressions'",
    ),
    "name pattern": (
        SCHEME.format("name-pattern = '.*.*'"),
        "schemes.x.records.name-pattern: '.*.*' can take quadratic time",
        "",
    ),
    "names pattern": (
        SCHEME.format("name-pattern = ''}, names = {entry-points = [], pattern = '\\u20ac'"),
        "schemes.x.names.pattern: ",
        "",
    ),
    "listed pattern": (
        "[probes.x]\nlisted = [{file = 'a', pattern = '(a)'}, {file = 'a', pattern = '(?=a)(b)'}]",
        "probes.x.listed[1].pattern: '(?=a)(b)' looks ahead",
        "",
    ),
    "listed pattern without group": (
        "[probes.x]\nlisted = [{file = 'a', pattern = 'a'}]",
        "probes.x.listed[0].pattern: 'a' has no group for the name",
        "",
    ),
    "expression in a row": (
        "[[rows]]\nwhen = {systems = ['linux']}\nthen.libraries.x.soname = 'regex:(a+)+'",
        "rows[0].then.libraries.x.soname: '(a+)+' repeats",
        "",
    ),
    "import name": (
        "[probes.x]\nimport-name = '../x'",
        "probes.x.import-name: '../x' is not a module",
        "'package.module'",
    ),
    "row that says nothing": ("[members.a]\ncount = 1", "members.a.globs: no globs given", ""),
    "rule like no other": (
        "[severities]\nrpath = 'error'",
        "severities.rpath: unknown rule 'rpath'",
        "wheelcheck rules",
    ),
    "need of an undeclared library": (
        "[libraries.libarrow]\nmust-not-need = ['libarrow_compute']",
        "libraries.libarrow.must-not-need: library 'libarrow_compute' is not declared",
        "declare it, or write 'libarrow_compute.so*'",
    ),
    "misspelt need": (
        "[libraries.libx]\n[libraries.libarrow]\nneeded-only = ['libarow']",
        "libraries.libarrow.needed-only: library 'libarow' is not declared",
        "did you mean 'libarrow'?",
    ),
    "closed list with an undeclared library": (
        "closed.needed = ['libm']",
        "closed.needed: library 'libm' is not declared",
        "'libm.so*'",
    ),
    "must-need glob that reaches nothing": (
        "[libraries.libx]\nmust-need = ['liby_*']",
        "libraries.libx.must-need: no declared library matches 'liby_*'",
        "'liby_*.so*'",
    ),
    "need in a row": (
        "[libraries.libx]\n[[rows]]\nwhen = {systems = ['linux']}\nthen.extensions.m.must-need = ['libz']",
        "rows[0].then.extensions.m.must-need: library 'libz' is not declared",
        "",
    ),
    "component of an undeclared library": (
        "[packages.p.components.c]\nlibrary = 'libc2'",
        "packages.p.components.c.library: library 'libc2' is not declared",
        "declare it under libraries",
    ),
    "host class": (
        "[externals]\n'libibverbs.so.1' = { host = 'rmda' }",
        "externals.\"libibverbs.so.1\".host: unknown host class 'rmda'",
        "did you mean 'rdma'?",
    ),
    "external without a provider": (
        "[externals]\n'libx.so' = {}",
        'externals."libx.so": no provider given',
        "host",
    ),
    "unknown group": (
        "[libraries.x]\nsoname-group = 'sdk'",
        "libraries.x.soname-group: soname group 'sdk'",
        "",
    ),
    "syntax": ("x =", "mine.toml: Invalid value", "TOML"),
    "empty file": ("", "contains no contract", ""),
    "several": ("[contract.a]\n[contract.b]\n", "contains 2 contracts", "mine.toml#a"),
    "in a named table": (
        "[contract.a]\nextend = 'b'",
        "contract.a.extend: unknown key",
        "did you mean 'extends'?",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_names_file_key_and_way_out(fault: str, tmp_path: Path) -> None:
    """One line that says where, and a hint."""
    text, message, hint = FAULTS[fault]
    path = write(tmp_path, text)
    with pytest.raises(ContractError) as caught:
        load_contract(str(path))

    assert str(path) in caught.value.message
    assert message in caught.value.message
    assert hint in (caught.value.hint or "")
    assert 2 == caught.value.exit_code


def test_cycle_of_extends_is_told(tmp_path: Path) -> None:
    """With the chain."""
    path = write(tmp_path, "[contract.a]\nextends = 'b'\n[contract.b]\nextends = 'a'\n")
    with pytest.raises(ContractError, match="a -> b -> a"):
        load_contract(f"{path}#a")


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("extends = 'nope'", "", "use one of: default, executorch, executorch-so1"),
        ("extends = 'extra'", "", "use one of: default, executorch, executorch-so1"),
        ("name = 'default'\nextends = 'nope'", "", "use one of: executorch, executorch-so1"),
        (
            "[contract.a]\nextends = 'nope'\n[contract.b]\nextends = 'a'\n[contract.c]\n",
            "#a",
            "use one of: c, default, executorch, executorch-so1",
        ),
        (
            "[contract.a]\nextends = 'nope'\n[contract.b]\nextends = 'c'\n[contract.c]\nextends = 'b'\n",
            "#a",
            "use one of: b, c, default, executorch, executorch-so1",
        ),
    ],
)
def test_base_that_would_be_a_cycle_is_not_suggested(text: str, name: str, hint: str, tmp_path: Path) -> None:
    """Neither the contract itself nor one that extends it."""
    path = write(tmp_path, text, "ext.toml")
    with pytest.raises(ContractError, match="extends: unknown contract") as caught:
        load_contract(f"{path}{name}")

    assert hint == caught.value.hint


def test_wrong_type_is_said_once(tmp_path: Path) -> None:
    """In the words of TOML, without those of the library that noticed."""
    path = write(tmp_path, "name = 1")
    with pytest.raises(ContractError) as caught:
        load_contract(str(path))

    assert f"{path}: name: expected a string, found 1 (int)" == caught.value.message


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wheelcheck.toml", ""),
        ("wheelcheck.toml", "# later\n[contract]\n"),
        ("pyproject.toml", "[tool.wheelcheck]\n"),
    ],
)
def test_file_of_the_project_without_a_contract_is_an_error(name: str, text: str, tmp_path: Path) -> None:
    """As it is when it is named: a gate that checks less than its owner thinks would pass."""
    path = write(tmp_path, text, name)
    named = rf"^{re.escape(str(path))}: contains no contract$"
    with pytest.raises(ContractError, match=named) as caught:
        load_contract(str(path))
    assert "write one, or name a built-in contract" == caught.value.hint
    with pytest.raises(ContractError, match=named) as caught:
        load_contract("default", tmp_path)
    assert "write one, or remove it" == caught.value.hint
    with pytest.raises(ContractError, match=named):
        select_contract("pair", "1.0", LINUX, tmp_path)


def test_unknown_name_and_unreadable_file(tmp_path: Path) -> None:
    """Neither is a traceback."""
    with pytest.raises(ContractError, match="unknown contract 'executorh'"):
        load_contract("executorh", tmp_path)
    with pytest.raises(ContractError, match="cannot read contract"):
        load_contract(str(tmp_path / "absent.toml"))


def test_contract_without_permission_is_not_called_misnamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is the right one; the reason is said once, without the number of the error."""
    path = write(tmp_path, "limits.members = 1")

    def refuse(self: Path, _mode: str) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ContractError) as caught:
        load_contract(str(path), tmp_path)

    assert f"cannot read contract {str(path)!r}: Permission denied" == caught.value.message
    assert "make it readable" == caught.value.hint


@pytest.mark.parametrize("name", ["absent.toml", ".toml/", "null\0.toml"])
def test_contract_that_is_no_file_is_called_so(name: str, tmp_path: Path) -> None:
    """A missing file, a folder and a name that no file can have."""
    (tmp_path / ".toml").mkdir()
    with pytest.raises(ContractError, match="cannot read contract") as caught:
        load_contract(f"{tmp_path}/{name}")

    assert "name a file or a built-in contract" == caught.value.hint


def test_extends_merges_tables_and_replaces_lists(tmp_path: Path) -> None:
    """Three dots keep what was inherited; arrays of tables are appended."""
    text = """
    [contract.base]
    description = "base"
    libraries.a = { must-need = ["x.so"], must-not-need = ["y.so"] }
    ignores = [{ rule = "executable-stack", reason = "one" }]

    [contract.over]
    extends = "base"
    libraries.a = { must-need = ["z.so"], must-not-need = ["...", "w.so"] }
    ignores = [{ rule = "text-relocation", reason = "two" }]
    """
    over = load_contract(f"{write(tmp_path, text)}#over")

    assert ("z.so",) == over.libraries["a"].must_need
    assert ("y.so", "w.so") == over.libraries["a"].must_not_need
    assert ["one", "two"] == [ignore.reason for ignore in over.ignores]
    assert ("over", "") == (over.name, over.description)


def test_extends_another_file(tmp_path: Path) -> None:
    """The path counts from the extending file."""
    write(tmp_path, "limits.members = 3", "base.toml")
    (tmp_path / "sub").mkdir()
    path = write(tmp_path / "sub", "extends = '../base.toml'")

    assert 3 == load_contract(str(path)).limits.members


def test_built_in_is_chosen_by_distribution_whatever_the_version(tmp_path: Path) -> None:
    """It applies to old wheels too."""
    chosen = [
        select_contract(name, "1.0", LINUX, tmp_path).name for name in ("executorch", "ExecuTorch", "torch")
    ]

    assert ["executorch", "executorch", "default"] == chosen


def test_own_files_come_first(tmp_path: Path) -> None:
    """A top-level contract without a distribution is for every wheel of the project."""
    write(
        tmp_path, "[contract.new]\nwheel = {distributions = ['pair'], versions = '>=2'}\n", "wheelcheck.toml"
    )
    write(tmp_path, "[tool.wheelcheck]\nlimits.members = 3\n", "pyproject.toml")

    assert "new" == select_contract("pair", "2.0", LINUX, tmp_path).name
    assert 3 == select_contract("pair", "1.0", LINUX, tmp_path).limits.members
    assert "new" == load_contract("new", tmp_path).name


def test_platforms_steer_the_choice(tmp_path: Path) -> None:
    """As tag globs."""
    text = "[contract.linux]\nwheel = {distributions = ['pair'], platforms = ['*linux*']}\n"
    write(tmp_path, text, "wheelcheck.toml")

    assert "linux" == select_contract("pair", "1.0", LINUX, tmp_path).name
    assert "default" == select_contract("pair", "1.0", ("win_amd64",), tmp_path).name


def test_distributions_are_compared_as_indexes_do(tmp_path: Path) -> None:
    """Underscores, dots and capitals do not tell them apart."""
    write(tmp_path, "[contract.own]\nwheel = {distributions = ['Pair_.Tools*']}\n", "wheelcheck.toml")

    assert "own" == select_contract("pair-tools-extra", "1.0", LINUX, tmp_path).name


def test_pyproject_of_another_tool_is_no_contract(tmp_path: Path) -> None:
    """Nothing under tool.wheelcheck, nothing chosen."""
    write(tmp_path, "[project]\nname = 'pair'\n", "pyproject.toml")

    assert "default" == select_contract("pair", "1.0", LINUX, tmp_path).name


def test_needs_may_be_keys_globs_and_names_of_files(tmp_path: Path) -> None:
    """A library that only a row declares is declared."""
    text = """
    [libraries.libx]
    must-need = ["liby", "lib[yz]*", "libq.so.1", "libq.so*"]
    must-not-need = ["libtorch*", "KERNEL32.dll", "libc++.1.dylib"]
    needed-only = ["/System/Library/Frameworks/Metal.framework/Versions/A/Metal", "ld-linux-x86-64.so.2"]
    [[rows]]
    when = { systems = ["linux"] }
    then.libraries.liby.presence = "required"
    then.packages.p.components.y.library = "liby"
    """

    assert {"libx"} == set(load_contract(str(write(tmp_path, text))).libraries)


def test_fault_in_a_row_is_counted_in_its_own_file(tmp_path: Path) -> None:
    """Not from the first of those that it inherits."""
    row = "[[rows]]\nwhen = {}\nthen.libraries.x.must-need = ['%s']\n"
    write(tmp_path, row % "x.so", "base.toml")
    path = write(tmp_path, "extends = 'base.toml'\n" + row % "liby")
    with pytest.raises(ContractError, match=r"rows\[0\]\.then\.libraries\.x\.must-need: library 'liby'"):
        load_contract(str(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[ignores]]\nrule = 'build-path-leak'\nreason = 'x'\n", "executorch"),
        ("extends = 'executorch'\n", None),
        ("extends = 'executorch-so1'\n", None),
        ("[contract.base]\nextends = 'executorch'\n[contract.own]\nextends = 'base'\n", None),
        ("extends = 'default'\n", "executorch"),
        ("[wheel]\ndistributions = ['other']\n", None),
    ],
)
def test_own_contract_that_replaces_a_built_in_one_is_told(
    text: str, expected: str | None, tmp_path: Path
) -> None:
    """Unless it extends it, at whatever distance; a contract for other wheels replaces nothing."""
    write(tmp_path, text, "wheelcheck.toml")

    assert expected == passed_over("executorch", "1.5.1", LINUX, tmp_path)
    assert passed_over("pair", "1.0", LINUX, tmp_path) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("limits.members = " + "9" * 5000, "digits"),
        ("".join(f"[contract.a{i}]\nextends = 'a{i + 1}'\n" for i in range(1500)), "chain of more than"),
        ("[[rows]]\nwhen = {}\nthen = {extends = 'executorch'}", "a row cannot set 'extends'"),
        ("[[rows]]\nwhen = {}\nthen = {rows = []}", "a row cannot set 'rows'"),
    ],
)
def test_hostile_or_meaningless_text_is_told(text: str, said: str, tmp_path: Path) -> None:
    """It is an error of the contract, and none of the program."""
    path = write(tmp_path, text)
    with pytest.raises(ContractError, match=said):
        load_contract(f"{path}#a0" if "contract.a0" in text else str(path))


def test_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    """Editors on Windows write one."""
    path = write(tmp_path, "\ufefflimits.members = 3")

    assert 3 == load_contract(str(path)).limits.members
