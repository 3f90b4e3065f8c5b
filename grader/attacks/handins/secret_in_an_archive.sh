# class: secrets
# how: a list of files to be fetched from elsewhere, which a reader of archives takes for one
# says: is no zip or tar

# shellcheck shell=bash
printf '#mtree\n01-matmul-naive/matmul_naive.cu type=file contents=/etc/passwd\n' >"$1.tar"
