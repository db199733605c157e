"""Tests of the code generator share entries and small helpers."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
"""Yaml files, kept small: excerpts in the form of ExecuTorch's and PyTorch's own."""


def entry(schema: str, kernel: str = "k::f") -> str:
    """Return an entry with one kernel for all tensors."""
    return f"- func: {schema}\n  kernels:\n    - arg_meta: null\n      kernel_name: {kernel}\n"
