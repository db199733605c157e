"""Imports of a Python source."""

from __future__ import annotations

import time

import pytest

from wheelcheck.wheel.python.imports import Import, When, is_cut, packages, scan_imports


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a\nimport b.c as d, e\n", {"a", "b", "e"}),
        ("from a.b import c\nfrom d import (\n    e,\n)\n", {"a", "d"}),
        ("from . import a\nfrom .b import c\n", set()),
        ("from __future__ import annotations\n", set()),
        ("try:\n    import a\nexcept ImportError:\n    pass\n", set()),
        ("def f():\n    import a\n", set()),
        ('"""\nimport a\nfrom here import there\n"""\nimport b\n', {"b"}),
        ("'''text'''\nimport a  # why\n", {"a"}),
        ("x = \"'''\"\nimport a\n'''\nimport b\n'''\n", {"a"}),
        ("# it's '''\nimport a\n", {"a"}),
        ('x = r"""\\"""\nimport a\n', set()),
        ("x = '\\'\\\"\"\"'\nimport a\n", {"a"}),
        ('x = """never closed\nimport a\n', set()),
        ("x = 'a \\\nimport b'\n", set()),
        ("important = 1\nfrom_here = 2\n", set()),
        ("import a\r\nimport b\r\n", {"a", "b"}),
        ("\ufeffimport a\n", {"a"}),
        ("import abc; import b\n", {"abc"}),
        ("import abc\\\n", {"abc"}),
        ("import abc!\nimport abc = 1\nfrom abc\n", set()),
        ("from a.b.c import (d)\nfrom ab import *\nfrom a1 import(b)\n", {"a", "a1", "ab"}),
    ],
)
def test_packages_that_are_always_imported(source: str, expected: set[str]) -> None:
    """Only statements in the first column, outside strings."""
    assert expected == packages(scan_imports(source.encode()))


@pytest.mark.parametrize(
    ("source", "level", "module", "names"),
    [
        ("import a.b as c", 0, "a.b", None),
        ("from a.b import c as d, e", 0, "a.b", ("c", "e")),
        ("from . import a", 1, "", ("a",)),
        ("from .. import a", 2, "", ("a",)),
        ("from ..b.c import *", 2, "b.c", ("*",)),
        ("from.b import a", 1, "b", ("a",)),
        ("from . b import a", 1, "b", ("a",)),
        ("from .b import (  # why (not)\n    a,  # this, too\n    c as d,\n)", 1, "b", ("a", "c")),
        ("from .b import a, \\\n    c", 1, "b", ("a", "c")),
        ("from .größe import ä", 1, "größe", ("ä",)),
    ],
)
def test_import_as_written(source: str, level: int, module: str, names: tuple[str, ...] | None) -> None:
    """Level, module and names."""
    (found,) = scan_imports(source.encode())

    assert (level, module, names) == found[:3]


def whens(source: str) -> list[tuple[str, When]]:
    return [(each.module, each.when) for each in scan_imports(source.encode())]


def test_when_an_import_happens() -> None:
    """The nearest block at the top tells."""
    source = (
        "import a\n"
        "if X:\n    import b\n"
        "else:\n    import c\n"
        "try:\n    import d\nexcept ImportError:\n    import e\n"
        "def f():\n    import g\n"
        "class C:\n    def h(self):\n        import i\n"
        "if TYPE_CHECKING:\n    import j\n"
        "if typing.TYPE_CHECKING:\n    import j\nelse:\n    import k\n"
        "if not TYPE_CHECKING:\n    import l\n"
        'if __name__ == "__main__":\n    import m\n'
        "import n\n"
    )

    assert [
        ("a", When.ALWAYS),
        ("b", When.GUARDED),
        ("c", When.GUARDED),
        ("d", When.GUARDED),
        ("e", When.GUARDED),
        ("g", When.LATER),
        ("i", When.LATER),
        ("k", When.GUARDED),
        ("l", When.GUARDED),
        ("m", When.LATER),
        ("n", When.ALWAYS),
    ] == whens(source)


def test_positions_give_the_order() -> None:
    """Of the statements in the source."""
    found = scan_imports(b"import a\nfrom b import c\n")

    assert [("a", 0), ("b", 9)] == [(each.module, each.position) for each in found]


def test_imports_of_one_source_are_bounded() -> None:
    """And so are names in one statement."""
    assert 10_000 == len(scan_imports(b"import a\n" * 400_000))
    assert 10_000 == len(scan_imports(b"import " + b"a," * 400_000))
    assert is_cut(scan_imports(b"import a\n" * 10_001))
    assert is_cut(scan_imports(b"from a import (" + b"b," * 10_001 + b"c)"))
    assert not is_cut(scan_imports(b"import a\n" * 9_999))


def test_strings_of_one_source_are_bounded() -> None:
    """What follows tens of thousands of them is not read."""
    strings = b'x = \'"""\'\n'

    assert {"a"} == packages(scan_imports(strings * 1000 + b"import a\n" + strings * 40_000 + b"import b\n"))


@pytest.mark.parametrize(
    "piece",
    [
        b'"""', b"'", b'"', b"'\\", b"\\", b"'\"\"\"'\n", b"#'''\n", b"\n", b"\n    ", b"from a import (#\n",
        b"from . ", b"from .a", b".", b"import a.", b"import a, \\\n", b"from a import b, \\\n", b" ",
    ],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("start", [b"", b"from ", b"import ", b"from a import (", b"x = '"])
def test_hostile_text_takes_linear_time(start: bytes, piece: bytes) -> None:
    """Half a megabyte of anything is read at once."""
    text = start + piece * (500_000 // len(piece))
    begin = time.process_time()
    found = scan_imports(text)

    assert all(isinstance(each, Import) for each in found)
    assert time.process_time() - begin < 3


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a", False),
        ("try:\n    import a\nexcept ImportError:\n    pass", True),
        ("try :\n    import a\nexcept ImportError:\n    pass", True),
        ("with suppress(ImportError):\n    import a", True),
        ("with open(p):\n    import a", False),
        ("try:\n    pass\nexcept ImportError:\n    import a", False),
        ("try:\n    pass\nfinally:\n    import a", False),
        ("def f():\n    import a", False),
        (
            "def f():\n    try:\n        x()\n\n# why\n        import a\n    except E:\n        pass",
            True,
        ),
        ("def f():\n  if x:\n    try:\n      if y:\n        import a\n    except E:\n      pass", True),
        ("try:\n    def f():\n        import a\nexcept ImportError:\n    pass", False),
        ("try:\n    class C:\n        import a\nexcept ImportError:\n    pass", False),
        ("try:\n    x()\nexcept E:\n    pass\nif x:\n    import a", False),
        ("trying = 1\nif x:\n    import a", False),
        ("try:\n" + "    x = 1\n" * 1000 + "    import a\nexcept ImportError:\n    pass", False),
    ],
)
def test_import_whose_failure_is_caught(source: str, *, expected: bool) -> None:
    """By the block around it, in the same function; not one too far above."""
    (found,) = scan_imports(f"{source}\n".encode(), {"a"})

    assert expected == found.is_tried
    (unwatched,) = scan_imports(f"{source}\n".encode(), {"b"})
    assert not unwatched.is_tried
