"""The door for reports: `<document>_<format>.py` renders one document in one format.

A document is what a command has to say: `check` (a `Report`, of `check` and `probe`), `show`, `rules`.
A module is found by its name and holds `render(document, detail) -> str`, and `NEEDS` when it wants
more than every run gives. There is no list to edit, and a pair without a module is a usage error.
"""
