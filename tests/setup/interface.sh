#!/usr/bin/env bash
# The interface: its packages, and its build when a source is newer: interface.sh packages|build
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# npm writes the hidden lock file last.
if [ ! -f ui/node_modules/.package-lock.json ] || [ ui/package-lock.json -nt ui/node_modules/.package-lock.json ]; then
    echo "-- npm ci in ui"
    npm --prefix ui ci --no-audit --no-fund --loglevel=error
fi
[ "${1:-build}" = build ] || exit 0

built=ui/dist/index.html
newer() { find ui \( -path ui/node_modules -o -path ui/dist \) -prune -o -type f -newer "$built" -print -quit; }
if [ ! -f "$built" ] || [ -n "$(newer)" ]; then
    echo "-- npm run build in ui"
    npm --prefix ui run build --silent
    touch "$built"
fi
