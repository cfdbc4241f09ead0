#!/usr/bin/env python3
"""Runs a command with its output thrown away and prints what it took: `SECONDS PEAK_MIB`.

Seconds are wall-clock. The peak is the largest resident set that the kernel saw (ru_maxrss of wait4), of the command's
own process. Ends with the command's exit status; what it wrote to stderr is shown when it failed.
"""

import os
import subprocess
import sys
import tempfile
import time


def main(command):
    with tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            sys.stderr.write(errors.read().decode(errors="replace"))
            return 1
    print(f"{took:.2f} {usage.ru_maxrss / 1024:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
