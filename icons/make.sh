#!/usr/bin/env bash
# Draws every icon the window needs from icon.svg. Needs rsvg-convert (librsvg2-bin) and convert (imagemagick).
set -euo pipefail
cd "$(dirname "$0")"

draw() { rsvg-convert --width "$1" --height "$1" --output "$2" icon.svg; }
big_endian() {
    printf '%b' "$(printf '\\x%02x' $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255)))"
}

draw 32 32x32.png
draw 128 128x128.png
draw 256 128x128@2x.png
draw 512 icon.png

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for size in 16 32 48 256; do draw "$size" "$work/$size.png"; done
convert "$work/16.png" "$work/32.png" "$work/48.png" "$work/256.png" icon.ico

# An .icns file is a length, then chunks: a four-letter type, a length, a PNG.
for chunk in ic07:128x128.png ic08:128x128@2x.png ic09:icon.png; do
    png=${chunk#*:}
    printf '%s' "${chunk%%:*}"
    big_endian $(($(wc -c <"$png") + 8))
    cat "$png"
done >"$work/chunks"
{
    printf icns
    big_endian $(($(wc -c <"$work/chunks") + 8))
    cat "$work/chunks"
} >icon.icns
