#!/usr/bin/env bash
# `make run`: builds the desk, fills an empty data directory with examples, and opens the window, or
# serves the same pages on this machine where no window can open. SIMUI_DATA_DIR chooses the directory.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
programs=${CARGO_TARGET_DIR:-$PWD/target}/release

"$here/setup.sh" run --without-dictionary
"$here/interface.sh" build

packages=(--package simui-cli --package simui-packcheck --package simui-search)
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && pkg-config --exists webkit2gtk-4.1; then
    packages+=(--package simui-desk)
    window=yes
fi
echo "-- cargo build --release (the first time: some minutes)"
cargo build --release --locked --bins "${packages[@]}"
SIMUI_DICTIONARY_BUILDER=$programs/simui-build-dictionary models/dictionary/fetch.sh

echo "-- examples"
"$programs/simui" demo

if [ "${window:-}" = yes ]; then
    echo "-- opening the window"
    exec "$programs/simui-desk"
fi
echo "-- no display, or no WebKitGTK: open this address in a browser on this machine (Ctrl+C ends)"
exec "$programs/simui" serve
