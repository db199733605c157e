"""A C++ SDK of two libraries, built by the compiler of this machine and packed as a wheel."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.wheelmaker import build_wheel

TAG = "py3-none-linux_x86_64"

CORE = """
#include "tiny/tiny.h"
#include <string>
#include <vector>
static std::vector<std::string>& names() { static std::vector<std::string> all; return all; }
void tiny::add(const char* name) { names().push_back(name); }
int tiny::count() { return static_cast<int>(names().size()); }
const char* tiny::name(int index) { return names()[index].c_str(); }
"""

EXTRA = """
#include "tiny/tiny.h"
static const bool registered = (tiny::add("extra::one"), tiny::add("extra::two"), true);
"""

HEADER = """
#pragma once
namespace tiny {
void add(const char* name);
int count();
const char* name(int index);
int missing();
}
"""

CONFIG = """
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tiny::core)
  add_library(tiny::core SHARED IMPORTED)
  set_target_properties(tiny::core PROPERTIES IMPORTED_LOCATION "${root}/lib/libtiny.so"
    INTERFACE_INCLUDE_DIRECTORIES "${root}/include"
    INTERFACE_LINK_OPTIONS "LINKER:--enable-new-dtags;LINKER:-rpath,$ORIGIN")
endif()
if(extra IN_LIST tiny_FIND_COMPONENTS AND NOT TARGET tiny::extra)
  add_library(tiny::extra SHARED IMPORTED)
  set_target_properties(tiny::extra PROPERTIES IMPORTED_LOCATION "${root}/lib/libtiny_extra.so"
    INTERFACE_LINK_LIBRARIES tiny::core
    INTERFACE_LINK_OPTIONS "LINKER:--push-state,--no-as-needed,${root}/lib/libtiny_extra.so,--pop-state")
endif()
"""

VERSION = """
set(PACKAGE_VERSION 1.0)
if(PACKAGE_FIND_VERSION_MAJOR EQUAL 1)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
"""

SNIPPET = """
#include <tiny/tiny.h>
#include <wheelcheck_probe.h>
WHEELCHECK_OBSERVE(out) {
  for (int index = 0; index < tiny::count(); ++index) {
    out.registered(tiny::name(index));
  }
  out.number("count", tiny::count());
}
"""

CONTRACT: Mapping[str, Any] = {
    "libraries": {"libtiny": {}, "libtiny_extra": {}},
    "headers": {"tiny/include": {}},
    "packages": {"tiny": {"version-file": True, "compatibility": "same-major"}},
    "probes": {
        "extra": {
            "find": {"path": "tiny", "package": "tiny", "components": ["extra"], "targets": ["tiny::extra"]},
            "baseline": {"components": ["core"], "targets": ["tiny::core"]},
            "library": "libtiny_extra",
            "load": True,
            "namespace": "extra",
            "count": 2,
            "snippet": SNIPPET,
            "headers": ["tiny/include"],
            "consumer": {"search-path": "RUNPATH", "origin": True},
            "deploy": ["flat", "tree"],
        }
    },
}


def build_tiny_sdk(
    folder: Path,
    *,
    extra: str = EXTRA,
    header: str = HEADER,
    config: str = CONFIG,
    version_file: str = VERSION,
    origin: bool = True,
) -> Path:
    """Build the libraries and pack the wheel; each argument replaces one part of it."""
    tree = folder / "tree"
    for name, text in (("include/tiny/tiny.h", HEADER), ("core.cpp", CORE), ("extra.cpp", extra)):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    path = ["-Wl,--enable-new-dtags,-rpath,$ORIGIN"] if origin else []
    compile_library(tree, "core.cpp", "libtiny.so", path)
    compile_library(tree, "extra.cpp", "libtiny_extra.so", [*path, "-L.", "-ltiny"])
    members = [
        {"path": f"tiny/lib/{name}", "hex": (tree / name).read_bytes().hex(), "mode": 0o755}
        for name in ("libtiny.so", "libtiny_extra.so")
    ]
    texts = {
        "tiny/__init__.py": "",
        "tiny/include/tiny/tiny.h": header,
        "tiny/lib/cmake/tiny/tiny-config.cmake": config,
        "tiny/lib/cmake/tiny/tiny-config-version.cmake": version_file,
    }
    members += [{"path": path, "text": text} for path, text in texts.items()]
    return build_wheel({"distribution": "tiny", "tags": TAG, "member": members}, folder)


def compile_library(tree: Path, source: str, name: str, options: list[str]) -> None:
    """Build one shared library whose soname is its file name."""
    compiler = shutil.which("g++") or "c++"
    command = [compiler, "-shared", "-fPIC", "-Iinclude", source, "-o", name, f"-Wl,-soname,{name}", *options]
    subprocess.run(command, cwd=tree, check=True)
