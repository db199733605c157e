"""Write the JSON Schema of contract files next to the structs from which it is generated."""

from __future__ import annotations

from pathlib import Path

from wheelcheck.contract import schema


def main() -> None:
    """Write the file."""
    path = Path(schema.__file__).with_name(schema.FILE_NAME)
    path.write_text(schema.render_schema(), encoding="utf-8", newline="\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
