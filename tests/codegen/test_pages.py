"""C++ of the pages compiles against the miniature SDK and the generated headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegen.test_compiled import FLAGS, build
from tests.support.page_runs import INPUTS
from tests.support.pages import Block, all_blocks
from tests.support.source_examples import CPP_SURROUNDINGS, cpp_source
from wheelcheck.codegen import Request, generate, write

pytestmark = pytest.mark.probe

BLOCKS = [block for block in all_blocks() if block.language == "cpp"]


def compile_block(block: Block, folder: Path) -> None:
    """Compile the block where its page puts it."""
    request = Request(custom_ops=INPUTS["quantized.yaml"], is_manual=True, library="quantized")
    write(generate(request), folder)
    source = folder / "block.cpp"
    source.write_text(cpp_source(block, BLOCKS), encoding="utf-8")
    build(*FLAGS, "-fsyntax-only", "-I", folder, source)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_block_compiles(block: Block, tmp_path: Path) -> None:
    """Without a warning."""
    compile_block(block, tmp_path)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_wrong_block_does_not_compile(block: Block, tmp_path: Path) -> None:
    """The compiler sees the block: a name that nothing declares is refused."""
    name = "no_such_name"
    wrong = block._replace(text=f"{name} value;\n{block.text}")
    with pytest.raises(AssertionError, match=name):
        compile_block(wrong, tmp_path)


def test_surroundings_are_used() -> None:
    """Every page that has surroundings has C++."""
    assert CPP_SURROUNDINGS.keys() == {block.page for block in BLOCKS}
