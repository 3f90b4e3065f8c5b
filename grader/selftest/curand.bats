#!/usr/bin/env bats
# cuRAND in kernels and on the host: common/simt/others/curand*.h.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

@test "cuRAND's generators in kernels give the numbers of an H100" {
    says_what_it_must curand
}

@test "cuRAND's generators of the host give the numbers of cuRAND" {
    says_what_it_must curand_host
}

# What makes a lane wait for a lock must not let another lane go on: a tick leaves off no code of simt_text.
@test "cuRAND in kernels has Poisson's numbers, and makes its tables without a break" {
    says_what_it_must curand_more
    "$ROOT/common/tools/simtcc" "$BATS_TEST_DIRNAME/others/curand.cu" -o "$TMP/curand"
    run -0 sh -c 'nm "$1" | sort | sed -n "/__start_simt_text/,/__stop_simt_text/p"' sh "$TMP/curand"
    [[ $output = *simt_make_powers* && $output = *simt_xorwow_skip* && $output = *simt_mrg_skip* ]]
    run -1 sh -c 'nm "$1" | grep simt_xorwow_matrix' sh "$TMP/curand"
    printf '#include <curand_kernel.h>\nint main()\n{\n%s;\n}\n' 'curandStateSobol32_t state' >"$TMP/type.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/type.cu" -o "$TMP/type.o"
    [[ $output = *"type.cu:4:"*"not supported without a GPU: curandStateSobol32_t"* ]]
    printf '#include <curand_kernel.h>\nint main()\n{\n%s;\n}\n' 'curandGeneratePoisson(0, 0, 1, 1.0)' >"$TMP/call.cu"
    run -1 "$ROOT/common/tools/simtcc" -c "$TMP/call.cu" -o "$TMP/call.o"
    [[ $output = *"call.cu:4:"*"not supported without a GPU: curandGeneratePoisson"* ]]
}
