"""The checks of the examples refuse wrong ones."""

from __future__ import annotations

import textwrap

import pytest

from tests.support.examples import check_example
from tests.support.page_runs import runs_of
from tests.support.pages import Block, WrongExampleError, blocks_of, spans_of
from tests.support.shell_lines import shown_commands
from tests.support.shown import assert_shown
from tests.support.source_examples import REGISTRATION, cpp_source

WORKFLOW = """
jobs:
  audit:
    steps:
      - run: |
          make test
          wheelcheck dist/*.whl {options}
"""
REPORT = '{"schema_version": 1, "wheels": [], "binaries": []}'
OPERATOR = "- func: a::b({type} self) -> Tensor\n  kernels:\n    - arg_meta: null\n      kernel_name: a::b\n"


def example(language: str, text: str, page: str = "page.md") -> Block:
    return Block(page, 1, language, textwrap.dedent(text))


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("", "wheelcheck x.whl\n", "nothing checks blocks of language ''"),
        ("rust", "fn main() {}\n", "nothing checks blocks of language 'rust'"),
        ("text", "a line\n", "no test compares this text"),
        ("console", "frobnicate x\n", "no check for the program 'frobnicate'"),
        ("console", "wheelcheck 'x.whl\n", "No closing quotation"),
        ("console", "printed\n$ wheelcheck x.whl\n", "output before the first command"),
        ("console", "wheelcheck x.whl --strict\n", "No such option '--strict'"),
        ("console", "wheelcheck x.whl --fail-on fatal\n", "Invalid value for '--fail-on'"),
        ("console", "wheelcheck x.whl --select no-such-rule\n", "no-such-rule"),
        ("console", "wheelcheck x.whl --ignore no-such-rule\n", "no-such-rule"),
        ("console", "wheelcheck x.whl --contract lost\n", "there is no contract 'lost'"),
        ("console", "wheelcheck explain no-such-rule\n", "there is no rule 'no-such-rule'"),
        ("console", "wheelcheck shwo x.whl\n", "'shwo' is neither a wheel nor a command"),
        ("console", "wheelcheck diff a.whl b.whl\n", "is not available yet"),
        ("console", "wheelcheck probe\n", "Missing argument 'WHEEL'"),
        ("console", "cd x && wheelcheck x.whl --strict\n", "No such option '--strict'"),
        ("bash", "wheelcheck x.whl --strict\n", "No such option '--strict'"),
        ("sh", "wheelcheck \\\n  x.whl --strict\n", "No such option '--strict'"),
        ("console", "make no-such-target\n", "there is no 'no-such-target'"),
        ("console", "make mutants ALONE=x\n", "there is no 'ALONE=x'"),
        ("console", "pip install 'SOURCE[prober]'\n", "wheelcheck has no extra ['prober']"),
        ("console", "pip install 'a==='\n", "is not a requirement"),
        ("console", "pip install --no-dependencies a\n", "unknown option ['--no-dependencies']"),
        ("console", "pip instal a\n", "pip has no 'instal'"),
        ("console", "auditwheel repair --without libx.so x.whl\n", "unknown option ['--without']"),
        ("console", "patchelf --set-runpath x libx.so\n", "unknown option ['--set-runpath']"),
        ("console", "wheel unpak x.whl\n", "wheel has no 'unpak'"),
        ("console", "cmake --build build --goal all\n", "unknown option ['--goal']"),
        ("console", "cmake --instal build\n", "no check for cmake --instal"),
        ("console", "python -m no_such_module\n", "there is no module 'no_such_module'"),
        ("console", "python tools/lost.py\n", "there is no script 'tools/lost.py'"),
        ("console", "python tools/make_docs.py --chekc\n", "does not know ['--chekc']"),
        ("console", "benchmarks/lost.py\n", "there is no script 'benchmarks/lost.py'"),
        ("console", "export WHEELCHECK_LOST=x\n", "nothing reads the variable WHEELCHECK_LOST"),
        ("console", "WHEELCHECK_LOST=x make test\n", "nothing reads the variable WHEELCHECK_LOST"),
        ("console", "pytest tests/lost.py\n", "no such file"),
        ("toml", "[wheel\n", "Expected ']'"),
        ("toml", '[wheel]\ndistribution = ["x"]\n', "distribution"),
        ("toml", '[tool.wheelcheck.wheel]\ndistribution = ["x"]\n', "distribution"),
        ("toml", '[libraries.libx]\nmust-need = ["liby"]\n', "library 'liby' is not declared"),
        ("toml", "[tool.other]\nx = 1\n", "no check for the table 'other'"),
        ("toml", '[project]\ndependencies = ["a >"]\n', "is not a requirement"),
        ("toml", "[project]\nx = 1\n", "no check for ['x']"),
        ("toml", '[build-system]\nrequires = ["a >"]\n', "is not a requirement"),
        ("toml", "[tool.scikit-build]\nwheel.python-api = 'py3'\n", "python-api"),
        ("toml", "[tool.cibuildwheel]\naudit-commands = []\n", "no check for ['audit-commands']"),
        (
            "toml",
            "[tool.cibuildwheel]\naudit-requires = []\naudit-command = ['wheelcheck {wheel} --strict']\n",
            "No such option '--strict'",
        ),
        (
            "toml",
            "[tool.cibuildwheel]\naudit-requires = ['wheelcheck[prober]']\naudit-command = []\n",
            "no extra ['prober']",
        ),
        ("yaml", "a: [\n", "while parsing"),
        ("yaml", "a: b\n", "neither a list of operators nor a workflow"),
        ("yaml", OPERATOR.format(type="Tenor"), "Tenor"),
        ("yaml", WORKFLOW.format(options="--strict"), "No such option '--strict'"),
        ("yaml", "audit:\n  script:\n    - wheelcheck x.whl --strict\n", "No such option '--strict'"),
        ("json", "{\n", "Expecting property name"),
        ("json", '{"schema_version": 1}\n', "a report of no known kind"),
        ("json", REPORT, "Additional properties are not allowed"),
        ("cmake", "include(\n", "CMake stops at"),
        ("cmake", "if(x)\n  generate_bindings(LIB_NAME x)\nendif()\n", "no command generate_bindings()"),
        ("cmake", "gen_operators_lib(LIB_NAME x SHARD)\n", "gen_operators_lib() has no keyword ['SHARD']"),
        ("cpp", "int x;\n", "1 C++ blocks on the page, surroundings for 0"),
        ("python", "from x import\n", "invalid syntax"),
    ],
)
def test_wrong_example_is_refused(
    language: str, text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reason."""
    block = example(language, text)
    monkeypatch.setattr("tests.support.examples.all_blocks", lambda: [block])
    with pytest.raises(WrongExampleError) as caught:
        check_example(block)

    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("yaml", OPERATOR.format(type="Tensor")),
        ("yaml", WORKFLOW.format(options="--fail-on warning")),
        ("json", '{"some": "document"}'),
        ("sh", "wheelcheck \\\n  x.whl --fail-on warning  # a comment\n"),
        ("console", "abi3audit --strict x.whl\n"),
    ],
)
def test_correct_example_is_accepted(language: str, text: str) -> None:
    """Of the forms that the pages do not use at present, or in one place only."""
    check_example(example(language, text))


def test_every_form_of_block_is_found() -> None:
    """Inside a list, indented, with tildes; with its line and language."""
    text = "# A\n\n- b\n\n  ```toml\n  x = 1\n  ```\n\n~~~sh\nmake\n~~~\n\n    indented\n"
    found = [(block.place, block.language, block.text) for block in blocks_of("a.md", text)]

    assert found == [("a.md:5", "toml", "x = 1\n"), ("a.md:9", "sh", "make\n"), ("a.md:13", "", "indented\n")]


def test_code_in_sentences_is_found() -> None:
    """Also over the end of a line, but not what is in a block."""
    text = "A `make x`\nand `wheelcheck\nshow`.\n\n```sh\n`y`\n```\n"

    assert [("a.md:1", "make x"), ("a.md:1", "wheelcheck show")] == list(spans_of("a.md", text))


def test_output_belongs_to_its_command() -> None:
    """Lines without a prompt are the output of the command above them."""
    block = example("console", "$ cd x\n$ wheelcheck show x.whl\na\n\nb\n$ wheelcheck rules\n")

    assert [("cd x", 0), ("wheelcheck show x.whl", 3), ("wheelcheck rules", 0)] == [
        (shown.line, len(shown.output)) for shown in shown_commands(block.text)
    ]
    assert [("show", "x.whl"), ("rules",)] == [run.arguments for run in runs_of(block)]


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        (["a", "b", "c"], True),
        (["a", "[...]"], True),
        (["[...]", "c"], True),
        (["a", "[...]", "c"], True),
        (["a", "[...]c"], False),
        (["a", "[...]", "x"], False),
        (["a", "b"], False),
        (["b", "c"], False),
        (["a", "b", "c", "d"], False),
        (["a", "[...]", "b"], False),
        (["[...]a", "b", "c[...]"], True),
    ],
)
def test_shown_output_is_compared_from_end_to_end(shown: list[str], *, fits: bool) -> None:
    """`[...]` stands for any lines, or for any text in a line."""
    if fits:
        assert_shown(["a", "b", "c"], shown)
    else:
        with pytest.raises(AssertionError):
            assert_shown(["a", "b", "c"], shown)


def test_cpp_is_put_where_its_page_puts_it() -> None:
    """Its includes come first, the rest into the function."""
    block = example("cpp", '#include "x.h"\n\nreturn x();\n', REGISTRATION)

    assert cpp_source(block, [block]).endswith('#include "x.h"\nint main() {\n\nreturn x();\n}\n')
