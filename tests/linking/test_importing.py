"""What a Python process has loaded and imported before it opens a native file."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_wheel
from wheelcheck.linking.importing import NOTHING_BEFORE, Before, Importing

CORE = "pair/_core.abi3.so"
LATE = "pair/sub/_late.abi3.so"


def importing(files: dict[str, str], *members: str) -> Importing:
    binaries = [make_binary(each) for each in (CORE, LATE, *members)]
    return Importing(make_wheel(files={"pair/__init__.py": "", **files}, binaries=binaries))


def test_parents_of_a_module_are_imported_first() -> None:
    """With all that they import at their top, in turn."""
    found = importing(
        {
            "pair/__init__.py": "import torch\nfrom . import api\n",
            "pair/api.py": "try:\n    from pair import _core\nexcept ImportError:\n    pass\n",
            "pair/sub/__init__.py": "import numpy.linalg\n",
            "pair/unused.py": "import jax\n",
        }
    ).before(LATE)

    assert Before(frozenset({CORE}), frozenset({"torch", "numpy"})) == found


def test_imports_in_functions_and_for_type_checkers_do_not_count() -> None:
    """They do not happen at import."""
    found = importing(
        {"pair/__init__.py": "def f():\n    import torch\nif TYPE_CHECKING:\n    from . import _core\n"}
    ).before(LATE)

    assert NOTHING_BEFORE == found


def test_only_what_comes_before_counts() -> None:
    """The package itself imports the module, in the middle of its own import."""
    found = importing({"pair/__init__.py": "import numpy\nfrom . import _core\nimport torch\n"}).before(CORE)

    assert {"numpy"} == found.packages


def test_what_every_importer_does_first_counts() -> None:
    """One of two imports torch, both import numpy; a lazy import comes after its module's own."""
    found = importing(
        {
            "pair/a.py": "import numpy\nimport torch\nfrom pair.sub import _late\n",
            "pair/b.py": "def f():\n    from .sub._late import x\nimport numpy\nfrom . import _core\n",
        }
    ).before(LATE)

    assert Before(frozenset(), frozenset({"numpy"})) == found


def test_libraries_are_opened_in_order() -> None:
    """By path: the first is there when the second is opened, and not the other way round."""
    code = (
        "import ctypes, os\n"
        "here = os.path.dirname(__file__)\n"
        'ctypes.CDLL(os.path.join(here, "lib", "a.so"))\n'
        'ctypes.CDLL(os.path.join(here, "lib", "b.so"))\n'
    )
    first, second, other = "pair/lib/a.so", "pair/lib/b.so", "pair/other/a.so"
    process = importing({"pair/__init__.py": code}, first, second, other)

    assert {first} == process.before(second).members
    assert frozenset() == process.before(first).members
    assert NOTHING_BEFORE == process.before(other)


def test_libraries_are_opened_in_the_order_of_a_list() -> None:
    """That a loop goes through."""
    code = 'for name in ("b.so", "a.so"):\n    CDLL(os.path.join(here, name))\n'
    process = importing({"pair/__init__.py": code}, "pair/a.so", "pair/b.so")

    assert {"pair/b.so"} == process.before("pair/a.so").members
    assert NOTHING_BEFORE == process.before("pair/b.so")


def test_library_that_a_function_opens_comes_after_the_import() -> None:
    """And after what the functions above it open."""
    code = (
        "import torch\n"
        'def first():\n    CDLL("a.so")\n'
        'def second():\n    CDLL("b.so")\n'
    )  # fmt: skip
    found = importing({"pair/__init__.py": code}, "pair/a.so", "pair/b.so").before("pair/b.so")

    assert Before(frozenset({"pair/a.so"}), frozenset({"torch"})) == found


def test_circular_imports_end() -> None:
    """As in Python, a module that is being imported is not imported again."""
    found = importing(
        {
            "pair/__init__.py": "from . import a\n",
            "pair/a.py": "from . import b\n",
            "pair/b.py": "import pair.a\n",
        }
    ).before(CORE)

    assert NOTHING_BEFORE == found


def test_package_around_a_file() -> None:
    """For a file that nothing in the wheel opens."""
    process = importing({"pair/__init__.py": "import torch\nfrom . import _core\n"}, "pair/plugins/p.so")

    assert Before(frozenset({CORE}), frozenset({"torch"})) == process.around("pair/plugins/p.so")


def test_endless_work_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is known to come before."""
    monkeypatch.setattr("wheelcheck.linking.importing.STEPS", 3)

    assert NOTHING_BEFORE == importing({"pair/__init__.py": "import torch\nimport numpy\n"}).before(LATE)
