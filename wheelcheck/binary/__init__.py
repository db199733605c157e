"""Native files as facts: formats behind one model."""
