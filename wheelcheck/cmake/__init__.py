"""CMake functions that build kernel libraries; a project includes `Codegen.cmake` from this folder."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
