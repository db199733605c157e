"""Entry point for reports: `<document>_<format>.py` renders one document in one format.

A document is what a command reports: `check` (a `Report`, from `check` and `probe`), `show` or `rules`.
A module is found by its name and defines `render(document, detail) -> str`, and `NEEDS` when it requires
more than every run provides. There is no list to edit; a pair without a module is a usage error.
"""
