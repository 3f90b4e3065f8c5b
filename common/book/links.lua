-- What pandoc does to a page of the book: links between Markdown files become links between pages, figures are
-- taken from the site's own folder, and the words of each section go to the search's index. In the PDF a cell of a
-- few words is not broken into lines, what ends with a colon stays with what follows, as a table's last words and a
-- question do, a small table stays whole, and the line that changes the language is left out. What a command prints is wrapped, as in a terminal.
-- The page of the site is what pandoc writes; the chapter of the PDF is written here, so that a file is read once.
-- BOOK_SOURCE is the file, BOOK_PAGE its page, BOOK_LINKS the list FILE<tab>PAGE<tab>WHERE, BOOK_SEARCH and
-- BOOK_CHAPTER the files to write, the latter empty where the PDF leaves the page out.

local source, page = os.getenv('BOOK_SOURCE'), os.getenv('BOOK_PAGE')
local on_site, in_pdf = {}, {} -- the page of a file
for line in io.lines(os.getenv('BOOK_LINKS')) do
    local file, target, where = line:match('^(.-)\t(.-)\t(.*)$')
    on_site[file] = target
    if where == 'both' then in_pdf[file] = target end
end
local site, pdf, both = {}, {}, {} -- what each does to the elements of a document

-- The path in the tree that a link of this file means.
local function resolve(link)
    local parts = {}
    for part in (source:gsub('[^/]*$', '') .. link):gmatch('[^/]+') do
        if part == '..' then table.remove(parts) elseif part ~= '.' then table.insert(parts, part) end
    end
    return table.concat(parts, '/')
end

-- The page of that path, and the anchor in it, if it has one; nil where no page has the file.
local function place_of(link, pages)
    local path, anchor = link:match('^([^#]*)#?(.*)$')
    return path == '' and page or pages[resolve(path)] or pages[resolve(path .. '/README.md')], anchor
end

-- A link into the tree leads to TARGET, or is words where that is nil.
local function relinked(link, target)
    if link.target:match('^%a+:') then return link end
    if not target then return link.content end
    link.target = target
    return link
end

function site.Link(link)
    local to, anchor = place_of(link.target, on_site)
    local file = link.target:match('^#') and '' or to and to .. '.html'
    return relinked(link, to and file .. (anchor == '' and '' or '#' .. anchor))
end

function pdf.Link(link)
    local to, anchor = place_of(link.target, in_pdf)
    return relinked(link, to and '#' .. to .. (anchor == '' and '' or '--' .. anchor))
end

-- In columns: a Chinese character has two.
local function width_of(text)
    local width = 0
    for _, character in utf8.codes(text) do width = width + (character >= 0x2e80 and 2 or 1) end
    return width
end

function both.Plain(plain)
    if width_of(pandoc.utils.stringify(plain)) > 16 then return nil end
    return pandoc.Plain({pandoc.Span(plain.content, pandoc.Attr('', {'short'}))})
end

-- A cell of a printed table is wide enough for its longest word: a C++ name may be broken, and a unit may not.
function pdf.Str(str)
    return pandoc.Str((str.text:gsub('::', '::\u{200b}'):gsub('/s', '/\u{2060}s')))
end

-- A picture may be wider than the window.
function site.Para(para)
    if #para.content == 1 and para.content[1].t == 'Image' then return pandoc.Div({para}, pandoc.Attr('', {'picture'})) end
end

-- The link to the other language is words by now, which lead nowhere.
function pdf.Para(para)
    local text = pandoc.utils.stringify(para)
    if text == '中文' or text == 'English' then return {} end
    if text:match(':$') or text:match('：$') then return pandoc.Div({para}, pandoc.Attr('', {'before'})) end
end

function pdf.Table(rows)
    local most = 8
    if #rows.bodies == 1 and #rows.bodies[1].body <= most then
        rows.attr.classes:insert('small')
        return rows
    end
end

-- From a page that lies PREFIX below the site's root.
local function with_figure(image, prefix)
    local lab, name = resolve(image.src):match('^labs/([^/]+)/figures/(.+)$')
    if lab then image.src = prefix .. 'figures/' .. lab .. '/' .. name end
    return image
end

function site.Image(image) return with_figure(image, os.getenv('BOOK_PREFIX')) end

function pdf.Image(image) return with_figure(image, '') end

-- Print has no colours: a box for each word of a program would only cost time.
function pdf.CodeBlock(block)
    block.classes = {}
    return block
end

function pdf.Header(header)
    if header.identifier ~= '' then header.identifier = page .. '--' .. header.identifier end
    return header
end

-- --- what commands print ---

-- Whether BLOCK is what a command prints: it stands below the comment by which tests know a transcript.
local function is_said(comment, block)
    local text = comment.t == 'RawBlock' and comment.text or ''
    return block.t == 'CodeBlock' and (text:match('^<!%-%- prints:') or text:match('^<!%-%- failure:'))
end

function both.Blocks(blocks)
    for i = 2, #blocks do
        if is_said(blocks[i - 1], blocks[i]) then blocks[i].classes:insert('said') end
    end
    return blocks
end

-- Whether a page must not end before this block: a table, or the answer to a question.
local function belongs_above(block)
    return block.t == 'Table' or (block.t == 'RawBlock' and block.text:match('^<details>'))
end

function pdf.Blocks(blocks)
    for i = 2, #blocks do
        if blocks[i - 1].t == 'Para' and belongs_above(blocks[i]) then
            blocks[i - 1] = pandoc.Div({blocks[i - 1]}, pandoc.Attr('', {'before'}))
        end
    end
    return blocks
end

-- A transcript's lines as elements of their own, which go on two places further in where they are wrapped. Figures of
-- text and programs are not wrapped.
local function wrapped(block)
    if not block.classes:includes('said') then return nil end
    local lines = {}
    for line in (block.text .. '\n'):gmatch('(.-)\n') do
        local indent = #line:match('^ *') + 2
        line = line:gsub('&', '&amp;'):gsub('<', '&lt;')
        table.insert(lines, string.format('<span style="padding-left: %dch; text-indent: -%dch">%s\n</span>', indent, indent, line))
    end
    return pandoc.RawBlock('html', '<pre class="said"><code>' .. table.concat(lines) .. '</code></pre>')
end

-- --- the search's index ---

local function quoted(text)
    return '"' .. text:gsub('[%c%s]+', ' '):gsub('\\', '\\\\'):gsub('"', '\\"'):gsub('</', '<\\/') .. '"'
end

-- Each section's words, for the search. A document of its own for each section, since writing has a price.
local function write_index(document)
    local index = assert(io.open(os.getenv('BOOK_SEARCH'), 'w'))
    local title, section, blocks
    local function flush()
        if section then
            index:write('[', quoted(page .. '.html' .. section.anchor), ', ', quoted(title), ', ', quoted(section.name), ', ',
                quoted(pandoc.write(pandoc.Pandoc(blocks), 'plain')), '],\n')
        end
    end
    for _, block in ipairs(document.blocks) do
        if block.t == 'Header' then
            flush()
            local name = pandoc.utils.stringify(block)
            title = title or name
            section = {name = name, anchor = '#' .. block.identifier}
            blocks = {}
        elseif section and block.t ~= 'RawBlock' then
            table.insert(blocks, block)
        end
    end
    flush()
    index:close()
end

function Pandoc(document)
    write_index(document)
    document = document:walk(both):walk({CodeBlock = wrapped})
    local chapter = os.getenv('BOOK_CHAPTER')
    if chapter ~= '' then
        local file = assert(io.open(chapter, 'w'))
        file:write(pandoc.write(document:walk(pdf), 'html5'), '\n')
        file:close()
    end
    return document:walk(site)
end
