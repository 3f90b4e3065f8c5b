# class: others' work
# how: its folder is a link to a neighbour's
# says: a link

# shellcheck shell=bash
ln -s ann "$1"
