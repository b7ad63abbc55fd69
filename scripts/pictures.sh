#!/usr/bin/env bash
# pictures.sh - draws the pictures of the README, docs/start.md, docs/report.md and docs/web.md from
# real runs.
#
#   scripts/pictures.sh PROGRAM FOLDER     (`make pictures`)
set -euo pipefail

program=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" sweep configs/torus_8ary_2cube.toml --engine model --out "$work/sweep" \
  --set router.virtual_channels=2,4,8 --load 0.05:0.8:0.05
cp "$work/sweep/sweep.svg" "$folder/curve.svg"

"$program" run configs/torus_8ary_2cube.toml --engine lockstep --out "$work/run" \
  --trace "$work/run/waves.fst" --trace-from 1000 --trace-to 1040 --trace-scope router_3_3
cat > "$work/grab.tcl" <<TCL
gtkwave::setZoomRangeTimes 10160ns 10340ns
gtkwave::/File/Grab_To_File $work/waveform.png
gtkwave::/File/Quit
TCL
(cd "$work/run" && xvfb-run -a -s "-screen 0 1700x1000x24" timeout 60 \
  gtkwave --rcvar 'hide_sst on' waves.fst waves.gtkw -S "$work/grab.tcl" >/dev/null 2>&1)
cp "$work/waveform.png" "$folder/waveform.png"

"$program" run configs/torus_8ary_2cube.toml --engine model --set traffic.load=0.2 \
  --set traffic.pattern=transpose --out "$work/page"
"$program" report "$work/page"
scripts/report_picture.py "$work/page/report.html" "$folder/report.png"

# A run that deadlocks ends with status 1.
"$program" run configs/torus_deadlock.toml --engine model --allow-deadlock --out "$work/deadlock" ||
  [ $? = 1 ]
"$program" report "$work/deadlock"
scripts/report_picture.py "$work/deadlock/report.html" "$folder/play_deadlock.png" play

scripts/web.sh "$(dirname "$program")/web"
scripts/web_picture.py "$(dirname "$program")/web/turnpike.html" "$folder/web.webp"
echo "Drew $folder/curve.svg, waveform.png, report.png, play_deadlock.png and web.webp"
