#!/usr/bin/env bats
# What kernels of others' programs use: textures, surfaces, bounds of their launches.
# bats file_tags=apart

load suite

setup() {
    export TMP=$BATS_TEST_TMPDIR BUILD=$BATS_TEST_TMPDIR/build BACKEND=cpu
    unset CC CXX
}

@test "textures, surfaces and copies in three dimensions read what CUDA reads" {
    says_what_it_must textures
    says_what_it_must texture_references
    echo 'int main() { cudaArray_t a; auto f = cudaCreateChannelDesc<int>(); cudaMallocArray(&a, &f, 8); cudaFreeArray(a); cudaFreeArray(a); }' >"$TMP/twice.cu"
    run -1 suite run FILE="$TMP/twice.cu"
    [[ $output = *"this array was already destroyed"*"1 finding"* ]]
}

@test "layers, cubes, gathers and the only level read what CUDA reads" {
    says_what_it_must layers
}

@test "a launch beyond __launch_bounds__ is refused at once with cudaErrorLaunchOutOfResources, and the next ones go on" {
    says_what_it_must bounds
    run -0 --separate-stderr suite run FILE="$BATS_TEST_DIRNAME/others/bounds.cu" CHECK=0
    [ "${lines[-1]}" = "$(sed -n 's/^\/\/ prints: //p' "$BATS_TEST_DIRNAME/others/bounds.cu")" ]
    echo '__global__ void __launch_bounds__(32) k() {} int main() { k<<<1, 64>>>(); return cudaDeviceSynchronize(); }' >"$TMP/unasked.cu"
    run -1 suite run FILE="$TMP/unasked.cu"
    [[ $output = *"unasked.cu:1: a block has 64 threads, and the kernel's __launch_bounds__ allow 32"* ]]
}
