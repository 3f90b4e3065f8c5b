#!/usr/bin/env bats
# The rubric of lab 09: one sentence a task, its points in the tag.
load helpers

# bats test_tags=points:30
@test "co_ranks says how many of the first k elements come from a, equal keys of a first" {
    judge co_ranks
}

# bats test_tags=points:20
@test "merge_basic merges by equal shares that leave nothing over" {
    judge merge_basic
}

# bats test_tags=points:30
@test "merge_tiled merges tiles in shared memory" {
    judge merge_tiled
}

# bats test_tags=points:20
@test "merge_sort sorts any number of keys in place" {
    judge merge_sort
}

# bats test_tags=gold
@test "merge_fast merges keys of any lengths" {
    judge merge_fast
}
