#!/usr/bin/env bats
# The CPU checker: races, stray accesses and barriers that do not meet, at the student's line.
# Each .cu under checker/ holds kernels with a fault and their right counterparts, and says what
# must be found; every case runs in all four schedules.
# bats file_tags=apart
# shellcheck disable=SC2030,SC2031 # each test is a subshell anyway

load suite

VARIANTS="g++-O1 g++-O0 g++-O2 clang++-O1"

setup_file() {
    export HERE="$ROOT/grader/selftest/checker" CASES="$BATS_FILE_TMPDIR"
    build g++-O1
    make -s -j2 -f "$HERE/names.mk" BUILD="$CASES"
}

build() {
    make -s -j2 -f "$HERE/checker.mk" BUILD="$CASES" VARIANT="$1"
}

# The cases of one file: races finds what races.cu says, with the default compiler.
finds() {
    "$CASES/g++-O1/cases" "$@"
}

# --- what is found --------------------------------------------------------------------------------

@test "a barrier that is missing is a race at both lines, and one that is there is none" {
    finds missing_barrier barrier_between missing_second_barrier both_barriers read_too_early_twice tree \
        tree_without_barriers scan scan_with_one_barrier
}

@test "blocks that write the same element race, and launches do not" {
    finds block_index_forgotten one_place_for_all shares_that_overlap each_its_own launches_in_a_row
    make -s -f "$HERE/checker.mk" BUILD="$CASES" VARIANT=g++-O1 gxx
    "$CASES/g++-O1/gxx" writers_of_two_blocks
}

@test "the same value written by many is noted and no fault, unless others read it" {
    finds same_value_is_noted same_value_that_is_read
}

@test "an element that many threads change needs atomics, in global memory as well" {
    finds histogram_without_atomics histogram_with_atomics private_bins \
        private_bins_without_barrier private_bins_not_cleared atomic_against_plain \
        atomic_of_other_blocks
}

@test "an atomic of block scope races with those of other blocks, and with none of its own" {
    finds scope_too_small scope_of_a_block scopes_that_differ scopes_that_differ_in_a_block
}

@test "a word of which some bytes were written is not initialised" {
    finds partly_initialised initialised_by_bytes
}

@test "a variable of the device that an access does not begin at is misaligned, a structure is not" {
    finds misaligned_variable structure_without_alignment
}

@test "what is said to help does: an atomic for a lost update, no __syncwarp between warps" {
    finds volatile_read_before_a_swap lost_update \
        volatile_writers_of_blocks volatile_writers_of_warps only_a_barrier_helps syncwarp_helps
}

@test "the plain first read of a loop around atomicCAS() is noted and no fault, and others are" {
    finds plain_read_before_a_swap sums_by_swaps list_by_swaps plain_read_after_a_swap \
        plain_read_of_a_lock plain_read_of_another_element
}

@test "neighbouring bytes and the parts of a vector are told apart" {
    finds bytes_in_place bytes_of_the_neighbour shared_bytes shared_bytes_without_barrier \
        vectors_in_place vectors_of_the_neighbour
}

@test "__syncwarp orders the lanes of its mask, by way of others too, and no more" {
    finds syncwarp syncwarp_of_half_a_warp no_syncwarp groups_within groups_across \
        chain_of_meetings broken_chain writer_after_all writer_after_half \
        syncwarp_of_two_warps barrier_of_two_warps
}

@test "a race names the line that the thread at fault has run, not that of its neighbours" {
    finds reader_in_the_other_line readers_in_two_lines reader_writes reader_writes_after_all \
        readers_in_their_lines
}

@test "shuffles, votes and volatile order no memory of a warp" {
    finds shuffle_does_not_order vote_does_not_order shuffled_sum tail_with_syncwarp \
        tail_by_volatile
}

@test "a last block and a scan in one pass are clean with their fences, and caught without" {
    finds last_block last_block_without_fence fence_before_the_data one_fence_for_the_block \
        one_fence_without_barrier fences_of_all fences_of_none decoupled_look_back \
        look_back_without_fence chained_scan chained_scan_without_fence
}

@test "flags and locks order what they guard, if there is a fence" {
    finds volatile_turn volatile_turn_without_waiting volatile_flag volatile_flag_without_fence \
        volatile_flag_reader_unfenced volatile_flag_reader_fenced_for_the_block \
        volatile_flag_within_block volatile_flag_within_block_unfenced lock lock_without_fence flag_between_warps \
        flag_between_warps_without_fence
}

@test "who has taken a lock fences before it touches what the lock guards, in whatever order they came" {
    finds lock_fenced lock_first_unfenced lock_second_unfenced lock_fenced_too_narrowly \
        lock_within_block lock_within_block_unfenced lock_by_exchange_unfenced \
        lock_freed_by_and lock_freed_by_and_unfenced two_locks \
        mark_is_no_lock lock_before_data
}

@test "volatile data needs a fence before its flag, and flags themselves need none" {
    finds volatile_parts_fenced volatile_parts_without_fence volatile_rows_fenced \
        volatile_rows_without_fence volatile_look_back_fenced \
        volatile_look_back_reader_unfenced volatile_look_back_without_second_fence \
        volatile_look_back_without_fences volatile_marks
}

@test "a fence of the block orders its own threads, and nothing for other blocks" {
    finds volatile_parts_fenced_for_the_block relay_to_another_block relay_fenced_for_the_block
}

@test "an access outside of an array names the array, its size and the index" {
    finds guarded no_guard array_ends_before_its_allocation whole_quads last_quad_is_cut \
        room_for_narrower_elements index_minus_one within_a_shared_array from_one_shared_array_into_the_next within_dynamic_shared \
        beyond_dynamic_shared dynamic_shared_forgotten
}

@test "misaligned accesses, and those to freed memory, are named" {
    finds misaligned use_after_free counted_after_free freed_and_allocated_again double_free leak no_leak
}

@test "a forgotten __shared__ is named, and what is meant to be a thread's own is not accused" {
    make -s -f "$HERE/checker.mk" BUILD="$CASES" VARIANT=g++-O1 gxx
    "$CASES/g++-O1/gxx" own_tile own_sums own_bins own_counters
}

@test "reads of what nothing has written are named, in shared memory as well" {
    finds uninitialised_global initialised_by_memset initialised_by_a_kernel half_initialised \
        initialised_shared uninitialised_shared shared_of_another_block never_written \
        never_written_beyond initialised_by_an_exchange uninitialised_lock
}

@test "copies within shared memory of what nothing has written are told where they are used" {
    finds copies_of_unwritten copy_of_unwritten_is_used unwritten_is_changed unwritten_in_a_register unwritten_sum
}

@test "a kernel's static shared memory is its own, and at most 48 KB" {
    # one worker: the second kernel is to find its shared memory where the first had it
    SIMT_WORKERS=1 finds kernels_take_turns in_the_array_of_another_kernel \
        as_much_static_shared_memory_as_there_is more_static_shared_memory_than_there_is
}

@test "arrays of templates are named as they are in the source" {
    finds arrays_of_a_template beyond_arrays_of_a_template
}

@test "words of arrays are told apart whose names are neighbours" {
    finds arrays_of_neighbouring_names
    run -0 finds races_in_neighbouring_names
    [[ "$output" = "ok races_in_neighbouring_names 512 "* ]]
}

@test "shared memory beside nothing but constants is not taken for one" {
    make -s -f "$HERE/checker.mk" BUILD="$CASES" VARIANT=g++-O1 constants
    "$CASES/g++-O1/constants" shared_beside_constants
}

@test "a structure of 16 bytes may begin at any multiple of 8, and a float4 may not" {
    make -s -j2 -f "$HERE/checker.mk" BUILD="$CASES" VARIANT=g++-O1 constants gxx
    "$CASES/g++-O1/constants" structures_at_multiples_of_8 structures_at_multiples_of_4
    "$CASES/g++-O1/gxx" misaligned_vectors
    if command -v clang++; then
        make -s -f "$HERE/checker.mk" BUILD="$CASES" VARIANT=clang++-O1 gxx
        "$CASES/clang++-O1/gxx" misaligned_vectors
    fi
}

@test "each side's pointers are told from the other's, and variables from both" {
    finds host_pointer variable_of_another_thread far_before_all_arrays null_pointer host_variable device_pointer managed_memory constant_memory \
        constant_write device_variables race_in_a_device_variable local_arrays
}

@test "a variable of the device is out of the host's reach but for copies by its name" {
    finds variables_reached_by_the_host variable_written_by_the_host variable_read_by_the_host \
        variable_copied_by_the_host
}

@test "structures and copies of memory are accesses like others" {
    finds structures structures_in_place memory_copied_in_a_kernel too_much_copied_in_a_kernel
}

@test "blocks of memory are seen when their size is a small constant" {
    finds small_block_cleared small_block_cleared_beyond small_block_cleared_after_free \
        small_block_cleared_on_the_host bins_cleared_as_a_block \
        bins_cleared_as_a_block_without_barrier small_blocks_copied small_blocks_copied_beyond
}

@test "structures and vectors are seen when functions take or return them by value" {
    finds pairs_by_value pairs_by_value_without_barrier neighbours_by_value \
        neighbours_by_value_overwritten neighbours_by_value_beyond elements_are_structures elements_of_shared_arrays \
        rows_by_value \
        rows_by_value_of_the_neighbour rows_by_value_unwritten arguments_by_value \
        float4_by_value float4_by_value_of_the_neighbour by_pointers by_pointers_of_the_neighbour
}

@test "the padding of a structure may be copied unwritten, and nothing else may" {
    finds padding_copied padded_unwritten padding_read
}

@test "structures are seen when they are assigned, and so are parts of them" {
    finds pairs_assigned pairs_assigned_without_barrier arrays_in_structures \
        arrays_in_structures_by_two components_apart component_against_vector
}

@test "barriers and masks that do not meet say who waits where" {
    finds divergent_barrier barrier_after_return barrier_of_all lane_outside_its_mask \
        whole_warp_in_the_mask shuffle_from_an_inactive_lane returned_lane_in_the_mask deadlock
}

# --- the host and streams -----------------------------------------------------------------------------

@test "the host that reads what a kernel writes has to wait for it" {
    finds managed_read_after_the_launch managed_read_after_a_wait mapped_read_after_the_launch \
        registered_read_after_the_launch managed_variable_read_after_the_launch \
        written_while_a_kernel_reads another_part_is_read_meanwhile
}

@test "whatever waits on a device waits, and one question does not" {
    finds all_that_waits one_question_is_no_wait flag_is_polled result_is_no_flag
}

@test "an asynchronous copy of pinned memory leaves both sides alone until it is over" {
    finds result_read_before_its_copy result_taken_before_its_copy \
        source_used_again_before_its_copy pageable_memory_is_taken_and_brought_at_once \
        other_rows_are_read_meanwhile
}

@test "two streams race unless an event or the default stream is between them" {
    finds second_stream_without_an_event second_stream_with_an_event \
        event_of_an_earlier_record legacy_stream_is_between_blocking_ones \
        copy_waits_for_no_unblocking_stream memset_waits_for_nobody \
        memset_before_a_blocking_stream neighbours_and_atomics_of_two_streams \
        sum_by_swaps_of_two_streams parts_in_turn
}

@test "host functions, frees and events have their turn in a stream" {
    finds host_function_in_its_turn host_function_not_waited_for freed_while_another_stream_reads \
        time_between_events
}

@test "a kernel runs late in one schedule and early in another, with the arguments of its launch" {
    finds who_does_not_wait_sees_what_was_there arguments_are_those_of_the_launch \
        more_launches_than_wait fault_is_seen_by_who_waits
}

# --- whoever builds it, in whatever order it runs -----------------------------------------------------

@test "both compilers find the same, in the same words, at every level of optimisation" {
    waits_for_night "a minute"
    local variant
    "$CASES/g++-O1/cases" | sort >"$CASES/g++-O1.found"
    for variant in $VARIANTS; do
        command -v "${variant%-O*}" >/dev/null || continue
        build "$variant"
        run -0 "$CASES/$variant/cases"
        diff "$CASES/g++-O1.found" <(sort <<<"$output")
    done
}

@test "every case of the files is in one of these tests" {
    local name names
    names=$(sed -n 's/^CASE(\([a-z_0-9]*\),.*/\1/p' "$HERE"/*.cu)
    [ "$(wc -l <<<"$names")" -gt 100 ]
    for name in $names; do
        grep -q "[ (]$name\( \|$\)" "$BATS_TEST_FILENAME" || { echo "no test names $name" && false; }
    done
}

# 125 kernels: seed, variant.
fuzz() {
    make -s -f "$HERE/checker.mk" BUILD="$CASES" SEED="$1" VARIANT="$2" COUNT=125 run-fuzz
}

# FUZZ= kernels of SEED=, half of them by each compiler.
@test "random kernels race in the words that their construction says, and in no others" {
    local compilers
    export -f fuzz
    compilers=$(for one in g++ clang++; do ! command -v $one >/dev/null || echo $one-O1; done)
    make -s -f "$HERE/checker.mk" BUILD="$CASES" "$CASES/generate"
    for ((piece = 0; piece * 125 < ${FUZZ:-250}; piece++)); do
        echo "$((${SEED:-11} + piece)) $(sed -n "$((piece % $(wc -l <<<"$compilers") + 1))p" <<<"$compilers")"
    done | xargs -P "$(nproc)" -L 1 bash -c 'fuzz "$@"' fuzz >"$CASES/fuzz.out" || true
    grep -v " 0 disagreements" "$CASES/fuzz.out" || true
    [ "$(grep -c "125 kernels, .* 0 disagreements" "$CASES/fuzz.out")" = "$(((${FUZZ:-250} + 124) / 125))" ]
}

@test "no solution and no right answer is accused, whatever compiles it" {
    waits_for_night "a quarter of an hour"
    local variant
    for variant in "g++ -O0" "g++ -O2" "clang++ -O1"; do
        command -v "${variant% *}" >/dev/null || continue
        BACKEND=cpu CXX=${variant% *} CXXFLAGS=${variant#* } BUILD="$CASES/${variant// /}" \
            bash "$ROOT/grader/verdicts" run "$CASES/verdicts.jsonl" solutions right
        [ "$(jq -s 'length > 100' "$CASES/verdicts.jsonl")" = true ]
        run -0 jq -r 'select(.passed | not) | "\(.file) \(.task) \(.messages)"' "$CASES/verdicts.jsonl"
        echo "$variant: $output"
        [ -z "$output" ]
        rm -r "${CASES:?}/${variant// /}"
    done
}

# --- faults that compute-sanitizer has seen, too -------------------------------------------------

@test "planted faults are reported, but for one that nobody can see, and nothing else" {
    requires jq
    BUILD="$CASES" bash "$HERE/planted/planted" cpu "$CASES/cpu.jsonl"
    run -0 jq -r 'select(.said == []) | .fault' "$CASES/cpu.jsonl"
    [ "$output" = "read_of_another_array
right" ]
}

@test "the table of planted faults has what both tools say" {
    requires jq
    mkdir -p "$BATS_TEST_TMPDIR/a/b/checker"
    cp -r "$HERE"/{planted,README.md} "$BATS_TEST_TMPDIR/a/b/checker"
    mkdir -p "$BATS_TEST_TMPDIR/common/tools"
    cp "$ROOT/common/tools/between_markers" "$BATS_TEST_TMPDIR/common/tools"
    cat >"$BATS_TEST_TMPDIR/cpu.jsonl" <<'END'
{"tool":"checker","fault":"x","what":"a | b","status":0,"said":["race: race in s[0]: write faults.cu:5 by thread 0; cure"]}
END
    cat >"$BATS_TEST_TMPDIR/gpu.jsonl" <<'END'
{"tool":"memcheck","fault":"x","what":"a | b","status":0,"said":[]}
{"tool":"racecheck","fault":"x","what":"a | b","status":99,"said":["Error: Race reported","at f in faults.cu:5"]}
END
    bash "$BATS_TEST_TMPDIR/a/b/checker/planted/planted" table "$BATS_TEST_TMPDIR"/{cpu,gpu}.jsonl
    grep -Fx '| a \| b | race in s[0]: write line 5 by thread 0 | racecheck: Error: Race reported, line 5 |' \
        "$BATS_TEST_TMPDIR/a/b/checker/README.md"
    [ "$(grep -c '^| [a-z]' "$BATS_TEST_TMPDIR/a/b/checker/README.md")" = 2 ]
}

# --- the hooks ---------------------------------------------------------------------------------------

@test "every hook that g++ or clang++ may call is there" {
    "$CASES/names"
}

@test "each function of the C library that writes or reads has its hook, and each hook is called in its place" {
    make -s --no-print-directory -f - writers >"$BATS_TEST_TMPDIR/writers" <<END
ROOT := $ROOT
include $ROOT/common/simt/simt.mk
.PHONY: writers
writers: ; @printf '%s\\n' \$(sort \$(SIMT_WRITERS) \$(SIMT_READERS) \$(SIMT_KEEPERS) \$(SIMT_CLOCKS) \$(SIMT_CALLERS))
END
    nm "$SIMT_BUILD/checker/library_hooks.c.o" "$SIMT_BUILD/checker/stream_hooks.c.o" "$SIMT_BUILD/checker/host_time.c.o" | sed -n 's/.* T __tsan_//p' | LC_ALL=C sort >"$BATS_TEST_TMPDIR/hooks"
    diff "$BATS_TEST_TMPDIR/writers" "$BATS_TEST_TMPDIR/hooks"
}

# What simt.mk tells a compiler of a checked program: of a lab, whose CXXFLAGS are $2, and of simtcc's, a line each.
checked_options() {
    make -s --no-print-directory -f - told CXX="$1" CXXFLAGS="$2" SIMT_BUILD="$BATS_TEST_TMPDIR/$1" <<END
ROOT := $ROOT
include $ROOT/common/simt/simt.mk
simt_compile_as = \$3
simt_without_exceptions =
told: ; @printf '%s\n' '\$(call simt_compile_checked,x.cu,x.o)' '\$(SIMT_CHECKED_CXXFLAGS)' | sed 's/ && .*//'
END
}

@test "a checked program has no vectors, of which one access or none would be told, whatever -O is asked for" {
    local compiler level options made=$BATS_TEST_TMPDIR/eight
    echo 'void eight(float *to) { for (int i = 0; i < 8; i++) to[i] = 2; }' >"$made.cpp"
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        for level in -O2 -O3; do
            checked_options $compiler $level >"$made.options"
            [ "$(wc -l <"$made.options")" = 2 ]
            while read -ra options; do
                $compiler "${options[@]}" -S "$made.cpp" -o "$made.s"
                grep -q '__tsan_write4' "$made.s"
                run -1 grep -E '__tsan_(unaligned_)?write(8|16)|[xy]mm|v[0-9]+[.][24]s' "$made.s"
            done <"$made.options"
        done
    done
}

@test "no hook that this g++ knows by name is missing" {
    requires g++
    requires strings
    # Atomics of 128 bits are refused by nvcc in kernels, and link nowhere else without libatomic.
    strings -a "$(g++ -print-prog-name=cc1plus)" | grep -xE '__tsan_[a-z0-9_]+' | grep -v atomic128 |
        sort -u >"$BATS_TEST_TMPDIR/known"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/known")" -gt 50 ]
    nm "$CASES/names" | awk '$2 == "T" { print $3 }' | sort >"$BATS_TEST_TMPDIR/there"
    run -0 comm -23 "$BATS_TEST_TMPDIR/known" "$BATS_TEST_TMPDIR/there"
    [ -z "$output" ]
}

@test "the fast build finds nothing and has no hook" {
    run -0 "$CASES/fast"
    [ "$output" = "0 findings" ]
    nm "$CASES/fast" >"$BATS_TEST_TMPDIR/symbols"
    run -1 grep __tsan_ "$BATS_TEST_TMPDIR/symbols"
}

@test "a volatile write that nothing orders is a note, and one that answers a flag is none" {
    run -0 suite run FILE="$BATS_TEST_DIRNAME/checker/alone/strong.cu"
    [[ $output = *"in global memory, word: volatile write strong.cu:12 "*", atomic strong.cu:10 "* ]]
    [[ $output = *"volatile write strong.cu:24 "*", volatile read strong.cu:19 "* ]]
    [[ $output = *"volatile write strong.cu:35 "*", volatile read strong.cu:31 "* ]]
    [[ $output = *"0 findings: 3 note;"* ]]
}
