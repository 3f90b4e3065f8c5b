#!/usr/bin/env bats
# The rubric of lab 07: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:35
@test "scan_rows_kogge_stone scans rows of up to 1024 elements" {
    judge scan_rows_kogge_stone
}

# bats test_tags=points:40
@test "scan_rows_brent_kung scans them up a tree and down again" {
    judge scan_rows_brent_kung
}

# bats test_tags=points:25
@test "prefix_sum_2d sums along rows and down columns, whatever the size" {
    judge prefix_sum_2d
}

# bats test_tags=gold
@test "scan_fast scans any number of elements" {
    judge scan_fast
}
