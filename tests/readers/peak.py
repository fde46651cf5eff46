"""Run a program and write the most memory it had (bytes) to a file: `peak.py FILE PROGRAM…`.

A process of its own and a small one: the system counts the peak of a process from that of the one
it was started from, and that of the tests is large.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    code = subprocess.call(sys.argv[2:])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    # Linux counts in KiB, macOS in bytes.
    Path(sys.argv[1]).write_text(str(peak * (1 if sys.platform == "darwin" else 1024)))
    sys.exit(code)
