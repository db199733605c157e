"""Libraries that Python code opens: what reaches a loading call, and what is only mentioned."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from tests.support.facts import make_wheel
from wheelcheck.wheel.metadata import if_computed
from wheelcheck.wheel.python.imports import Import, When
from wheelcheck.wheel.python.loads import outlined, scan_loads
from wheelcheck.wheel.python.names import Budget
from wheelcheck.wheel.python.opened import OpenedLibraries, is_opened, opened_libraries
from wheelcheck.wheel.python.tokens import TooMuchError


def opened(**sources: str) -> OpenedLibraries:
    files = {f"pair/{name}.py": text for name, text in sources.items()}
    return opened_libraries(make_wheel(files={"pair/__init__.py": "", **files}))


@pytest.mark.parametrize(
    "code",
    [
        'ctypes.CDLL("libx.so")',
        'ctypes.CDLL(name="libx.so", mode=1)',
        'ctypes.PyDLL(b"libx.so")',
        'ctypes.cdll.LoadLibrary("lib/libx.so")',
        'ctypes.cdll["libx.so"]',
        'ffi.dlopen("libx.so")',
        'torch.ops.load_library(Path(__file__).parent / "libx.so")',
        'spec_from_file_location("x", os.path.join(here, "libx.so"))',
        'CDLL(os.path.join(os.path.dirname(__file__), "libx.so"))',
        'CDLL(str(Path(__file__).resolve().parent.joinpath("lib", "libx.so")))',
        'CDLL(files("pair") / "libx.so")',
        'CDLL(f"{here}/libx.so")',
        'CDLL(f"{os.path.dirname(__file__)!s}/libx.so")',
        'name = "x"\nCDLL(f"lib{name}.so")',
        'name = "x"\nCDLL("lib" + name + ".so")',
        'CDLL("lib%s.so" % "x")',
        'CDLL("lib{}.so".format("x"))',
        'CDLL("lib" "x" ".so")',
        'CDLL("""libx.so""")',
        'NAME: str = "libx.so"\nCDLL(NAME)',
        'a = b = "libx.so"\nCDLL(b)',
        'NAME = "liby.so" if win else "libx.so"\nCDLL(NAME)',
        'if win:\n    NAME = "x.dll"\nelse: NAME = "libx.so"\nCDLL(NAME)',
        'NAMES = {"linux": "libx.so"}\nCDLL(NAMES[sys.platform])',
        'for name in ["liby.so", "libx.so"]:\n    try:\n        CDLL(name)\n    except OSError: pass',
        '[CDLL(each) for each in ("libx.so",)]',
        'names = []\nnames.append("libx.so")\nfor each in names: CDLL(each)',
        'def load(name):\n    return CDLL(os.path.join(here, name))\nload("libx.so")',
        'def load(*, stem="x"):\n    return CDLL(f"lib{stem}.so")\nload()',
        'def path():\n    return "libx.so"\nCDLL(path())',
        'async def path():\n    return "libx.so"\nCDLL(await path())',
        'class Lib:\n    name = "libx.so"\n    def open(self):\n        return CDLL(self.name)',
        'class Lib:\n    def __init__(self, n):\n        self.n = n\n        CDLL(self.n)\nLib("libx.so")',
        'class At:\n    def __init__(self, p): self.p = p\nwith At("libx.so") as p:\n    CDLL(p)',
        'from ctypes import CDLL as Open\nOpen("libx.so")',
        'opener = ctypes.CDLL\nopener("libx.so")',
        'opener = partial(ctypes.CDLL, mode=RTLD_GLOBAL)\nopener("libx.so")',
        'list(map(ctypes.CDLL, ["libx.so"]))',
        'if (name := "libx.so"):\n    CDLL(name)',
        'match system:\n    case "Linux":\n        name = "libx.so"\nCDLL(name)',
        'CDLL(glob.glob("/".join((here, "libx.so")))[0])',
        'print("libx.so" if 1 else "", CDLL("libx.so"))',
    ],
)
def test_text_that_reaches_a_loading_call(code: str) -> None:
    """By whatever simple way."""
    assert opened(a=code).has("libx.so")


@pytest.mark.parametrize(
    "code",
    [
        '# CDLL("libx.so")\nCDLL(name)',
        '"""CDLL("libx.so")"""\nCDLL(name)',
        'def f():\n    """Needs libx.so, see ctypes.CDLL("libx.so")."""\n    CDLL(name)',
        'NAME = "libx.so"\nCDLL("liby.so")',
        'print("libx.so")\nCDLL("liby.so")',
        'raise OSError("libx.so not found")\nCDLL("liby.so")',
        'if name == "libx.so":\n    CDLL("liby.so")',
        'CDLL("liby.so" if "libx.so" in names else "libz.so")',
        'if os.path.exists(os.path.join(here, "libx.so")):\n    CDLL(None)',
        'HELP = {"libx.so": "what"}\nCDLL("liby.so")',
        'def load(name):\n    return name\nload("libx.so")\nCDLL("liby.so")',
        'def load(name):\n    CDLL(name)\ndef note(name):\n    print(name)\nnote("libx.so")',
        'ext_modules = [Extension("x", libraries=["libx.so"])]',
        'CDLL("lib" + name + ".so")',
        'CDLL(f"lib{name}.so")',
    ],
)
def test_text_that_is_only_mentioned(code: str) -> None:
    """A comment, a docstring, a string that goes elsewhere, a name of which nothing is known."""
    assert not opened(a=code).has("libx.so")


def test_part_of_a_name_is_enough_when_it_tells_the_library() -> None:
    """A suffix that is computed, a version that is looked for."""
    found = opened(
        a='CDLL("libgadget" + suffix)', b='CDLL(glob("libwidget.so.*[0-9]")[0])', c="CDLL(f'lib{x}.so')"
    )

    assert ["libgadget.so", "libwidget.so.12"] == [
        name for name in ("libgadget.so", "libwidget.so.12", "libother.so") if found.has(name)
    ]


def test_find_library_takes_a_stem() -> None:
    """As `-l` does."""
    found = opened(a='find_library("gadget")')

    assert found.has("libgadget.so.1")
    assert not found.has("libother.so")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("from .b import NAME\nCDLL(NAME)", 'NAME = "libx.so"'),
        ("from pair.b import NAME\nCDLL(NAME)", 'NAME = "libx.so"'),
        ("from . import b\nCDLL(b.NAME)", 'NAME = "libx.so"'),
        ("from .b import name\nCDLL(here / name())", 'def name():\n    return "libx.so"'),
        ('from .b import load\nload("libx.so")', "def load(name):\n    CDLL(name)"),
        (
            'from .b import load\nload(1, stem="x")  # libx.so',
            'def load(n, stem):\n    CDLL(f"lib{stem}.so")',
        ),
        ('from . import b\nb.load("x")  # x.so', 'def load(stem):\n    CDLL("lib" + stem + ".so")'),
    ],
)
def test_text_that_crosses_modules(a: str, b: str) -> None:
    """A constant, a result or an argument of a function of another module."""
    assert opened(a=a, b=b).has("libx.so")


def test_module_of_the_same_name_elsewhere_does_not_count() -> None:
    """Imports are resolved."""
    files = {
        "pair/__init__.py": "",
        "pair/a.py": "from .b import NAME\nCDLL(NAME)",
        "pair/b.py": 'NAME = "liby.so"',
        "other/b.py": 'NAME = "libx.so"',
    }

    assert {"liby.so"} == opened_libraries(make_wheel(files=files)).exact


def test_openings_tell_order_and_time() -> None:
    """At the top, in a function that runs at import, and in one that does not."""
    source = (
        'def early():\n    CDLL("a.so")\n'
        'def late():\n    CDLL("b.so")\n'
        'CDLL("c.so")\n'
        "early()\n"
        'if __name__ == "x":\n    CDLL("d.so")\n'
    )
    found = opened(a=source).by_member["pair/a.py"]

    assert [("a.so", True), ("b.so", False), ("c.so", True), ("d.so", True)] == [
        (each.paths[0], each.is_immediate) for each in found
    ]
    assert sorted(each.position for each in found) == [each.position for each in found]


@pytest.mark.parametrize(
    "code",
    [
        'print "libx.so"\nexec "x"\nCDLL("libx.so")',
        'x = f"{a["b"]}"\nCDLL("libx.so")',
        "type X[T] = list[T]\nCDLL('libx.so')",
        'x = (1\nCDLL("libx.so")',
        '\ufeffCDLL("libx.so")',
        'x = 0777L\nCDLL("libx.so")',
        "x = `y`\nCDLL('libx.so')",
        't"{x}" + CDLL("libx.so")',
    ],
)
def test_other_versions_of_python_are_read(code: str) -> None:
    """Older and newer syntax, and mistakes."""
    assert opened(a=code).has("libx.so")


@pytest.mark.parametrize(
    "piece",
    ["(", "CDLL(", "-", "a+", 'CDLL("a"+', "a.", "lambda:", "f'{", "[", "x=", '"a"', "for ", "not ", ")",
     "def f(", "class A:\n ", "a if ", "CDLL(*[", "x=x+x\n", "f(f)\n", "def f(a): return f(a)\n", "'\\\n"],
    ids=repr,
)  # fmt: skip
def test_hostile_source_is_bounded(piece: str) -> None:
    """In time and depth."""
    begin = time.process_time()
    budget = Budget(300_000)
    source = outlined((piece * (50_000 // len(piece))).encode(), (), budget)
    with suppress(TooMuchError):
        source.outline.relevant(())
    scan_loads(source, frozenset(range(len(source.lines))), (), budget)

    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    "source",
    [
        f"def f({','.join(f'a{each}' for each in range(8000))}): CDLL(a1)\n" + "f(x)\n" * 8000,
        "".join(f"{' ' * each}def f{each}(a):\n" for each in range(300))
        + f"{' ' * 300}x = CDLL, {'a,' * 50_000}",
        "".join(f"def f{each}():\n x = CDLL\n g(x)\n" for each in range(4000)),
        "".join(f"x{each} = CDLL(x{each + 1})\n" for each in range(6000)),
        "from .b import a\n" + "".join(f"CDLL(a.x{each})\n" for each in range(6000)),
    ],
    ids=["parameters", "depth", "functions", "chain", "constants"],
)
def test_hostile_wheel_is_bounded(source: str) -> None:
    """In the time for all that its sources ask of each other."""
    begin = time.process_time()
    opened(a=source, b=source.replace("from .b", "from .a"))

    assert time.process_time() - begin < 5


def test_source_with_too_many_tokens_is_not_read_to_its_end() -> None:
    """And that is said."""
    found = opened(a='CDLL("libx.so")\n' + "1 " * 300_000)

    assert ("pair/a.py",) == found.unread
    assert found.has("libx.so")


@pytest.mark.parametrize(
    "code",
    [
        "def get(): return CDLL\nopen = get()\nopen('a.so')",
        "class A:\n def __init__(self, f): self.f = f\n def go(self): self.f('a.so')\nA(CDLL)",
        "def f(x):\n name = x\n g(name)\ndef g(name):\n CDLL(name)\nname = 'b.so'\nf('a.so')",
        "opened = []\nfor each in 'a.so', b:\n opened.append(each)\nx = [CDLL(y) for y in opened]",
        "loaders = {1: CDLL}\nloaders[1]('a.so')\n[CDLL][0]('b.so')",
        "lib = b.load_library('a.so')\nlib('b.so')",
        "mod = b\nlib = mod.load_library('a.so')\nprint(lib, 'b.so')",
        "self.lib = self.b.load_library('a.so')\nself.b = b\nself.lib.f('b.so')",
        "print(f'{CDLL(name)}', (name := 'a.so'))",
        "def early():\n late()\ndef late():\n CDLL('a.so')\nif x: y[early(1)] = early()",
        "from ctypes import CDLL as Open\nwith Open('a.so') as lib: lib.f()",
    ],
)
def test_statements_that_are_left_out_make_no_difference(code: str) -> None:
    """They decide nothing that is opened."""
    imports = (Import(1, "", ("b",), When.ALWAYS, 0),)
    text = f"unused = 'x.so'\n{code}\nunused = other(unused)\n".encode()
    source = outlined(text, imports, Budget(10_000))
    relevant = source.outline.relevant(())
    everything = frozenset(range(len(source.lines)))
    few, whole = (
        scan_loads(source, lines, imports, Budget(10_000)).openings for lines in (relevant, everything)
    )

    assert few
    assert few == whole
    assert relevant < everything


@pytest.mark.parametrize(
    ("code", "file_name", "expected"),
    [
        ('CDLL("libx.so.1")', "libx-1e985bcb.so.1", None),
        ('CDLL("libx-1e985bcb.so.1")', "libx-1e985bcb.so.1", True),
        ('H = "1e985bcb"\nCDLL(f"libx-{H}.so.1")', "libx-1e985bcb.so.1", True),
        ('CDLL("libx.so.1")', "libx.so.1", True),
        ('CDLL("libx.so.1")', "liby.so.1", False),
    ],
)
def test_sources_are_read_only_where_they_may_name_a_library(
    code: str, file_name: str, *, expected: bool | None
) -> None:
    """One with a repair tool's hash is not opened where no source has a hash."""
    wheel = make_wheel(files={"pair/a.py": f"from ctypes import CDLL\n{code}\n"})

    assert bool(expected) == is_opened(wheel, file_name)
    assert (expected is None) == (if_computed(opened_libraries, wheel) is None)


def test_statements_of_all_sources_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay in memory; what is left out is said."""
    monkeypatch.setattr("wheelcheck.wheel.python.completing._STATEMENTS", 200)
    code = "import ctypes\n" + "a=b\n" * 70 + "ctypes.CDLL('libx.so')\n"
    found = opened(**{f"m{number}": code for number in range(6)})

    assert found.has("libx.so")
    assert ("pair/m3.py", "pair/m4.py", "pair/m5.py") == found.unread
