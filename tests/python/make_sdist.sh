#!/usr/bin/env bash
# make_sdist.sh - a source distribution of python/, by the hook that pip and others call.
#
#   make_sdist.sh PYTHON PROJECT FOLDER     the interpreter, the folder with pyproject.toml, where
#                                           the file is to be; prints its path
set -euo pipefail
python=$1
project=$2
folder=$3

mkdir -p "$folder"
cd "$project"
"$python" - "$folder" > "$folder/said.txt" <<'EOF'
import os, sys
sys.path.insert(0, "backend")
import turnpike_backend
name = turnpike_backend.build_sdist(sys.argv[1])
print(os.path.join(sys.argv[1], name))
EOF
tail -n 1 "$folder/said.txt"
