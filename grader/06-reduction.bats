#!/usr/bin/env bats
# The rubric of lab 06: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:30
@test "row_sums_interleaved sums rows of up to 1024 elements by a tree of doubling strides" {
    judge row_sums_interleaved
}

# bats test_tags=points:40
@test "row_sums_sequential sums them by a tree of halving strides" {
    judge row_sums_sequential
}

# bats test_tags=points:30
@test "row_sums sums rows of any width" {
    judge row_sums
}

# bats test_tags=gold
@test "sum_fast sums any number of elements in 64 bits" {
    judge sum_fast
}
