"""Tests of broken-entry-point."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import Severity
from wheelcheck.rules.names.broken_entry_point import broken_entry_point
from wheelcheck.wheel.model import Wheel


def wheel_with(
    line: str, *, group: str = "console_scripts", requires: tuple[str, ...] = (), **files: str
) -> Wheel:
    points = {"pair-1.0.dist-info/entry_points.txt": f"[{group}]\n{line}\n"}
    modules = {path.replace("__", "/") + ".py": text for path, text in files.items()}
    return make_wheel(files={**points, "pair/__init__.py": "def main(): ...", **modules}, requires=requires)


def test_absent_module_is_reported() -> None:
    """The package is in the wheel, the module is not."""
    (problem,) = problems(run(broken_entry_point, wheel_with("pair = pair.cli:main")))

    assert Severity.ERROR is problem.severity
    assert "'pair.cli'" in problem.message


@pytest.mark.parametrize(
    "target", ["pair:cli", "pair.cli:main", "pair.cli:main [extra]", "pair.cli:main.run", "json.tool:main"]
)
def test_module_that_is_there_is_not_reported(target: str) -> None:
    """A module, its package, extras and the standard library pass."""
    code = "def main(): ...\n"

    assert [] == run(broken_entry_point, wheel_with(f"pair = {target}", pair__cli=code))


@pytest.mark.parametrize(
    ("group", "target", "code", "severity"),
    [
        ("plug-ins", "pair.cli.Thing", "class Thing: ...\n", Severity.WARNING),
        ("plug-ins", "pair.cli.Thing", "def __getattr__(n): ...\nALL = ['Thing']\n", Severity.WARNING),
        ("plug-ins", "pair.cli.Thing", "class Things: ...\n", Severity.ERROR),
        ("plug-ins", "pair.cli.Thing", "def __getattr__(n): ...\nALL = ['Things']\n", Severity.ERROR),
        ("plug-ins", "pair.cli.Thing:x", "class Thing: ...\n", Severity.ERROR),
        ("console_scripts", "pair.cli.Thing:x", "class Thing: ...\n", Severity.ERROR),
        ("plug-ins", "pair.tests.gone:x", "", Severity.WARNING),
    ],
)
def test_plugin_that_some_programs_can_load_is_a_warning(
    group: str, target: str, code: str, severity: Severity
) -> None:
    """An object spelled like a module; what only the wheel's own tests use."""
    (problem,) = problems(run(broken_entry_point, wheel_with(f"p = {target}", group=group, pair__cli=code)))

    assert severity is problem.severity
    assert ("'pair.cli:Thing'" in str(problem.hint)) == (
        target.endswith("Thing") and severity is Severity.WARNING
    )


@pytest.mark.parametrize("group", ["console_scripts", "gui_scripts"])
def test_program_without_a_function_is_an_error(group: str) -> None:
    """Installers refuse the wheel; a plug-in may be a module."""
    (problem,) = problems(run(broken_entry_point, wheel_with("pair = pair.cli", group=group, pair__cli="")))

    assert ("pair", None) == (problem.subject, problem.severity)
    assert "installers refuse the wheel" in problem.message
    assert [] == run(broken_entry_point, wheel_with("pair = pair.cli", group="plug-ins", pair__cli=""))


@pytest.mark.parametrize(
    "code",
    [
        "",
        '"""def main(): ..."""\n',
        "# main = 1\n",
        "def run():\n    main = 1\n    def main(): ...\n",
        "class X:\n    main = 1\n",
        "x.main = 1\nprint(main)\nrun(main=1)\n",
        'if __name__ == "__main__":\n    main()\n',
        'if __name__ == "__main__":\n    def main(): ...\n\n    main()\n',
        'if "__main__" == __name__:\n    from ._core import main\n',
    ],
)
def test_function_that_its_module_does_not_define_is_a_warning(code: str) -> None:
    """Nothing at the top of the module has the name."""
    (problem,) = problems(run(broken_entry_point, wheel_with("pair = pair.cli:main", pair__cli=code)))

    assert ("pair.cli:main", Severity.WARNING) == (problem.subject, problem.severity)


@pytest.mark.parametrize(
    "code",
    [
        "def main(): ...\n",
        "async def main(): ...\n",
        "class main: ...\n",
        "@deco\ndef main(): ...\n",
        "main = app\n",
        "main: App = app\n",
        "a = main = app\n",
        "other, main = apps\n",
        "from .x import main\n",
        "from .x import (\n    run as main,  # why\n)\n",
        "import main\n",
        "try:\n    from .x import main\nexcept ImportError:\n    def main(): ...\n",
        "if win:\n    def main(): ...\n",
        'if __name__ == "__main__" or win:\n    def main(): ...\n',
        'if __name__ != "__main__":\n    def main(): ...\n',
        'if __name__ == "__main__":\n    main()\nelse:\n    def main(): ...\n',
        "for main in apps: pass\n",
        "with app() as main: pass\n",
        "def setup():\n    global main\n    main = 1\n",
        "if (main := app()): pass\n",
        "from .x import *\n",
        "def __getattr__(name): ...\n",
        "globals()['main'] = 1\n",
        "sys.modules[__name__] = App()\n",
        "install(__name__)\n",
    ],
)
def test_function_that_may_be_there_is_not_reported(code: str) -> None:
    """Any way to bind a name at the top, and ways that the text does not spell out."""
    assert [] == run(broken_entry_point, wheel_with("pair = pair.cli:main", pair__cli=code))


def test_compiled_module_is_not_read() -> None:
    """Its source beside it need not be what is imported."""
    wheel = make_wheel(
        files={
            "pair-1.0.dist-info/entry_points.txt": "[console_scripts]\npair = pair.cli:main\n",
            "pair/__init__.py": "",
            "pair/cli.py": "",
        },
        binaries=[make_binary("pair/cli.cpython-311-x86_64-linux-gnu.so")],
    )

    assert [] == run(broken_entry_point, wheel)


def test_module_of_a_requirement_is_not_reported() -> None:
    """Another distribution brings it."""
    assert [] == run(broken_entry_point, wheel_with("y = yaml.cli:main", requires=("PyYAML",)))


def test_module_of_a_sibling_is_not_reported() -> None:
    """A sibling given beside the wheel brings it."""
    subject = make_subject(
        wheel_with("y = other.cli:main"), siblings=[make_wheel(name="o", files={"other/cli.py": ""})]
    )

    assert [] == run(broken_entry_point, subject)


@pytest.mark.parametrize(
    ("requires", "severity"), [((), Severity.ERROR), (("setuptools",), Severity.WARNING)]
)
def test_top_level_that_is_nowhere_weighs_by_what_is_known(
    requires: tuple[str, ...], severity: Severity
) -> None:
    """With requirements at hand, one of them might bring it under another name."""
    (problem,) = problems(run(broken_entry_point, wheel_with("t = tools.trace:main", requires=requires)))

    assert severity is problem.severity


def test_entries_of_one_module_are_one_finding() -> None:
    """Two commands of one absent module have one cause."""
    (problem,) = problems(run(broken_entry_point, wheel_with("a = pair.cli:a\nb = pair.cli:b")))

    assert "'a' (console_scripts), 'b' (console_scripts)" in problem.message


@pytest.mark.parametrize("name", ["../../evil", "/bin/evil", "..\\evil"])
def test_program_name_that_leads_elsewhere_is_reported(name: str) -> None:
    """The installer joins it to the folder of programs."""
    (problem,) = problems(run(broken_entry_point, wheel_with(f"{name} = pair:main")))

    assert name == problem.subject


def test_name_of_another_group_is_no_file_name() -> None:
    """Nothing is written for it."""
    assert [] == run(broken_entry_point, wheel_with("a/b = pair:main", group="plugins"))
