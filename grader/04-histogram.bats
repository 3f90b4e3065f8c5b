#!/usr/bin/env bats
# The rubric of lab 04: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:30
@test "histogram_global counts the letters of any text in seven bins" {
    judge histogram_global
}

# bats test_tags=points:40
@test "histogram_shared counts them in bins of each block's own" {
    judge histogram_shared
}

# bats test_tags=points:30
@test "byte_histogram counts all 256 values, with more bins than threads" {
    judge byte_histogram
}

# bats test_tags=gold
@test "histogram_fast counts letters however alike they are" {
    judge histogram_fast
}
