"""Python sources as facts, read from their text: nothing is compiled or run."""
