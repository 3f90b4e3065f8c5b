#!/usr/bin/env bats
# The rubric of lab 05: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:25
@test "convolve_1d weighs the neighbours of every element, and counts missing ones as 0" {
    judge convolve_1d
}

# bats test_tags=points:35
@test "convolve_2d weighs the neighbours in pictures of any shape, by masks of any odd width" {
    judge convolve_2d
}

# bats test_tags=points:40
@test "convolve_2d_tiled finds all neighbours of its outputs in a tile with a halo" {
    judge convolve_2d_tiled
}

# bats test_tags=gold
@test "convolve_2d_fast gives the same for pictures of any shape" {
    judge convolve_2d_fast
}
