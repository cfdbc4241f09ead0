#!/usr/bin/env bash
# The interface's packages, and its build when a source is newer: interface.sh packages|tests|build
#   tests  also the packages of the browser tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# npm writes the hidden lock file last.
packages() {
    [ -f "$1/node_modules/.package-lock.json" ] && [ ! "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ] && return
    echo "-- npm ci in $1"
    npm --prefix "$1" ci --no-audit --no-fund --loglevel=error
}
packages ui
[ "${1:-build}" != tests ] || packages tests/browser
[ "${1:-build}" = build ] || exit 0

built=ui/dist/index.html
newer() { find ui \( -path ui/node_modules -o -path ui/dist \) -prune -o -type f -newer "$built" -print -quit; }
if [ ! -f "$built" ] || [ -n "$(newer)" ]; then
    echo "-- npm run build in ui"
    npm --prefix ui run build --silent -- --logLevel warn
    touch "$built"
fi
