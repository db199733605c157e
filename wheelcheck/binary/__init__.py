"""Native files as facts: several formats behind one model."""
