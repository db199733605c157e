"""What tests share: facts in memory, and ELF files and wheels made from data."""
