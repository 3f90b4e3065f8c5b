-- What pandoc does to a page of the book: links between Markdown files become links between pages, figures are
-- taken from the site's own folder, and the words of each section go to the search's index. In the PDF a cell of a
-- few words is not broken into lines, what ends with a colon stays with what follows, as a table's last words and a
-- question do, a small table stays whole, and the line that changes the language is left out. What a command prints is wrapped, as in a terminal.
-- BOOK_SOURCE is the file, BOOK_PAGE its page, BOOK_LINKS the list FILE<tab>PAGE<tab>WHERE, BOOK_MODE site or pdf.

local source, page, mode = os.getenv('BOOK_SOURCE'), os.getenv('BOOK_PAGE'), os.getenv('BOOK_MODE')
local pages = {}
for line in io.lines(os.getenv('BOOK_LINKS')) do
    local file, target, where = line:match('^(.-)\t(.-)\t(.*)$')
    if mode == 'site' or where == 'both' then pages[file] = target end
end

-- The path in the tree that a link of this file means.
local function resolve(link)
    local parts = {}
    for part in (source:gsub('[^/]*$', '') .. link):gmatch('[^/]+') do
        if part == '..' then table.remove(parts) elseif part ~= '.' then table.insert(parts, part) end
    end
    return table.concat(parts, '/')
end

-- Where a link leads: to a page, or in the PDF to a chapter; nil where no page has the file.
local function target_of(link)
    local path, anchor = link:match('^([^#]*)#?(.*)$')
    local to = path == '' and page or pages[resolve(path)] or pages[resolve(path .. '/README.md')]
    if not to then return nil end
    if mode == 'pdf' then return '#' .. to .. (anchor == '' and '' or '--' .. anchor) end
    return (path == '' and '' or to .. '.html') .. (anchor == '' and '' or '#' .. anchor)
end

function Link(link)
    if link.target:match('^%a+:') then return link end
    local target = target_of(link.target)
    if not target then return link.content end
    link.target = target
    return link
end

-- In columns: a Chinese character has two.
local function width_of(text)
    local width = 0
    for _, character in utf8.codes(text) do width = width + (character >= 0x2e80 and 2 or 1) end
    return width
end

function Plain(plain)
    if width_of(pandoc.utils.stringify(plain)) > 16 then return nil end
    return pandoc.Plain({pandoc.Span(plain.content, pandoc.Attr('', {'short'}))})
end

-- A cell of a printed table is wide enough for its longest word: a C++ name may be broken, and a unit may not.
function Str(str)
    if mode == 'pdf' then return pandoc.Str((str.text:gsub('::', '::\u{200b}'):gsub('/s', '/\u{2060}s'))) end
end

-- On the site a picture may be wider than the window. In the PDF the link to the other language is words by now,
-- which lead nowhere.
function Para(para)
    local text = pandoc.utils.stringify(para)
    if mode ~= 'pdf' then
        return #para.content == 1 and para.content[1].t == 'Image' and pandoc.Div({para}, pandoc.Attr('', {'picture'})) or nil
    end
    if text == '中文' or text == 'English' then return {} end
    if text:match(':$') or text:match('：$') then return pandoc.Div({para}, pandoc.Attr('', {'before'})) end
end

function Table(rows)
    local most = 8
    if mode == 'pdf' and #rows.bodies == 1 and #rows.bodies[1].body <= most then
        rows.attr.classes:insert('small')
        return rows
    end
end

function Image(image)
    local lab, name = resolve(image.src):match('^labs/([^/]+)/figures/(.+)$')
    if lab then image.src = os.getenv('BOOK_PREFIX') .. 'figures/' .. lab .. '/' .. name end
    return image
end

function Header(header)
    if mode == 'pdf' and header.identifier ~= '' then
        header.identifier = page .. '--' .. header.identifier
    end
    return header
end

-- --- what commands print ---

-- Whether a page must not end before this block: a table, or the answer to a question.
local function belongs_above(block)
    return block.t == 'Table' or (block.t == 'RawBlock' and block.text:match('^<details>'))
end

-- A code block below the comment by which tests know that it is a transcript is of class said.
function Blocks(blocks)
    for i = 2, #blocks do
        if mode == 'pdf' and blocks[i - 1].t == 'Para' and belongs_above(blocks[i]) then
            blocks[i - 1] = pandoc.Div({blocks[i - 1]}, pandoc.Attr('', {'before'}))
        end
        local comment = blocks[i - 1].t == 'RawBlock' and blocks[i - 1].text or ''
        if blocks[i].t == 'CodeBlock' and (comment:match('^<!%-%- prints:') or comment:match('^<!%-%- failure:')) then
            blocks[i].classes:insert('said')
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
    if mode == 'site' then write_index(document) end
    return document:walk({CodeBlock = wrapped})
end
