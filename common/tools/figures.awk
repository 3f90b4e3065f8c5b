# Draws the figures of the handouts as SVG; draw_figures runs it. What a figure shows is computed by the
# algorithm that it explains. In any awk, on any machine, the bytes are the same.
#
#   awk -v out=FOLDER -f figures.awk     writes FOLDER/NN-name/figures/NAME.svg
#   awk -v out=FOLDER -v language=zh -v table=figures.zh.tsv -f figures.awk
#                                        writes NAME.zh.svg, in the words of the table; exit 2: it lacks some
#
# A figure begins with open_figure() and ends with close_figure(); between them cells, words, lines and
# arrows. Classes are the style's: a to d are four colours, off is what is not there.

BEGIN {
    C = 28 # the side of a cell
    if (table) read_table()
    index_map(); tile_walk(); privatisation(); halo()
    trees(); kogge_stone(16); brent_kung(16); formats(); co_rank()
    hierarchy(); banks(); sectors()
    name_unused()
    exit lacking ? 2 : 0
}

# ---- the other language ----------------------------------------------------------------------

# Rows ENGLISH<tab>OTHER. Each # of the English is a number, which takes the place of the next # of the other, or that
# of #2# if it is the second. &@ stands for &#.
function read_table(   line, cells) {
    while ((getline line < table) > 0)
        if (line !~ /^%/ && split(line, cells, "\t") == 2) in_other[cells[1]] = cells[2]
    close(table)
}

function translated(text,   key, number, count, i) {
    if (language == "" || text !~ /[A-Za-z][A-Za-z]/) return text
    gsub(/&#/, "\\&@", text)
    key = text
    gsub(/[0-9]+/, "#", key)
    if (!(key in in_other)) { print "figures.zh.tsv lacks: " key; lacking = 1; return text }
    used[key]
    key = in_other[key]
    while (match(text, /[0-9]+/)) { number[++count] = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH) }
    for (i = 1; i <= count; i++) if (!sub("#" i "#", number[i], key)) sub(/#/, number[i], key)
    gsub(/&@/, "\\&#", key)
    return key
}
function name_unused(   key) {
    for (key in in_other) if (!(key in used)) { print "no figure has: " key; lacking = 1 }
}

# ---- the pen ---------------------------------------------------------------------------------

function open_figure(lab, name, width, height, title, description) {
    file = out "/" lab "/figures/" name (language == "" ? "" : "." language) ".svg"
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"title desc\">\n", \
        width, height, width, height >file
    put("<title id=\"title\">" translated(title) "</title>")
    put("<desc id=\"desc\">" translated(description) "</desc>")
    put("<style>")
    # The font is named without quotes and not by the shorthand: so weasyprint reads it as well. (common/book/build
    # makes the third, a part of the fourth.)
    put("text { font-family: system-ui, DejaVu Sans, Chinese of the book, Noto Sans CJK SC, sans-serif; font-size: 13px; fill: #1f2328; }")
    put(".small { font-size: 11px; } .bold { font-weight: bold; } .quiet { fill: #59636e; }")
    put("rect { stroke: #59636e; fill: #ffffff; } .none { fill: none; } .thick { stroke-width: 2.5; }")
    put("line, path { stroke: #59636e; fill: none; stroke-width: 1.3; } .tip { fill: #59636e; stroke: none; } circle { stroke: #59636e; fill: #ffffff; }")
    put(".a { fill: #bcd9ff; } .b { fill: #ffdba3; } .c { fill: #bfe8c4; } .d { fill: #f2c6de; }")
    put(".off { fill: #f0f1f3; stroke-dasharray: 3 2; } .way { stroke: #c4320a; stroke-width: 3; } .mark { fill: #c4320a; stroke: none; }")
    put("@media (prefers-color-scheme: dark) {")
    put("  text { fill: #e6edf3; } .quiet { fill: #9aa4af; } rect, circle { stroke: #9aa4af; fill: #0d1117; } .none { fill: none; }")
    put("  line, path { stroke: #9aa4af; } .tip { fill: #9aa4af; }")
    put("  .a { fill: #1c4a86; } .b { fill: #7a4a06; } .c { fill: #1d5c2b; } .d { fill: #74305a; } .off { fill: #21262d; }")
    put("  .way { stroke: #ff8f66; } .mark { fill: #ff8f66; }")
    put("}")
    put("</style>")
}

function put(line) { print line >file }
function close_figure() { put("</svg>"); close(file) }

function box(x, y, width, height, class) {
    put("<rect x=\"" x "\" y=\"" y "\" width=\"" width "\" height=\"" height "\" class=\"" class "\"/>")
}

function words(x, y, what, class, anchor) {
    put("<text x=\"" x "\" y=\"" y "\"" (anchor == "" ? "" : " text-anchor=\"" anchor "\"") (class == "" ? "" : " class=\"" class "\"") ">" translated(what) "</text>")
}

# A cell of the side C with something in its middle.
function cell(x, y, what, class) {
    box(x, y, C, C, class)
    if (what != "")
        words(x + C / 2, y + C / 2 + 4.5, what, "small", "middle")
}

function stroke(x1, y1, x2, y2, class) {
    put("<line x1=\"" x1 "\" y1=\"" y1 "\" x2=\"" x2 "\" y2=\"" y2 "\"" (class == "" ? "" : " class=\"" class "\"") "/>")
}

# A line with a tip. The tip is a path and no marker, which not every program that prints SVG can turn.
function arrow(x1, y1, x2, y2,    long, dx, dy) {
    long = sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1))
    dx = 8 * (x2 - x1) / long; dy = 8 * (y2 - y1) / long
    stroke(x1, y1, sprintf("%.1f", x2 - dx / 2), sprintf("%.1f", y2 - dy / 2))
    put(sprintf("<path class=\"tip\" d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f Z\"/>", x2, y2, x2 - dx - dy * 0.45, y2 - dy + dx * 0.45, x2 - dx + dy * 0.45, y2 - dy - dx * 0.45))
}

function dot(x, y, radius, class) { put("<circle cx=\"" x "\" cy=\"" y "\" r=\"" radius "\" class=\"" class "\"/>") }
function up(number, step) { return int((number + step - 1) / step) }
function colour(number) { return substr("abcd", number % 4 + 1, 1) }

# ---- 01: which thread has which element --------------------------------------------------------

function index_map(    width, height, bw, bh, gx, gy, bx, by, tx, ty, row, col, x, y, inside) {
    width = 5; height = 3; bw = 3; bh = 2; gx = up(width, bw); gy = up(height, bh)
    open_figure("01-matmul-naive", "index_map", 470, 204, "A grid of blocks over a matrix of 3 rows and 5 columns", \
        gx " by " gy " blocks of " bw " by " bh " threads. A number is the place, row times 5 plus column. The threads without a number lie outside of the matrix, and the guard stops them.")
    for (by = 0; by < gy; by++)
        for (bx = 0; bx < gx; bx++) {
            words(70 + bx * (bw * C + 24), by ? 40 + gy * (bh * C + 24) - 6 : 34, "block (" bx "," by ")", "small")
            for (ty = 0; ty < bh; ty++)
                for (tx = 0; tx < bw; tx++) {
                    col = bx * bw + tx; row = by * bh + ty
                    inside = col < width && row < height
                    x = 70 + bx * (bw * C + 24) + tx * C; y = 40 + by * (bh * C + 24) + ty * C
                    cell(x, y, inside ? row * width + col : "", inside ? colour(by * gx + bx) : "off")
                }
        }
    for (row = 0; row < height; row++)
        words(60, 40 + int(row / bh) * (bh * C + 24) + row % bh * C + 18, "row " row, "small quiet", "end")
    words(70, 14, "x counts columns", "small quiet"); arrow(175, 10, 225, 10)
    words(290, 70, "thread (1,0) of block (1,1):", "small")
    words(290, 88, "column 1 * 3 + 1 = 4", "small"); words(290, 106, "row 1 * 2 + 0 = 2", "small")
    words(290, 124, "place 2 * 5 + 4 = 14", "small bold")
    words(290, 160, "dashed: no element,", "small quiet"); words(290, 176, "the guard stops the thread", "small quiet")
    close_figure()
}

# ---- 03: the tiles that a block needs, step by step --------------------------------------------

# One operand: rows x cols elements; those of the block's row (or column) of tiles have the step's colour.
function operand(x, y, rows, cols, name, first, tile, along,    row, col, step, s) {
    s = 16
    words(x - 8, y + 12, name, "bold", "end")
    for (row = 0; row < rows; row++)
        for (col = 0; col < cols; col++) {
            step = int((along == "cols" ? col : row) / tile)
            box(x + col * s, y + row * s, s, s, (along == "cols" ? int(row / tile) : int(col / tile)) == first ? colour(step) : "")
        }
}

function tile_walk(    m, n, k, tile, s, x, y, step, steps, row, col, behind, middle) {
    m = 12; n = 12; k = 14; tile = 4; s = 16; steps = up(k, tile)
    open_figure("03-tiled", "tile_walk", 610, 525, "The tiles that one block multiplies", \
        "The block of tile row 1 and tile column 2 of c walks along its row of tiles of a and down its column of tiles of b, " steps " steps of " tile " terms. In the last step the tiles reach past the matrices, and are filled up with zeros.")
    x = 50; y = 20 + (k + 2) * s + 24
    operand(x, y, m, k, "a", 1, tile, "cols")
    operand(x + (k + 2) * s + 24, 20, k, n, "b", 2, tile, "rows")
    for (row = 0; row < m; row++)
        for (col = 0; col < n; col++)
            box(x + (k + 2) * s + 24 + col * s, y + row * s, s, s, int(row / tile) == 1 && int(col / tile) == 2 ? "d" : "")
    box(x + (k + 2) * s + 24 + 2 * tile * s, y + tile * s, tile * s, tile * s, "none thick")
    words(x + (k + 2) * s + 16, y + 12, "c", "bold", "end")
    for (row = 0; row < tile; row++)
        for (col = k; col < steps * tile; col++) {
            box(x + col * s, y + (tile + row) * s, s, s, "off"); words(x + col * s + s / 2, y + (tile + row) * s + 12, "0", "small quiet", "middle")
            box(x + (k + 2) * s + 24 + (2 * tile + row) * s, 20 + col * s, s, s, "off")
            words(x + (k + 2) * s + 24 + (2 * tile + row) * s + s / 2, 20 + col * s + 12, "0", "small quiet", "middle")
        }
    for (step = 0; step < steps; step++) {
        behind = step * tile
        middle = behind + (k - behind < tile ? k - behind : tile) / 2
        words(x + middle * s, y + (tile + tile / 2) * s + 5, step, "bold", "middle")
        words(x + (k + 2) * s + 24 + (2 * tile + tile / 2) * s, 20 + middle * s + 5, step, "bold", "middle")
    }
    words(50, 40, "step: the number in a tile", "small"); words(50, 58, "both tiles of a step have one colour", "small")
    words(50, 76, "and are in shared memory at a time", "small"); words(50, 100, "dashed: past the edge of a and b,", "small quiet")
    words(50, 116, "filled up with zeros", "small quiet")
    words(x, y + m * s + 20, "m = 12, n = 12, k = 14, TILE = 4: " steps " steps, the last one of " k % tile " terms", "small")
    close_figure()
}

# ---- 04: private histograms ----------------------------------------------------------------------

function privatisation(    text, blocks, share, block, i, bin, at, bins, total, x) {
    text = "programming massively parallel processors"; blocks = 3; share = up(length(text), blocks)
    open_figure("04-histogram", "privatisation", 640, 276, "A private histogram for each block", \
        "Each of three blocks counts its share of the text in seven bins of its own shared memory, and then adds these to the seven bins in global memory: 21 atomic additions instead of one for each letter.")
    for (block = 0; block < blocks; block++) {
        x = 20 + block * 210
        words(x, 18, "block " block, "bold"); words(x, 38, "&#8220;" substr(text, block * share + 1, share) "&#8221;", "small")
        split("", bins)
        for (i = 1; i <= share && block * share + i <= length(text); i++) {
            at = index("abcdefghijklmnopqrstuvwxyz", substr(text, block * share + i, 1))
            if (at) { bins[int((at - 1) / 4)]++; total[int((at - 1) / 4)]++ }
        }
        for (bin = 0; bin < 7; bin++) {
            cell(x + bin * 27, 90, bins[bin] + 0, colour(block))
            arrow(x + bin * 27 + 14, 50, x + bin * 27 + 14, 88)
            arrow(x + bin * 27 + 14, 90 + C, 222 + bin * C + C / 2, 198)
        }
    }
    words(20, 264, "upper arrows: atomics in shared memory, one for each letter; lower arrows: atomics in global memory", "small quiet")
    for (bin = 0; bin < 7; bin++) {
        cell(222 + bin * C, 200, total[bin] + 0, "d")
        words(222 + bin * C + C / 2, 244, substr("a-de-hi-lm-pq-tu-xy-z", 3 * bin + 1, 3), "small quiet", "middle")
    }
    words(210, 218, "bins in global memory", "small", "end"); words(430, 218, "7 atomics a block", "small quiet")
    close_figure()
}

# ---- 05: a tile with its halo ---------------------------------------------------------------------

function halo(    tile, radius, inner, row, col, ghost, ring) {
    tile = 8; radius = 1; inner = tile - 2 * radius
    open_figure("05-convolution", "halo", 600, 300, "A tile with its halo, at the corner of the picture", \
        "A block of 8 by 8 threads loads 8 by 8 elements and computes 6 by 6, for a mask of 3 by 3. The ring of one element around these is the halo; what lies outside of the picture are ghost cells, which are 0.")
    words(20, 20, "8 x 8 threads load", "bold"); words(340, 20, "6 x 6 of them compute", "bold")
    for (row = 0; row < tile; row++)
        for (col = 0; col < tile; col++) {
            ghost = row < radius || col < radius
            ring = row < radius || col < radius || row >= tile - radius || col >= tile - radius
            cell(20 + col * C, 34 + row * C, ghost ? 0 : "", ghost ? "off" : ring ? "b" : "a")
        }
    for (row = 0; row < inner; row++)
        for (col = 0; col < inner; col++)
            cell(340 + col * C, 34 + (radius + row) * C, "", row == 2 && col == 2 ? "d" : "c")
    box(20 + (radius + 2 - radius) * C, 34 + (radius + 2 - radius) * C, (2 * radius + 1) * C, (2 * radius + 1) * C, "none thick")
    arrow(20 + (radius + 4) * C + 2, 34 + (radius + 2.5) * C, 340 + 2 * C - 2, 34 + (radius + 2.5) * C)
    words(20, 34 + tile * C + 22, "dashed: ghost cells, 0 &#183; orange: halo &#183; blue: the block's own outputs", "small quiet")
    words(340, 34 + (tile - 1) * C + 22, "one output needs the 3 x 3 inputs in the frame", "small quiet")
    close_figure()
}

# ---- 06: two trees ----------------------------------------------------------------------------------

# One tree over n places: the places that hold a sum of others after each step, and who adds.
function tree(x, y, n, halving, title,    stride, step, place, thread, from, s) {
    s = 34; words(x, y - 24, title, "bold")
    for (place = 0; place < n; place++) cell(x + place * s, y, place, "")
    step = 0
    for (stride = halving ? n / 2 : 1; halving ? stride >= 1 : stride < n; stride = halving ? stride / 2 : stride * 2) {
        step++
        words(x - 8, y + step * 70 + 18, "stride " stride, "small quiet", "end")
        for (thread = 0; thread < n / 2; thread++) {
            if (halving ? thread >= stride : thread % stride != 0) continue
            place = halving ? thread : 2 * thread; from = place + stride
            arrow(x + from * s + C / 2, y + (step - 1) * 70 + C, x + place * s + C + 2, y + step * 70 + 2)
            arrow(x + place * s + C / 2, y + (step - 1) * 70 + C, x + place * s + C / 2, y + step * 70 - 2)
            cell(x + place * s, y + step * 70, "t" thread, colour(thread))
        }
    }
}

function trees() {
    open_figure("06-reduction", "trees", 740, 310, "Two trees over eight elements", \
        "With doubling strides the threads 0 to 3 add neighbours, then threads 0 and 2, then thread 0: those that work are ever further apart. With halving strides they are threads 0 to 3, then 0 and 1, then 0: always neighbours.")
    tree(80, 50, 8, 0, "doubling strides: neighbours first")
    tree(450, 50, 8, 1, "halving strides: halves first")
    words(80, 304, "t0 is the thread that adds; both arrows lead to the place that holds the sum", "small quiet")
    close_figure()
}

# ---- 07: two networks -----------------------------------------------------------------------------------

# One step of a network: each place, and what is added to it from `reach` places before.
function network_row(y, n, label) { words(72, y + 4, label, "small quiet", "end") }
function place_x(place) { return 90 + place * 34 }

function node(place, y, adds) { dot(place_x(place), y, adds ? 6 : 2.5, adds ? "a" : "") }

function added(from, to, y, gap) {
    arrow(place_x(from), y - gap, place_x(to) - 4, y - 5)
    node(to, y, 1)
}

function wires(n, y1, y2,    place) {
    for (place = 0; place < n; place++) stroke(place_x(place), y1, place_x(place), y2)
}

function loaded(n, y,    place) {
    network_row(y, n, "loaded")
    for (place = 0; place < n; place++) { words(place_x(place), y - 12, place, "small", "middle"); node(place, y, 0) }
}

function kogge_stone(n,    stride, place, y, additions, steps) {
    for (stride = 1; stride < n; stride *= 2) { steps++; additions += n - stride }
    open_figure("07-scan", "kogge_stone", 650, 90 + steps * 60, "Kogge and Stone's scan of " n " elements", \
        steps " steps with strides 1, 2, 4 and so on. In each, every place adds what the place a stride before it held. " additions " additions.")
    y = 40; wires(n, y, y + steps * 60); loaded(n, y)
    for (stride = 1; stride < n; stride *= 2) {
        y += 60; network_row(y, n, "stride " stride)
        for (place = stride; place < n; place++) added(place - stride, place, y, 60)
    }
    words(90, y + 32, additions " additions in " steps " steps; a large dot adds", "small")
    close_figure()
}

function brent_kung(n,    stride, place, y, additions, steps, ups) {
    for (stride = 1; stride < n; stride *= 2) ups++
    steps = 2 * ups - 1
    for (stride = 1; stride < n; stride *= 2) additions += n / (2 * stride)
    for (stride = n / 4; stride >= 1; stride /= 2) additions += n / (2 * stride) - 1
    open_figure("07-scan", "brent_kung", 650, 90 + steps * 50, "Brent and Kung's scan of " n " elements", \
        "The way up is a tree of " ups " steps with strides 1, 2, 4 and so on; the way down hands its sums on in " ups - 1 " steps with strides " n / 4 " and less. " additions " additions.")
    y = 40; wires(n, y, y + steps * 50); loaded(n, y)
    for (stride = 1; stride < n; stride *= 2) {
        y += 50; network_row(y, n, "up, " stride)
        for (place = 2 * stride - 1; place < n; place += 2 * stride) added(place - stride, place, y, 50)
    }
    for (stride = n / 4; stride >= 1; stride /= 2) {
        y += 50; network_row(y, n, "down, " stride)
        for (place = 2 * stride - 1; place + stride < n; place += 2 * stride) added(place, place + stride, y, 50)
    }
    words(90, y + 32, additions " additions in " steps " steps; a large dot adds", "small")
    close_figure()
}

# ---- 08: one matrix in five formats -------------------------------------------------------------------------

# A list of cells behind its name; an item is WHAT:COLOUR.
function list(x, y, name, items,    parts, count, i, item) {
    words(x - 8, y + 18, name, "small", "end")
    count = split(items, parts, " ")
    for (i = 1; i <= count; i++) { split(parts[i], item, ":"); cell(x + (i - 1) * C, y, item[1], item[2]) }
    return count
}

function ell_items(what, width,    place, row, items) {
    for (place = 0; place < width; place++)
        for (row = 0; row < 4; row++)
            items = items (place < longof[row] ? (what == "col" ? col_of[row, place] : value_of[row, place]) ":" colour(row) : (what == "col" ? "-1" : "?") ":off") " "
    return items
}

# A section's entries stand column by column: first the first entries of its rows, then the second ones.
function jds_items(what,    wanted, first, place, row, items) {
    for (wanted = 3; wanted >= 1; wanted--)
        for (place = 0; place < wanted; place++)
            for (row = 0; row < 4; row++)
                if (longof[row] == wanted)
                    items = items (what == "col" ? col_of[row, place] : value_of[row, place]) ":" colour(row) " "
    return items
}

function formats(    dense, row, col, place, starts, rows, cols, values, entries, order, wanted, line, rest, item) {
    dense = "3 0 1 0 0 0 0 0 0 2 4 1 1 0 0 1"; split(dense, entries, " ")
    open_figure("08-spmv", "formats", 640, 560, "One matrix in five formats", \
        "The matrix with the rows 3 . 1 ., empty, . 2 4 1, 1 . . 1 as compressed sparse rows, as ELL with a width of 3, as coordinates, as jagged diagonals and as a hybrid of ELL and COO. A colour is a row.")
    words(20, 20, "the matrix", "bold")
    for (row = 0; row < 4; row++) {
        starts = starts total_entries + 0 ":" colour(row) " "
        for (col = 0; col < 4; col++) {
            item = entries[row * 4 + col + 1]
            cell(20 + col * C, 32 + row * C, item ? item : "", item ? colour(row) : "off")
            if (!item) continue
            col_of[row, longof[row] + 0] = col; value_of[row, longof[row] + 0] = item; longof[row]++; total_entries++
            rows = rows row ":" colour(row) " "; cols = cols col ":" colour(row) " "; values = values item ":" colour(row) " "
        }
        words(20 + 4 * C + 10, 32 + row * C + 18, "row " row (longof[row] ? "" : ": empty"), "small quiet")
    }
    for (wanted = 3; wanted >= 0; wanted--)
        for (row = 0; row < 4; row++)
            if (longof[row] + 0 == wanted) order = order row ":" colour(row) " "
    words(330, 20, "CSR: row by row", "bold")
    list(400, 32, "starts", starts total_entries ":"); list(400, 68, "col", cols); list(400, 104, "value", values)
    words(20, 190, "ELL, width 3: place by place, all rows of a place side by side", "bold")
    list(90, 202, "col", ell_items("col", 3)); list(90, 238, "value", ell_items("value", 3))
    for (place = 0; place < 3; place++) words(90 + (4 * place + 2) * C, 282, "place " place, "small quiet", "middle")
    for (place = 1; place < 3; place++) stroke(90 + 4 * place * C, 198, 90 + 4 * place * C, 270, "way")
    words(450, 220, "-1: padding", "small quiet")
    words(20, 316, "COO: each entry, in any order", "bold")
    list(90, 328, "row", rows); list(90, 364, "col", cols); list(90, 400, "value", values)
    words(330, 316, "JDS: rows by length, then as ELL", "bold")
    list(400, 328, "row", order); list(400, 364, "col", jds_items("col")); list(400, 400, "value", jds_items("value"))
    words(20, 466, "hybrid: ELL of width 1, and what does not fit as COO", "bold")
    list(90, 478, "ELL col", ell_items("col", 1)); list(90, 514, "value", ell_items("value", 1))
    split("", rest)
    for (row = 0; row < 4; row++)
        for (place = 1; place < longof[row]; place++) {
            rest["row"] = rest["row"] row ":" colour(row) " "; rest["col"] = rest["col"] col_of[row, place] ":" colour(row) " "
            rest["value"] = rest["value"] value_of[row, place] ":" colour(row) " "
        }
    list(310, 478, "rest: row", rest["row"]); list(310, 514, "value", rest["value"]); list(490, 478, "col", rest["col"])
    close_figure()
}

# ---- 09: the path of a merge, and a diagonal ---------------------------------------------------------------

function co_rank(    a, b, m, n, i, j, k, s, x, y, wanted, at_i, at_j) {
    m = split("1 2 3", a, " "); n = split("1 2 3 4", b, " "); s = 44; x = 90; y = 60; wanted = 3
    open_figure("09-merge", "co_rank", 560, 270, "The path of a merge and the diagonal of k = 3", \
        "Down the side are the keys of a, along the top those of b. The merge is a path: a step down takes a key of a, a step to the right one of b. All points with i + j = 3 lie on a diagonal; the path crosses it at the co-rank, i = 2.")
    for (i = 0; i <= m; i++) stroke(x, y + i * s, x + n * s, y + i * s)
    for (j = 0; j <= n; j++) stroke(x + j * s, y, x + j * s, y + m * s)
    for (i = 1; i <= m; i++) words(x - 14, y + (i - 0.5) * s + 5, a[i], "bold", "end")
    for (j = 1; j <= n; j++) words(x + (j - 0.5) * s, y - 12, b[j], "bold", "middle")
    words(x - 40, y + m * s / 2 + 5, "a", "bold", "middle"); words(x + n * s / 2, y - 36, "b", "bold", "middle")
    # The points of the diagonal, i from the least to the most that there is.
    stroke(x + (wanted < n ? wanted : n) * s, y + (wanted < n ? 0 : wanted - n) * s, x + (wanted < m ? 0 : wanted - m) * s, y + (wanted < m ? wanted : m) * s, "thick")
    i = j = 0
    for (k = 0; k < m + n; k++) {
        if (k == wanted) { at_i = i; at_j = j }
        if (j == n || (i < m && a[i + 1] <= b[j + 1])) { stroke(x + j * s, y + i * s, x + j * s, y + (i + 1) * s, "way"); i++ }
        else { stroke(x + j * s, y + i * s, x + (j + 1) * s, y + i * s, "way"); j++ }
    }
    for (i = (wanted > n ? wanted - n : 0); i <= m && i <= wanted; i++)
        dot(x + (wanted - i) * s, y + i * s, i == at_i ? 7 : 4, i == at_i ? "mark" : "")
    words(x + n * s + 24, y + 20, "the path: down takes of a,", "small"); words(x + n * s + 24, y + 38, "to the right takes of b", "small")
    words(x + n * s + 24, y + 66, "the diagonal: i + j = k = " wanted, "small")
    words(x + n * s + 24, y + 94, "they cross at i = " at_i ", j = " at_j ":", "small bold"); words(x + n * s + 24, y + 112, "the co-rank of " wanted " is " at_i, "small bold")
    words(x, y + m * s + 40, "a search by halves goes along the diagonal", "small quiet")
    close_figure()
}

# ---- chapter 0: memories, banks, sectors ------------------------------------------------------------------------

function hierarchy(    i, x) {
    open_figure("01-matmul-naive", "memories", 640, 330, "Where data can be, from a thread to the host", \
        "Each multiprocessor has registers, shared memory and a first cache; all multiprocessors share the second cache and device memory; the host's memory lies behind a slow connection.")
    for (i = 0; i < 3; i++) {
        x = 20 + i * 205
        box(x, 20, 190, 132, "a"); words(x + 95, 40, "multiprocessor " (i < 2 ? i : "131"), "bold", "middle")
        box(x + 10, 50, 170, 42, ""); words(x + 95, 68, "registers: 256 KiB", "small", "middle"); words(x + 95, 84, "of one thread each", "small quiet", "middle")
        box(x + 10, 98, 170, 46, ""); words(x + 95, 116, "shared memory and L1 cache", "small", "middle"); words(x + 95, 134, "of one block; 228 KiB at most", "small quiet", "middle")
        stroke(x + 95, 152, x + 95, 172)
    }
    words(420, 92, "...", "bold", "middle")
    box(20, 172, 600, 34, "c"); words(320, 194, "L2 cache: tens of MB, for all", "", "middle"); stroke(320, 206, 320, 222)
    box(20, 222, 600, 40, "b"); words(320, 247, "device memory (global, constant, local)", "", "middle")
    stroke(320, 262, 320, 280); words(330, 276, "PCI Express or NVLink", "small quiet")
    box(20, 282, 600, 34, "d"); words(320, 304, "host memory", "", "middle")
    close_figure()
}

# Which of the 32 banks the threads of a warp use, thread t reading word t * step.
function bank_row(y, label, step,    t, bank, uses, most, s) {
    s = 18; words(20, y - 6, label, "small bold")
    for (t = 0; t < 32; t++) { bank = t * step % 32; uses[bank]++; if (uses[bank] > most) most = uses[bank] }
    for (bank = 0; bank < 32; bank++) {
        box(20 + bank * s, y, s, s, uses[bank] > 1 ? "d" : uses[bank] ? "c" : "off")
        if (uses[bank]) words(20 + bank * s + s / 2, y + 13, uses[bank], "small", "middle")
    }
    words(20 + 32 * s + 10, y + 13, most (most == 1 ? " turn" : " turns"), "small bold")
}

function banks(    bank) {
    open_figure("03-tiled", "banks", 680, 290, "How many threads of a warp use each of the 32 banks", \
        "Word w lies in bank w modulo 32. Neighbouring words: one thread a bank, one turn. Every second word: two threads a bank, two turns. A column of a tile of 32 by 32: all threads in one bank, 32 turns. A column of a tile of 32 by 33: one thread a bank again.")
    for (bank = 0; bank < 32; bank += 4) words(29 + bank * 18, 18, bank, "small quiet", "middle")
    words(606, 18, "bank", "small quiet")
    bank_row(46, "thread t reads word t: neighbours", 1)
    bank_row(106, "thread t reads word 2 t", 2)
    bank_row(166, "thread t reads word 32 t: a column of float s[32][32]", 32)
    bank_row(226, "thread t reads word 33 t: a column of float s[32][33]", 33)
    words(20, 276, "the number in a bank: threads that use it; a bank serves one word a turn", "small quiet")
    close_figure()
}

# The sectors that a warp touches where thread t reads word first + t * step; drawn up to word 63.
function sector_row(y, label, first, step,    t, word, s, touched, used, count) {
    s = 9; words(20, y - 7, label, "small bold")
    for (t = 0; t < 32; t++) {
        word = first + t * step; used[word] = 1
        if (!(int(word / 8) in touched)) { touched[int(word / 8)]; count++ }
    }
    for (word = 0; word < 64; word++) box(20 + word * s, y, s, 16, word in used ? "a" : int(word / 8) in touched ? "b" : "")
    for (word = 0; word < 64; word += 8) box(20 + word * s, y, 8 * s, 16, "none" (int(word / 8) in touched ? " thick" : ""))
    words(20 + 64 * s + 8, y + 13, count " sectors", "small bold")
}

function sectors() {
    open_figure("01-matmul-naive", "sectors", 680, 290, "The sectors of 32 bytes that one request of a warp moves", \
        "32 neighbouring words that begin at a sector are 4 sectors; shifted by one word they touch 5; every second word 8; every 32nd word 32, a sector for each thread.")
    sector_row(40, "thread t reads word t", 0, 1)
    sector_row(100, "thread t reads word t + 1", 1, 1)
    sector_row(160, "thread t reads word 2 t", 0, 2)
    sector_row(220, "thread t reads word 32 t (two of the 32 are in view)", 0, 32)
    words(20, 266, "blue: a word that is used &#183; orange: moved and not used &#183; thick frame: a sector of 8 words that is moved", "small quiet")
    close_figure()
}
