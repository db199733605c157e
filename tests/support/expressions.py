"""Every regular expression of the package, found in its sources and in its data."""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from wheelcheck.toml import loads

PACKAGE = Path(__file__).parents[2] / "wheelcheck"
_FLAGS_AT = {"compile": 1, "match": 2, "search": 2, "fullmatch": 2, "findall": 2, "finditer": 2}
_FLAGS_AT |= {"split": 3, "sub": 4, "subn": 4}
_ANCHORED = {"match", "fullmatch"}
_NOT_MATCHED = {"escape", "error", "Pattern", "Match", *(flag.name for flag in re.RegexFlag)}


class Site(NamedTuple):
    """One call of `re`, and how its expression is used."""

    place: str
    """Module with function, or with name of the constant: `sdk.cmake_values._PIECE`."""
    pattern: str | bytes | None
    """None: it is not known before the code runs."""
    flags: int
    method: str
    """`search` wherever the expression is tried at more than one place of a text."""


def sites() -> list[Site]:
    """Give every call of `re` in the package."""
    return [site for path in sorted(PACKAGE.rglob("*.py")) for site in _sites_of(path)]


def data_patterns() -> dict[str, str]:
    """Give the expressions in the package's data files: by file, key and number."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.toml")):
        patterns = enumerate(_patterns(loads(path.read_text(encoding="utf-8"))))
        found |= {f"{path.relative_to(PACKAGE)}[{number}]": pattern for number, pattern in patterns}
    return found


def _patterns(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _patterns(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _patterns(each, key)
    elif isinstance(value, str) and (key.endswith("pattern") or key == "distributions"):
        yield value
    elif isinstance(value, str) and value.startswith("regex:"):
        yield value.removeprefix("regex:")


def _sites_of(path: Path) -> Iterator[Site]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
    calls = [(scope, call) for scope, call in _calls(tree, "") if _function(call) in _FLAGS_AT]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "re"]
    assert {each.name for node in imports for each in node.names} <= {"_parser"}
    if not calls:
        return
    module = importlib.import_module(f"wheelcheck.{name}")
    uses = _uses(tree)
    takers = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.Attribute)}
    for scope, call in calls:
        taker = takers.get(id(call))
        constant = _constant(taker)
        pattern = _value(call.args[0], module)
        assert pattern is None or isinstance(pattern, str | bytes)
        yield Site(
            place=".".join(filter(None, (name, scope, constant))),
            pattern=pattern,
            flags=_flags(call, module),
            method=_method(_function(call), constant, taker, uses),
        )


def _calls(node: ast.AST, scope: str) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield scope, child
        own = f".{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else ""
        yield from _calls(child, f"{scope}{own}".lstrip("."))


def _function(call: ast.Call) -> str:
    """Name of the function of `re` that is called, '' when it is none that takes an expression."""
    function = call.func
    value = function.value if isinstance(function, ast.Attribute) else None
    if not (isinstance(function, ast.Attribute) and isinstance(value, ast.Name) and value.id == "re"):
        return ""
    assert function.attr in {*_FLAGS_AT, *_NOT_MATCHED}, f"re.{function.attr} is not known here"
    return function.attr


def _constant(taker: ast.AST | None) -> str:
    targets = taker.targets if isinstance(taker, ast.Assign) else []
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _method(function: str, constant: str, taker: ast.AST | None, uses: Mapping[str, set[str]]) -> str:
    if isinstance(taker, ast.Attribute):
        function = taker.attr
    elif function == "compile" and constant:
        used = uses.get(constant, set())
        function = next(iter(used)) if len(used) == 1 else "match" if used == _ANCHORED else "search"
    return function if function in _ANCHORED else "search"


def _uses(tree: ast.AST) -> Mapping[str, set[str]]:
    """Name → methods that are called on it; 'search' where it is used in another way."""
    found: dict[str, set[str]] = defaultdict(set)
    called = set()
    for node in ast.walk(tree):
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            assert isinstance(node, ast.Call)
            # With a position it is tried again and again, further and further on.
            found[function.value.id].add("search" if len(node.args) > 1 else function.attr)
            called.add(id(function.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called:
            found[node.id].add("search")
    return found


def _value(node: ast.expr, module: ModuleType) -> object:
    """Evaluate an expression of a module; None when it depends on something local."""
    code = compile(ast.Expression(node), "pattern", "eval")
    try:
        return eval(code, dict(vars(module)))  # noqa: S307  # the package's own source
    except NameError:
        return None


def _flags(call: ast.Call, module: ModuleType) -> int:
    at = _FLAGS_AT[_function(call)]
    nodes = [*call.args[at : at + 1], *(each.value for each in call.keywords if each.arg == "flags")]
    value = _value(nodes[0], module) if nodes else 0
    return value if isinstance(value, int) else 0
