"""How glibc and musl load ELF files."""
