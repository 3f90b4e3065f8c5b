# class: results
# how: hands in the results that it wants to have, and the rubric that gives them
# says: results.json: no file of a lab

# shellcheck shell=bash
mkdir -p "$1/01-matmul-naive" "$1/students/$1" "$1/grader"
cp "$SUITE"/labs/01-matmul-naive/matmul_naive.cu "$1/01-matmul-naive/"
echo '{"name": "ann", "points": 100, "max": 100, "error": null, "labs": []}' |
    tee "$1/results.json" "$1/students/$1/results.json" "$1/01-matmul-naive/results.json" >/dev/null
echo 'name,points' | tee "$1/scores.csv" "$1/01-matmul-naive/tap" >/dev/null
printf '#!/usr/bin/env bats\n@test "all" { touch %s; }\n' "$HARM" >"$1/grader/01-matmul-naive.bats"
