#!/usr/bin/env bats
# The rubric of lab 08: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:20
@test "spmv_csr multiplies by compressed rows, empty and full ones included" {
    judge spmv_csr
}

# bats test_tags=points:20
@test "spmv_ell multiplies by padded rows and leaves the padding out" {
    judge spmv_ell
}

# bats test_tags=points:20
@test "spmv_coo adds up entries in any order" {
    judge spmv_coo
}

# bats test_tags=points:20
@test "spmv_hybrid adds the surplus to the ELL part" {
    judge spmv_hybrid
}

# bats test_tags=points:20
@test "spmv_jds multiplies section by section and puts each row where it belongs" {
    judge spmv_jds
}

# bats test_tags=gold
@test "spmv_fast multiplies by compressed rows" {
    judge spmv_fast
}
