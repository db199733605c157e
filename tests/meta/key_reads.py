"""Which keys of a contract the package reads: attributes of values whose class follows from annotations.

A small inference over the syntax trees: parameters, fields, properties and results have annotations, and
what is taken out of a container is of a class that the container's annotation names. It errs to the side of
reading: two classes that share a variable share its attributes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

Classes = frozenset[str]
"""Qualified names, `module.Class`."""
_NOTHING: Classes = frozenset()


class Code:
    """Modules of a package with what their annotations say."""

    def __init__(self, folder: Path) -> None:
        self.trees = {
            _module(path.relative_to(folder.parent)): ast.parse(path.read_text("utf-8"))
            for path in sorted(folder.rglob("*.py"))
        }
        self.names = {module: _names(module, tree) for module, tree in self.trees.items()}
        self.fields: dict[str, dict[str, Classes]] = {}
        self.bases: dict[str, Classes] = {}
        self.results: dict[str, Classes] = {}
        for module, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.bases[f"{module}.{node.name}"] = self.classes(module, *node.bases)
                    self.fields[f"{module}.{node.name}"] = dict(self._fields(module, node))
                elif isinstance(node, ast.FunctionDef):
                    self.results[f"{module}.{node.name}"] = self.classes(module, node.returns)

    def classes(self, module: str, *annotations: ast.expr | None) -> Classes:
        """Return the classes that annotations of a module name, at whatever depth."""
        found = set()
        for node in (each for root in annotations if root is not None for each in ast.walk(root)):
            if isinstance(node, ast.Name | ast.Attribute):
                found.add(self.resolve(module, node))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(self.names[module].get(node.value, ""))
        return frozenset(found) - {""}

    def resolve(self, module: str, node: ast.expr) -> str:
        """Return the qualified name of `Name` or `module.Name`; '' when it is neither."""
        if isinstance(node, ast.Attribute):
            owner = self.resolve(module, node.value)
            return f"{owner}.{node.attr}" if owner in self.trees else ""
        return self.names[module].get(node.id, "") if isinstance(node, ast.Name) else ""

    def field(self, name: str, attribute: str) -> Classes | None:
        """Return the classes of an attribute; None when the class has no such attribute."""
        if attribute in self.fields.get(name, {}):
            return self.fields[name][attribute]
        found = (self.field(base, attribute) for base in sorted(self.bases.get(name, ())))
        return next((each for each in found if each is not None), None)

    def _fields(self, module: str, node: ast.ClassDef) -> Iterator[tuple[str, Classes]]:
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                yield each.target.id, self.classes(module, each.annotation)
            elif isinstance(each, ast.FunctionDef):
                own = frozenset({f"{module}.{node.name}"}) if _is_self(each.returns) else _NOTHING
                yield each.name, self.classes(module, each.returns) | own
                if each.name == "__init__":
                    yield from self._attributes(module, each)

    def _attributes(self, module: str, init: ast.FunctionDef) -> Iterator[tuple[str, Classes]]:
        """Return the attributes that a constructor takes over from its parameters."""
        known = {each.arg: self.classes(module, each.annotation) for each in _parameters(init)}
        for node in ast.walk(init):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                for target in node.targets:
                    if isinstance(target, ast.Attribute):
                        yield target.attr, known.get(node.value.id, _NOTHING)


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _names(module: str, tree: ast.Module) -> Mapping[str, str]:
    """Resolve the names in a module: its own classes and functions, and what it imports."""
    found = {}
    package = module.partition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            found.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
    return found


def _parameters(function: ast.FunctionDef) -> Iterable[ast.arg]:
    return (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)


def _is_self(returns: ast.expr | None) -> bool:
    return isinstance(returns, ast.Name) and returns.id == "Self"


def reads_of(code: Code, module: str) -> frozenset[tuple[str, str]]:
    """Return the attributes that a module reads, each with the class that has it."""
    reader = _Reader(code, module)
    reader.visit(code.trees[module])
    return frozenset(reader.found)


class _Reader(ast.NodeVisitor):
    """Walks one module and knows of which classes each variable may be."""

    def __init__(self, code: Code, module: str) -> None:
        self.code = code
        self.module = module
        self.found: set[tuple[str, str]] = set()
        self._scopes: list[dict[str, Classes]] = [{}]
        self._class = ""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer, self._class = self._class, f"{self.module}.{node.name}"
        for each in node.body:
            self.visit(each)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        with self._scope():
            for each in _parameters(node):
                is_own = each.arg in {"self", "cls"} and self._class
                own = frozenset({self._class}) if is_own else _NOTHING
                self._scopes[-1][each.arg] = self.code.classes(self.module, each.annotation) | own
            # Twice: a loop may use what its end assigns.
            for statement in (*node.body, *node.body):
                self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._bind(target, self._of(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._bind(node.target, self._of(node.value) | self.code.classes(self.module, node.annotation))

    def visit_For(self, node: ast.For) -> None:
        self._bind(node.target, self._of(node.iter))
        self.generic_visit(node)

    def visit_withitem(self, node: ast.withitem) -> None:
        if node.optional_vars is not None:
            self._bind(node.optional_vars, self._of(node.context_expr))
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        """Look into expressions, walk everything else."""
        if isinstance(node, ast.expr):
            self._of(node)
        else:
            super().generic_visit(node)

    @contextmanager
    def _scope(self) -> Iterator[None]:
        self._scopes.append({})
        yield
        self._scopes.pop()

    def _bind(self, target: ast.expr, classes: Classes) -> None:
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._of(target)
        for each in ast.walk(target):
            if isinstance(each, ast.Name):
                self._scopes[-1][each.id] = self._scopes[-1].get(each.id, _NOTHING) | classes

    def _of(self, node: ast.expr | None) -> Classes:
        """Possible classes of an expression's value, or of what it contains."""
        if isinstance(node, ast.Name):
            return next((scope[node.id] for scope in reversed(self._scopes) if node.id in scope), _NOTHING)
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node)
        if isinstance(node, ast.Call):
            return self._of_call(node)
        if isinstance(node, ast.NamedExpr):
            self._bind(node.target, self._of(node.value))
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            with self._scope():
                for each in node.generators:
                    self._bind(each.target, self._of(each.iter))
                    self._union(each.ifs)
                return self._union([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        return _NOTHING if node is None else self._union(ast.iter_child_nodes(node))

    def _union(self, nodes: Iterable[ast.AST]) -> Classes:
        return _NOTHING.union(*(self._of(each) for each in nodes if isinstance(each, ast.expr)))

    def _of_attribute(self, node: ast.Attribute) -> Classes:
        owners = self._of(node.value)
        known = {owner: self.code.field(owner, node.attr) for owner in owners}
        self.found.update((owner, node.attr) for owner, classes in known.items() if classes is not None)
        # Whatever is not an attribute of the class is a method of a container of it.
        return _NOTHING.union(*(owners if each is None else each for each in known.values()))

    def _of_call(self, node: ast.Call) -> Classes:
        given = self._union([*node.args, *(each.value for each in node.keywords)])
        self._hand_over(node)
        name = self.code.resolve(self.module, node.func)
        if name in self.code.fields:
            return frozenset({name})
        return self.code.results[name] if name in self.code.results else given | self._of(node.func)

    def _hand_over(self, node: ast.Call) -> None:
        """Take `f(**asdict(x))` for reading all of x."""
        for each in (keyword.value for keyword in node.keywords if keyword.arg is None):
            if (
                isinstance(each, ast.Call)
                and isinstance(each.func, ast.Attribute)
                and each.func.attr == "asdict"
            ):
                owners = self._union(each.args)
                self.found.update((owner, name) for owner in owners for name in self.code.fields[owner])
