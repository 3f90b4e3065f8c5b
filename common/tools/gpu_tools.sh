#!/usr/bin/env bash
# A lab's tasks under NVIDIA's own tools: what `make sanitize` and `make profile` run.
#
#   gpu_tools.sh sanitize PROGRAM OUT JUDGE...   compute-sanitizer's four tools, one after the other
#   gpu_tools.sh profile  PROGRAM OUT JUDGE...   Nsight Compute, the counters that the course is about
#
# JUDGE... is the judge's command; here it starts PROGRAM by way of the tool. Logs go to OUT.
# Exit 0 when all was well, 1 when a tool objects, 2 when there is no such tool.
set -u
what=$1 program=$2 out=$3
shift 3

needs() {
    command -v "$1" >/dev/null && return
    echo "$what needs $1, which comes with the CUDA Toolkit; without a GPU, 'make check' finds as much" >&2
    exit 2
}

# under NAME COMMAND...: the judge's run, with PROGRAM started by that command.
judge_under() {
    local name=$1 wrapper=$out/$1.sh
    shift
    rm -f "$out/$name.log"
    printf '#!/bin/sh\nexec %s %q\n' "$*" "$program" >"$wrapper"
    chmod +x "$wrapper"
    "${judge[@]}" --patient --core "$wrapper" >"$out/$name.out" 2>&1
}

sanitize() {
    local tool failed=0
    for tool in memcheck racecheck initcheck synccheck; do
        judge_under "$tool" compute-sanitizer --tool "$tool" --log-file "$out/$tool.log"
        if grep -qE 'ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards' "$out/$tool.log" 2>/dev/null; then
            echo "  $tool: nothing"
        else
            failed=1
            echo "  $tool: see $out/$tool.log"
            grep -E '^========= [A-Z]' "$out/$tool.log" 2>/dev/null | grep -v COMPUTE-SANITIZER | head -n 3 | cut -c1-120
        fi
    done
    cat <<'END'
compute-sanitizer runs on the device itself, at its real sizes. It does not see races in global memory,
nor shared memory that is read before it is written: `make check` sees these, at small sizes.
END
    return $failed
}

profile() {
    local kind metrics=gpu__time_duration.sum
    for kind in ld st; do
        metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_$kind.sum
        metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_$kind.sum
        metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$kind.sum
        metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$kind.sum
    done
    judge_under ncu ncu --print-summary per-kernel --metrics "$metrics" --log-file "$out/ncu.log"
    grep -vE '^==PROF==|^$' "$out/ncu.log" || {
        echo "ncu left no figures; what it said is in $out/ncu.out" >&2
        return 1
    }
    echo "Nsight Compute also sees caches, stalls and time. 'make explain' has these counters line by line."
}

judge=("$@")
mkdir -p "$out"
case $what in
sanitize) needs compute-sanitizer && sanitize ;;
profile) needs ncu && profile ;;
*) echo "usage: gpu_tools.sh sanitize|profile PROGRAM OUT JUDGE..." >&2 && exit 2 ;;
esac
