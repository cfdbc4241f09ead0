#!/usr/bin/env bash
# The test in the real window: a demo data directory, a virtual screen, WebDriver.
# Needs the programs that `cargo build --workspace --bins` makes and what `make setup` installs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
export SIMUI_BIN=${SIMUI_BIN:-$target/debug/simui} SIMUI_DESK_BIN=${SIMUI_DESK_BIN:-$target/debug/simui-desk}
export SIMUI_PICTURES=${SIMUI_PICTURES:-$target/pictures/window}
export PATH=$target/tools/bin:$PATH

for needed in xvfb-run WebKitWebDriver tauri-driver; do
    command -v "$needed" >/dev/null && continue
    # Never in CI: a stage that tests nothing must not look green.
    if [ -n "${CI:-}" ]; then
        echo "error: $needed is missing; make setup installs it" >&2
        exit 1
    fi
    echo "skipped: $needed is missing; make setup installs it" >&2
    exit 0
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SIMUI_DATA_DIR=$work/data
"$SIMUI_BIN" demo >/dev/null

# The limit is for a window that hangs; the tests take seconds.
GDK_BACKEND=x11 timeout --kill-after=10 300 xvfb-run --auto-servernum --server-args='-screen 0 1440x900x24' \
    node --test --test-reporter=spec window.test.mjs
echo "-- pictures: $SIMUI_PICTURES"
