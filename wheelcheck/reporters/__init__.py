"""Reports as text: each module turns a `Report` (or facts) into one string."""
