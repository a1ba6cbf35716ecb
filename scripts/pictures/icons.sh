#!/bin/bash
# Writes the PNG and ICO versions of icon.svg; run it in icon.svg's folder.
set -e
sed 's/ rx="112"//' icon.svg > square.tmp.svg
rsvg-convert -w 192 icon.svg -o icon-192.png; rsvg-convert -w 512 icon.svg -o icon-512.png
rsvg-convert -w 512 icon-maskable.svg -o icon-maskable-512.png; rsvg-convert -w 180 square.tmp.svg -o apple-touch-icon.png
rsvg-convert -w 32 icon.svg -o f.tmp.png
${PYTHON:-/usr/bin/python3} - <<'P'
import struct
d = open('f.tmp.png', 'rb').read()   # an .ico may hold a PNG as it is
open('favicon.ico', 'wb').write(struct.pack('<HHH', 0, 1, 1)+struct.pack('<BBBBHHII', 32, 32, 0, 0, 1, 32, len(d), 22)+d)
P
rm -f square.tmp.svg f.tmp.png
