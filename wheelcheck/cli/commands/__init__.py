"""The commands, one module each: `<name>.py` holds a click command as `command`."""
