"""The commands, one module each: `<name>.py` defines a click command as `command`."""
