"""missing-module: modules of its own packages that a wheel imports and lacks."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.model import NotChecked, Severity
from wheelcheck.rules.names.missing_module import missing_module
from wheelcheck.wheel.model import Wheel

NATIVE = make_binary("pair/_x.cpython-311-x86_64-linux-gnu.so", exports=["PyInit__x"])


def wheel_of(**sources: str) -> Wheel:
    files = {f"pair/{name}.py": text for name, text in sources.items()}
    return make_wheel(files={"pair/__init__.py": "", **files}, binaries=[NATIVE])


def names(wheel: Wheel) -> list[str]:
    found = problems(run(missing_module, wheel))
    return [each.value for problem in found for each in problem.evidence if each.label == "missing"] or [
        problem.subject for problem in found
    ]


@pytest.mark.parametrize(
    "code",
    [
        "from . import gone",
        "from .gone import x",
        "from .gone.deeper import x",
        "from pair import gone",
        "from pair.gone import *",
        "import pair.gone",
        "import os, pair.gone as g",
        "from . import (\n    _x,\n    gone,\n)",
        '"""text"""\nfrom . import gone',
    ],
)
def test_missing_module_is_reported(code: str) -> None:
    """However it is imported at the top of a module."""
    assert ["pair.gone"] == names(wheel_of(a=code))


@pytest.mark.parametrize(
    "code",
    [
        "from . import _x, b, sub, space",
        "from .b import anything",
        "from .sub.c import x",
        "from .sub import c, made, renamed",
        "from pair.space.d import x",
        "import pair, pair.b, pair.sub.c",
        "import other.gone",
        "try:\n    from . import gone\nexcept ImportError:\n    gone = None",
        "if sys.platform == 'win32':\n    from . import gone",
        "if TYPE_CHECKING:\n    from . import gone",
        "def f():\n    from . import gone",
        '"""\nfrom . import gone\n"""',
        "x = '''\nfrom . import gone\n'''",
        "# from . import gone",
        "from . import _win32_impl",
        "from .sub.__init__ import made",
        "from . import __version__, __file__",
    ],
)
def test_what_is_there_or_conditional_is_silent(code: str) -> None:
    """Files, names of packages, folders, other packages, conditions, texts and systems."""
    sub = "from .c import x as renamed\ndef made(): ...\n"
    files = {"b": "", "sub/__init__": sub, "sub/c": "", "space/d": "", "a": code, "__init__": ""}
    sources = {f"pair/{name}.py": text for name, text in files.items()}

    assert [] == names(make_wheel(files=sources, binaries=[NATIVE]))


@pytest.mark.parametrize(
    "init",
    [
        "gone = 1",
        "from .b import gone",
        "from .b import *",
        "def __getattr__(name): ...",
        "__path__ = extend_path(__path__, __name__)",
        "import lazy\nlazy.attach(__name__, ['gone'])",
        "for name in names:\n    globals()[name] = 1",
    ],
)
def test_package_that_may_serve_the_name_is_silent(init: str) -> None:
    """It defines it, or in a way that its text does not tell."""
    wheel = make_wheel(files={"pair/__init__.py": init, "pair/a.py": "from . import gone", "pair/b.py": ""})

    assert [] == names(wheel)


def test_package_that_imports_its_own_missing_module_is_reported() -> None:
    """The statement does not define what it asks for."""
    assert ["pair.gone"] == names(
        make_wheel(files={"pair/__init__.py": "from . import gone"}, binaries=[NATIVE])
    )


@pytest.mark.parametrize(
    "path", ["tests/t.py", "_vendor/v/x.py", "examples/e.py", "test_a.py", "conftest.py"]
)
def test_tests_and_vendored_copies_are_left_out(path: str) -> None:
    """Nobody imports them from the installed wheel, or their own project answers for them."""
    assert [] == names(make_wheel(files={"pair/__init__.py": "", f"pair/{path}": "from pair import gone"}))


def test_module_that_is_only_imported_under_a_condition_is_left_out() -> None:
    """And so is one that only such a module imports; one that is imported always is not."""
    wheel = wheel_of(
        a="try:\n    from . import b\nexcept ImportError:\n    pass\n",
        b="from . import c, gone",
        c="from . import lost",
    )

    assert [] == names(wheel)
    assert ["pair.gone", "pair.lost"] == names(
        wheel_of(a="from . import b", b="from . import c, gone", c="from . import lost")
    )


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from .folder import gone", "pair.folder.gone"),
        ("from .folder.gone import x", "pair.folder.gone"),
        ("import pair.folder.gone", "pair.folder.gone"),
    ],
)
def test_folder_that_lost_its_python_files_is_reported(code: str, name: str) -> None:
    """The extension module in it is there, the rest is not."""
    extension = make_binary("pair/folder/_c.cpython-311-x86_64-linux-gnu.so")
    files = {"pair/__init__.py": "", "pair/a.py": code, "pair/b.py": "from .folder import _c"}

    assert [name] == names(make_wheel(files=files, binaries=[extension]))


def test_namespace_package_is_left_out() -> None:
    """Another distribution may serve the rest of it."""
    assert [] == names(
        make_wheel(files={"space/pair/__init__.py": "", "space/pair/a.py": "import space.gone"})
    )


@pytest.mark.parametrize(
    ("code", "has_native", "severity"),
    [
        ("from . import a1, a2", True, Severity.WARNING),
        ("from . import a1, a2, a3", True, None),
        ("from . import a1", False, None),
    ],
)
def test_severity_by_number_and_native_code(
    code: str, *, has_native: bool, severity: Severity | None
) -> None:
    """Many names are a lost folder; a platform tag without native code means that the build went wrong."""
    wheel = make_wheel(
        files={"pair/__init__.py": "", "pair/api.py": code}, binaries=[NATIVE] if has_native else []
    )

    assert [severity] == [problem.severity for problem in problems(run(missing_module, wheel))]


def test_sibling_serves_the_module() -> None:
    """And a required distribution of the same family may do so."""
    files = {"pair/__init__.py": "", "pair/a.py": "from . import gone"}
    sibling = make_wheel(name="pair-core", files={"pair/gone.py": ""})
    wheel = make_wheel(files=files, requires=["pair-core"])
    (said,) = run(missing_module, wheel)

    assert isinstance(said, NotChecked)
    assert [] == run(missing_module, make_subject(wheel, siblings=[sibling]))
