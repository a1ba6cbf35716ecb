#!/bin/bash
# Renders, grades and encodes every picture. Usage: ./render.sh OUTDIR [picture ...]   (QUALITY=1 is the standard, 0.2 a draft)
set -e
here=$(cd "$(dirname "$0")" && pwd); out=${1:?output folder}; shift; work=${WORK:-$here/work}; py=${PYTHON:-/usr/bin/python3}; q=${QUALITY:-1}
mkdir -p "$work/raw" "$work/png" "$out"
#     picture    scene         width height samples exposure
list='hero-tall  outdoor_court 1080  1440   40      1.25
      hero       outdoor_court 1920  1080   48      1.30
      court-1    outdoor_court 1500  1000   36      1.50
      court-2    indoor_court  1500  1000   36      1.20
      lounge     lounge        1500  1000   44      1.55
      bg-login   outdoor_court 1440  480    40      1.05
      bg-booking outdoor_court 1440  480    40      1.00
      bg-contact lounge        1440  480    48      1.40
      bg-account outdoor_court 1440  480    32      0.95'
while read -r pic scene w h n ev; do
  [ $# -eq 0 ] || [[ " $* " == *" $pic "* ]] || continue
  rm -f "$work/raw/$pic"-???-*.exr
  n=$(awk "BEGIN{n=int($n*$q); print n<4?4:n}")
  for seed in 1 2; do   # two independent halves: their difference is the noise
    nice -n 19 blender -b -P "$here/scene_$scene.py" -- "$pic" "$w" "$h" "$n" "$seed" "$work/raw/$pic" </dev/null >"$work/raw/$pic.log" 2>&1
  done
  nice -n 19 "$py" "$here/denoise_and_grade.py" "$work/raw/$pic" "$work/png/$pic.png" "$ev" &
done <<<"$list"
wait
nice -n 19 "$py" "$here/encode.py" "$work/png" "$out"
