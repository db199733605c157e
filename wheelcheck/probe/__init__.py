"""The probe: installs a wheel into a throw-away environment, builds C++ against it, runs it and looks."""
