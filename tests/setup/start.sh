#!/usr/bin/env bash
# `make run`: builds the desk, fills an empty data directory with examples, and opens the window, or
# serves the same pages on this machine where no window can open. SIMUI_DATA_DIR chooses the directory.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
programs=${CARGO_TARGET_DIR:-$PWD/target}/release

# Announces a step: its number of five, what it does, and how long it takes on two cores when nothing is there yet.
step() { echo "== $1 of 5: $2 (${3})"; }

step 1 "what is missing on this machine" "the first time about 2 min"
"$here/setup.sh" run --without-dictionary
step 2 "the pages" "the first time about 1 min"
"$here/interface.sh" build

packages=(--package simui-cli --package simui-packcheck --package simui-search)
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && pkg-config --exists webkit2gtk-4.1; then
    packages+=(--package simui-desk)
    window=yes
fi
step 3 "the programs" "the first time about 10 min, later seconds"
cargo build --release --locked --bins "${packages[@]}"
step 4 "the Korean dictionary" "the first time less than 1 min"
SIMUI_DICTIONARY_BUILDER=$programs/simui-build-dictionary models/dictionary/fetch.sh

step 5 "examples, if the data directory is empty" "seconds"
"$programs/simui" demo

if [ "${window:-}" = yes ]; then
    echo "-- opening the window"
    exec "$programs/simui-desk"
fi
echo "-- no display, or no WebKitGTK: open this address in a browser on this machine (Ctrl+C ends)"
exec "$programs/simui" serve
