"""YAML and JSON of the pages."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from tests.support.pages import ROOT, Block, WrongExampleError
from tests.support.program_checks import check_line
from tests.support.shell_lines import shown_commands
from wheelcheck.codegen import Request, generate
from wheelcheck.errors import WheelcheckError

SCHEMAS = {
    "wheels": "reporters/check.schema.json",
    "binaries": "reporters/show.schema.json",
}
"""Schema of a report, by a key that it alone has."""


def check_yaml(block: Block) -> None:
    """Generate the code of a list of operators; check the commands of a workflow."""
    try:
        document = yaml.safe_load(block.text)
    except yaml.YAMLError as exc:
        raise WrongExampleError(str(exc)) from exc
    if isinstance(document, list) and all("func" in each for each in document):
        _check_operators(block.text)
        return
    scripts = list(scripts_of(document))
    if not scripts:
        raise WrongExampleError("neither a list of operators nor a workflow with commands")
    for script in scripts:
        for shown in shown_commands(script):
            check_line(shown.line)


def _check_operators(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "operators.yaml")
        path.write_text(text, encoding="utf-8")
        try:
            generate(Request(custom_ops=path))
        except WheelcheckError as exc:
            raise WrongExampleError(exc.message) from exc


def scripts_of(node: Any) -> Iterator[str]:
    """Give the commands of a workflow: `run` of GitHub's, the `script` keys of GitLab's."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in {"run", "script", "before_script", "after_script"}:
                yield from [value] if isinstance(value, str) else value
            else:
                yield from scripts_of(value)
    elif isinstance(node, list):
        for each in node:
            yield from scripts_of(each)


def check_json(block: Block) -> None:
    """Parse; a report has to match its schema."""
    try:
        document = json.loads(block.text)
    except ValueError as exc:
        raise WrongExampleError(str(exc)) from exc
    if not isinstance(document, dict) or "schema_version" not in document:
        return
    names = [name for key, name in SCHEMAS.items() if key in document]
    if not names:
        raise WrongExampleError("a report of no known kind")
    schema = json.loads((ROOT / "wheelcheck" / names[0]).read_text(encoding="utf-8"))
    try:
        jsonschema.validate(document, schema)
    except jsonschema.ValidationError as exc:
        raise WrongExampleError(exc.message) from exc
