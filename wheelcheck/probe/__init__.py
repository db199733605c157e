"""The probe: installs a wheel into a throw-away environment, builds C++ against it and runs the result."""
