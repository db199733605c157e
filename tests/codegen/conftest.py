"""Yaml files and requests for the tests of the code generator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

WriteYaml = Callable[..., Path]


@pytest.fixture
def yaml_file(tmp_path: Path) -> WriteYaml:
    """Write a yaml file and give its path."""

    def write(text: str, name: str = "ops.yaml") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return write
