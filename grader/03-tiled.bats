#!/usr/bin/env bats
# The rubric of lab 03: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:40
@test "matmul_tiled_square multiplies by whole tiles, however many there are" {
    judge matmul_tiled_square
}

# bats test_tags=points:60
@test "matmul_tiled multiplies matrices of any shape, filling edge tiles with zeros" {
    judge matmul_tiled
}

# bats test_tags=gold
@test "matmul_fast multiplies matrices of any shape" {
    judge matmul_fast
}
