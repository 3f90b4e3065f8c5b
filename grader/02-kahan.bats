#!/usr/bin/env bats
# The rubric of lab 02: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:30
@test "row_sums_kahan loses nothing of long rows, whatever their number" {
    judge row_sums_kahan
}

# bats test_tags=points:40
@test "matmul_kahan multiplies with a relative error of at most 1.2e-7" {
    judge matmul_kahan
}

# bats test_tags=points:30
@test "matmul_kahan_timed multiplies as well and times each block by its own clock" {
    judge matmul_kahan_timed
}

# bats test_tags=gold
@test "sum_compensated is right to 2 units in the last place where terms cancel" {
    judge sum_compensated
}
