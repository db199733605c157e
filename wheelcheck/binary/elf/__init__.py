"""ELF files as facts (System V gABI, chapters 4 and 5)."""
