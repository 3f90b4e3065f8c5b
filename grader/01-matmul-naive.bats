#!/usr/bin/env bats
# The rubric of lab 01: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:10
@test "square_elements squares every element, whatever the shape" {
    judge square_elements
}

# bats test_tags=points:15
@test "matrix_add adds two matrices, whatever the shape" {
    judge matrix_add
}

# bats test_tags=points:25
@test "matmul_1d multiplies square matrices with any leading dimensions" {
    judge matmul_1d
}

# bats test_tags=points:25
@test "matmul_2d multiplies rectangular matrices" {
    judge matmul_2d
}

# bats test_tags=points:25
@test "matmul_host brings host matrices to the device and the product back" {
    judge matmul_host
}
