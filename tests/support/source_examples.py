"""CMake, C++ and Python of the pages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache

from fixtures.processes import cmake_program
from tests.support.pages import ROOT, Block, WrongExampleError
from wheelcheck.sdk import cmake_syntax

FUNCTIONS = ROOT / "wheelcheck" / "cmake"

REGISTRATION = "docs/explanation/registration.md"
TUTORIAL = "docs/tutorial/from-yaml-to-a-checked-wheel.md"
_RUNTIME = """
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/operator_registry.h>
"""
_KERNEL = """
using ::executorch::runtime::Error;
using ::executorch::aten::Tensor;
using ::executorch::runtime::KernelRuntimeContext;
Tensor& kernel(KernelRuntimeContext& context, const Tensor& self, const Tensor& other, Tensor& out) {
{code}
  return out;
}
"""
CPP_SURROUNDINGS = {
    REGISTRATION: ("int main() {\n{code}\n}\n",),
    TUTORIAL: ("{code}\n", _KERNEL),
}
"""What stands around the C++ blocks of a page, in order."""


def cpp_source(block: Block, blocks: Sequence[Block]) -> str:
    """Give a file that compiles: the block's includes, then the block where its page puts it."""
    numbers = [each.line for each in blocks if (each.page, each.language) == (block.page, "cpp")]
    surroundings = CPP_SURROUNDINGS.get(block.page, ())
    if len(numbers) != len(surroundings):
        raise WrongExampleError(
            f"{len(numbers)} C++ blocks on the page, surroundings for {len(surroundings)}"
        )
    lines = block.text.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    code = "\n".join(line for line in lines if line not in includes)
    around = surroundings[numbers.index(block.line)]
    return _RUNTIME + "\n".join(includes) + "\n" + around.replace("{code}", code)


def check_cmake(block: Block) -> None:
    """Parse; every command exists, and every keyword of ours belongs to the function."""
    file = cmake_syntax.parse(block.text)
    if file.faults:
        raise WrongExampleError(f"CMake stops at {file.faults[0].text!r}")
    for command in _commands(file.nodes):
        if command.name in functions():
            words = {each.text for each in command.arguments if each.kind == "bare"}
            unknown = sorted({word for word in words if word.isupper()} - functions()[command.name])
            if unknown:
                raise WrongExampleError(f"{command.name}() has no keyword {unknown}")
        elif command.name not in _builtin_commands():
            raise WrongExampleError(f"there is no command {command.name}()")


def _commands(nodes: Sequence[cmake_syntax.Node]) -> Iterator[cmake_syntax.Command]:
    for node in nodes:
        if isinstance(node, cmake_syntax.Command):
            yield node
            continue
        yield node.command
        for body in (node.body, *(body for _, body in node.branches)):
            yield from _commands(body)


@cache
def functions() -> dict[str, frozenset[str]]:
    """Give the public CMake functions, each with the keywords that the comment above it lists."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(FUNCTIONS.glob("*.cmake")))
    usages = (match for text in texts for match in re.finditer(r"(?m)^# ([a-z]\w*)\(((?:.*\n)+?)#\n", text))
    return {
        match[1]: frozenset(re.findall(r"\b[A-Z][A-Z_]{3,}\b", re.sub(r"<[^>]*>", "", match[2])))
        for match in usages
    }


@cache
def _builtin_commands() -> frozenset[str]:
    done = subprocess.run(
        [cmake_program(), "--help-command-list"], capture_output=True, text=True, check=True
    )
    return frozenset(done.stdout.split())


def check_python(block: Block) -> None:
    """Compile; another test runs it."""
    try:
        compile(block.text, block.place, "exec")
    except SyntaxError as exc:
        raise WrongExampleError(str(exc)) from exc
