#!/usr/bin/env bats
# The words of the book: each of the glossary is explained where it is first used, in both languages, and each
# has one Chinese name, that of labs/TERMS.zh.md.
# bats file_tags=apart

load suite

# The handouts of the language $1, which is README or README.zh, in the order in which they are read.
read_in_order() {
    echo "$ROOT/labs/$1.md"
    for lab in "${LABS[@]}"; do echo "$ROOT/labs/$lab/$1.md"; done
}

# Words of the glossary in the files $@, of which the first has it, that are used before the paragraph, row or item
# in which they stand in bold. Code, links' targets, pictures' texts and headings are left out.
used_too_early() {
    awk 'function finish(i, word, all, bold) {
            all = paragraph; gsub(/<!--[^>]*>/, "", all); gsub(/!\[[^]]*\]\([^)]*\)/, "", all); gsub(/`[^`]*`/, "", all); gsub(/\]\([^)]*\)/, "]", all)
            bold = ""; text = all
            while (match(text, /[*][*][^*]+[*][*]/)) {
                bold = bold " " substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH) }
            for (i = 1; i <= words; i++) {
                word = list[i]
                if (!(word in met) && has(all, word)) {
                    met[word]
                    if (!has(bold, word)) print where ": " word " is used before it is explained" } }
            paragraph = "" }
        # In English, with its endings, between other letters; in Chinese, anywhere.
        function has(text, word) {
            if (word ~ /^[A-Za-z]/) return tolower(text) ~ "(^|[^a-z])" tolower(word) "(s|es|ed)?([^a-z]|$)"
            return index(text, word) > 0 }
        FNR == 1 { file++ }
        FNR == NR && /^## (Glossary|词汇表)$/ { inside = 1; next }
        FNR == NR && /^## / { inside = 0 }
        FNR == NR && inside && /^\| / && !/^\| (word|词) \|/ {
            split($0, cells, / *\| */); sub(/（.*/, "", cells[2]); n = split(cells[2], names, /, |、/)
            for (i = 1; i <= n; i++) list[++words] = names[i] }
        FNR == NR { next }
        # The second time the first file is read, and all others.
        FNR == 1 { finish(); fence = inside = 0 }
        /^ *```/ { fence = !fence; finish(); next }
        fence { next }
        /^## (Glossary|词汇表)$/ { finish(); inside = 1; next }
        /^#/ { finish(); inside = 0; next }
        inside { next }
        /^ *$/ || /^ *([-|]|[0-9]+[.]) ?/ { finish() }
        { if (paragraph == "") where = FILENAME ":" FNR; paragraph = paragraph " " $0 }
        END { finish(); if (words < 20) print words + 0 " words" }' "$1" "$@" | sed "s|^$ROOT/||"
}

@test "a word of the glossary is explained, in bold, where it is first used; in both languages" {
    for language in README README.zh; do
        mapfile -t files <<<"$(read_in_order "$language")"
        run -0 used_too_early "${files[@]}"
        echo "$output"
        [ -z "$output" ]
    done
}

@test "a word that is used before it is explained is found" {
    {
        printf '# Words\n\nA **tile** is a part.\n\n- a row of banks\n- one **bank** of 32\n\n'
        printf '%s\n' '```' 'a ghost' '```' 'A `ghost`, and ![a ghost](ghost.svg).' ''
        printf '## Glossary\n\n| word | meaning |\n|---|---|\n| tile | x |\n| ghost, bank | y |\n'
        printf '| %s | z |\n' {a..z}{a,b}{c,d,e}
    } >"$BATS_TEST_TMPDIR/text.md"
    printf '# Lab\n\nTiles have a ghost, \nwhich is a **ghost**.\n' >"$BATS_TEST_TMPDIR/lab.md"
    run -0 used_too_early "$BATS_TEST_TMPDIR/text.md" "$BATS_TEST_TMPDIR/lab.md"
    [ "$output" = "$BATS_TEST_TMPDIR/text.md:5: bank is used before it is explained" ]
}

# Names that other books give to a word of the list of terms: FOR<tab>NAMES, as a regular expression of awk. What is
# in [] stands before it where the characters mean something else.
other_names() {
    cat <<'END'
核函数	内核
线程束	束线程|线程簇|波前
线程块	区块|线程组[^成]
流多处理器	[^流]多处理器
束内线程	车道|通道
栅栏	[^存]屏障|路障
共享内存	共享存储
全局内存	全域内存|显存
存储体	内存库|存储块
合并访问	合并访存
占用率	占有率
分支发散	分歧|线程发散
规约	归约|约简
归并	合并排序
分块	瓦片|图块
光环区	光晕|晕区
幽灵元素	鬼影|虚元素
掩码	遮罩
步长	步幅
前导维	主维
原子操作	原子运算
启动	发射
时钟周期	滴答|节拍
主机	宿主
下标	索引
数据竞争	竞态|竞争条件
边界检查	守卫|哨兵
评判程序	裁判|判题
检查器	校验器
用例	样例|案例
骨架代码	框架代码
单位元	中性元
箱	桶|直方柱
越界	出界
END
}

@test "one Chinese name a word: what the list of terms has, and no other" {
    cd "$ROOT"
    texts=(*.zh.md labs/*.zh.md labs/*/*.zh.* labs/*/more/*.zh.* common/*/*.zh.tsv common/tools/messages.tsv)
    [ "${#texts[@]}" -gt 35 ]
    other_names >"$BATS_TEST_TMPDIR/names"
    while IFS=$'\t' read -r name others; do
        echo "$name, not $others"
        grep -qE "^\| [^|]* \| [^|]*$name" labs/TERMS.zh.md
        LC_ALL=C.UTF-8 run -1 grep -nE "$others" "${texts[@]}"
        echo "$output"
    done <"$BATS_TEST_TMPDIR/names"
    # Each is used in a text besides, and each English word has one row.
    while read -r name; do
        echo "$name is used"
        [ "$(grep -l -- "$name" "${texts[@]}" | grep -cv TERMS)" -gt 0 ]
    done <<<"$(awk -F ' *[|] *' '/^\| English/ || /^\|---/ { next } /^\| / { n = split($3, names, /（|）|、/); print names[1] }' labs/TERMS.zh.md)"
    awk -F ' *[|] *' '/^\| English/ || /^\|---/ { next } /^\| / { print $2 }' labs/TERMS.zh.md | sort | uniq -d >"$BATS_TEST_TMPDIR/twice"
    run -0 cat "$BATS_TEST_TMPDIR/twice"
    [ -z "$output" ]
}
