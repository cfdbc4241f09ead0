#!/usr/bin/env bash
# The test in a browser: a demo data directory, `simui serve`, Chromium.
# Needs the program that `cargo build --workspace --bins` makes, built pages, and what `make setup` installs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
simui=${SIMUI_BIN:-${CARGO_TARGET_DIR:-$root/target}/debug/simui}

work=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

export SIMUI_DATA_DIR=$work/data
# The keyring of whoever runs this stays as it is.
export SIMUI_AUDIT_KEY=file
"$simui" demo >/dev/null
"$simui" serve >"$work/address" 2>"$work/server.log" &
server=$!
for _ in $(seq 100); do
    [ ! -s "$work/address" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
SIMUI_URL=$(head -n 1 "$work/address")
export SIMUI_URL
if [ -z "$SIMUI_URL" ]; then
    echo "error: simui serve printed no address; it said:" >&2
    cat "$work/server.log" >&2
    exit 1
fi
# Without pages every test would wait until its limit.
if ! node -e '
const url = new URL(process.env.SIMUI_URL);
const entered = await fetch(url, { redirect: "manual" });
const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
process.exit((await fetch(url.origin, { headers: { cookie } })).ok ? 0 : 1);
' --input-type=module; then
    echo "error: $simui has no pages: run \`make ui\`, then build it again" >&2
    exit 1
fi
# The limit is for a page or server that hangs; the tests take minutes.
timeout --kill-after=10 1200 npm run --silent test || {
    status=$?
    echo "-- what the server said" >&2
    tail -n 40 "$work/server.log" >&2
    exit $status
}
