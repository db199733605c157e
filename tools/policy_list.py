"""The format of the lists in `wheelcheck/policy/data`: a header with their date, then sections of names."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "wheelcheck" / "policy" / "data"


def write_list(
    path: Path, title: str, *, date: str, origin: str, sources: Iterable[str], body: Mapping[str, set[str]]
) -> None:
    """Write one list; the same input produces the same bytes.

    Args:
        path: the file.
        title: what the list and its sections contain.
        date: the day whose state it describes.
        origin: what kind of source it was generated from.
        sources: those sources, with their versions.
        body: heading of each section, and its names.
    """
    lines = [
        f"# {title}",
        f"# made by tools/{Path(sys.argv[0]).name} from {origin}",
        f"# sources: {', '.join(sorted(set(sources)))}",
        f"# date: {date}",
    ]
    for heading in sorted(body):
        lines.append(f"[{heading}]")
        names = " ".join(sorted(body[heading]))
        lines.extend(textwrap.wrap(names, 110, break_long_words=False, break_on_hyphens=False))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
