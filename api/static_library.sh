#!/bin/sh
# static_library.sh - a static library of one object that shows turnpike_* and nothing else.
#
#   static_library.sh LD NM OBJCOPY AR OUTPUT OBJECT...    objects and archives, as for a linker
set -eu
ld=$1 nm=$2 objcopy=$3 ar=$4 output=$5
shift 5
object=$output.o
"$ld" -r --force-group-allocation -o "$object" "$@"
# Symbols that are unique in a process have to be made weak before they can be made local.
"$nm" "$object" | sed -n 's/^[0-9a-f]* u //p' > "$object.unique"
"$objcopy" --weaken-symbols="$object.unique" "$object"
"$objcopy" --wildcard --keep-global-symbol='turnpike_*' "$object"
rm -f "$output"
"$ar" rcs "$output" "$object"
rm -f "$object" "$object.unique"
