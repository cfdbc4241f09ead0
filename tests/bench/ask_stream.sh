#!/usr/bin/env bash
# How long a piece of a chat model's answer takes to whoever reads along: ask_stream.py says what is measured.
#   SIMUI_BIN     the program (release)
set -euo pipefail
: "${SIMUI_BIN:?the release simui; make bench sets it}"
exec python3 "$(dirname "${BASH_SOURCE[0]}")/ask_stream.py" "$SIMUI_BIN"
