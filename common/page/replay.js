/* The page of make replay: steps through what a launch did, as common/simt/checker/replay.c has
 * recorded it. All that the student has written is set as text and never as markup.
 *
 * - steps: one for each request of a warp and each barrier, in the order of the record
 * - show(): lays out the step that is looked at, and the finding that is chosen
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const LAUNCH = 0, BLOCK = 1, BARRIER = 2, EVEN = 3, SYNC = 5, WARP = 32;

const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className)
        element.className = className;
    if (text !== undefined)
        element.textContent = text;
    return element;
};
const at = id => document.getElementById(id);

/* --- steps ---------------------------------------------------------------------------------- */

const steps = [];
const firstOf = new Map(); /* "launch block": its first step */

const lanesIn = mask => [...Array(WARP).keys()].filter(lane => mask >>> lane & 1);

/* Where each lane goes, in bytes from the array's begin. */
const offsetsOf = step => step.offsets || step.lanes.map((lane, i) => step.first + i * step.step);

const read = () => {
    let launch = 0, block = 0;
    for (const row of data.replay.events) {
        if (row[0] === LAUNCH) {
            launch = row[1];
        } else if (row[0] === BLOCK) {
            block = row[1];
            if (!firstOf.has(launch + " " + block))
                firstOf.set(launch + " " + block, steps.length);
        } else if (row[0] === BARRIER) {
            steps.push({launch, block, line: row[1], barrier: true});
        } else if (row[0] === SYNC) {
            steps.push({launch, block, warp: row[1], line: row[2], lanes: lanesIn(row[3]), sync: true, kind: "meet"});
        } else {
            const site = data.replay.sites[row[2]];
            const step = {launch, block, warp: row[1], site, line: site.line, lanes: lanesIn(row[3]),
                array: data.replay.arrays[row[4]], kind: site.kind.split(" ")[1]};
            if (row[0] === EVEN)
                [step.first, step.step] = row.slice(5);
            else
                step.offsets = row.slice(5);
            steps.push(step);
        }
    }
};

const isMeeting = step => step.barrier || step.sync;

const countBarriers = () => {
    let barriers = 0;
    for (const step of steps)
        met.push(barriers += isMeeting(step) ? 1 : 0);
};

const launchOf = step => data.replay.launches[step ? step.launch : 0];

/* "(2,1)" of thread or block number 18 in so many of each; z only where there is any. */
const place = (number, [x, y, z]) => {
    const all = [number % x, Math.floor(number / x) % y, Math.floor(number / x / y)];
    return z > 1 ? `(${all})` : y > 1 ? `(${all.slice(0, 2)})` : String(all[0]);
};

const elementOf = (step, offset) => `${step.array.name || "?"}[${Math.floor(offset / step.site.size)}]`;

/* --- findings ------------------------------------------------------------------------------- */

const touches = (step, lane, finding) => {
    const i = step.lanes.indexOf(lane);
    const offset = i < 0 ? NaN : offsetsOf(step)[i];
    return offset < finding.offset + finding.size && finding.offset < offset + step.site.size;
};

/* The steps in which that side of the finding may have been: those with its element, if any. */
const stepsOf = (finding, side) => {
    const fit = [...steps.keys()].filter(i => !isMeeting(steps[i]) && steps[i].block === side.block &&
        steps[i].line === side.line && steps[i].warp === Math.floor(side.lane / WARP) &&
        steps[i].kind === side.kind && steps[i].lanes.includes(side.lane % WARP));
    const exact = fit.filter(i => steps[i].array.name === finding.name &&
        touches(steps[i], side.lane % WARP, finding));
    return exact.length ? exact : fit;
};

/* How many barriers and meetings stand before each step. */
const met = [];

const distance = (i, j) => Math.abs(met[i] - met[j]) * steps.length + Math.abs(i - j);

/* Of an ascending list the number of the first that is not below `least`. */
const firstFrom = (list, least) => {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = low + high >> 1;
        [low, high] = list[middle] < least ? [middle + 1, high] : [low, middle];
    }
    return low;
};

/* Of a race the two steps between which the fewest barriers stand; -1 for a side without a step. */
const pairOf = finding => {
    const [first, second] = finding.sides.map(side => stepsOf(finding, side));
    if (!second || !first.length || !second.length)
        return [first, second].map(list => list && list.length ? list[0] : -1);
    let best = [first[0], second[0]];
    for (const i of first) {
        const next = firstFrom(second, i);
        for (const j of second.slice(Math.max(next - 1, 0), next + 1))
            if (distance(i, j) < distance(...best))
                best = [i, j];
    }
    return best;
};

let chosen = null;
const findingItems = [];

const choose = number => {
    chosen = number === null ? null : data.replay.findings[number];
    if (chosen)
        go(Math.max(...pairOf(chosen), 0));
    else
        show();
};

const listFindings = () => {
    data.replay.findings.forEach((finding, number) => {
        const item = make("li", "", `${finding.kind}: ${finding.text} `);
        if (finding.sides.length && steps.length) {
            const button = make("button", "", "show it");
            button.onclick = () => choose(number);
            item.append(button);
        }
        const pair = pairOf(finding);
        finding.sides.forEach((side, i) => {
            const step = pair[i];
            const button = make("button", "", `${side.kind} in line ${side.line}`);
            button.disabled = step < 0;
            button.onclick = () => { chosen = finding; go(step); };
            item.append(" ", button);
        });
        at("findings").append(item);
        findingItems.push(item);
    });
    at("findings").hidden = !data.replay.findings.length;
};

/* Scrolls a box to what stands in it, and the page not at all. */
const bringIntoView = (box, element) => {
    if (element.offsetTop < box.scrollTop || element.offsetTop + element.offsetHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = element.offsetTop - Math.max(0, (box.clientHeight - element.offsetHeight) / 2);
};

/* --- source --------------------------------------------------------------------------------- */

const lineRows = new Map();

/* From the first line that did anything to the last, with the few that stand around them. */
const listSource = () => {
    const AROUND = 8;
    const lines = steps.map(step => step.line).filter(line => line > 0);
    const first = Math.max(1, Math.min(...lines) - AROUND);
    const last = Math.min(data.source.length, Math.max(...lines) + AROUND);
    const table = make("table");
    for (let line = first; line <= last; line++) {
        const row = make("tr");
        row.append(make("td", "line", String(line)), make("td", "warps"), make("td", "text", data.source[line - 1]));
        lineRows.set(line, row);
        table.append(row);
    }
    at("source").append(table);
};

/* The source ends with the screen, but for what it needs to be read at all. */
const fitSource = () => {
    const LEAST = 160, BELOW = 12;
    const top = at("stage").getBoundingClientRect().top + scrollY;
    at("source").style.maxHeight = `${Math.max(LEAST, innerHeight - top - BELOW)}px`;
};

const ownLine = side => side.file === data.about.file ? side.line : -1;

const showSource = (step, lastLines) => {
    for (const [line, row] of lineRows) {
        const warps = [...lastLines].filter(([, last]) => last === line).map(([warp]) => warp);
        row.classList.toggle("now", step.line === line);
        row.classList.toggle("guilty", !!chosen && chosen.sides.some(side => ownLine(side) === line));
        row.children[1].textContent = warps.length ? "warp " + warps.slice(0, 4).join(" ") + (warps.length > 4 ? " ..." : "") : "";
    }
    /* Of a finding both lines, if they fit; the step's own line in any case. */
    for (const line of [...(chosen ? chosen.sides.map(ownLine) : []), step.line])
        if (lineRows.has(line))
            bringIntoView(at("source"), lineRows.get(line));
};

/* --- grid, lanes ---------------------------------------------------------------------------- */

const guiltyLanes = block => chosen ? chosen.sides.filter(side => side.block === block).map(side => side.lane) : [];

const showGrid = step => {
    const MOST = 512;
    const [x, y, z] = launchOf(step).grid;
    const grid = at("blocks");
    grid.replaceChildren();
    grid.style.gridTemplateColumns = `repeat(${Math.min(x, MOST)}, max-content)`;
    for (let block = 0; block < Math.min(x * y * z, MOST); block++) {
        const first = firstOf.get(step.launch + " " + block);
        const button = make("button", "", place(block, [x, y, z]).replace(/[()]/g, ""));
        button.disabled = first === undefined;
        button.title = "block " + place(block, [x, y, z]);
        button.onclick = () => go(first);
        button.classList.toggle("now", block === step.block);
        button.classList.toggle("guilty", guiltyLanes(block).length > 0);
        grid.append(button);
        if (block === step.block)
            bringIntoView(grid, button);
    }
};

/* One square a lane; those of the step's request have its colour. Without `lastLines` only warps of a finding. */
const showLanes = (where, block, step, lastLines) => {
    const [x, y, z] = launchOf(step).block, threads = x * y * z;
    where.replaceChildren(make("div", "label", "block " + place(block, launchOf(step).grid) + ": a square is a lane"));
    for (let warp = 0; warp * WARP < threads; warp++) {
        if (!lastLines && !guiltyLanes(block).some(lane => Math.floor(lane / WARP) === warp))
            continue;
        const active = step.block === block && step.warp === warp ? step.lanes : [];
        const last = lastLines && lastLines.get(warp);
        const row = make("div", "warp"), label = make("span");
        label.append(make("span", "where", "warp "), String(warp), make("span", "where", last ? `, line ${last}` : ""));
        row.append(label);
        for (let lane = 0; lane < WARP; lane++) {
            const thread = warp * WARP + lane;
            const square = make("i", thread < threads ? active.includes(lane) ? step.kind : "" : "none");
            square.title = "thread " + place(thread, [x, y, z]);
            square.dataset.lane = thread;
            square.dataset.block = block;
            square.classList.toggle("guilty", guiltyLanes(block).includes(thread));
            row.append(square);
        }
        where.append(row);
    }
};

/* A race of two blocks shows the other one, too. */
const showOther = step => {
    const other = chosen && chosen.sides.find(side => side.block !== step.block);
    at("other").hidden = !other;
    at("other").replaceChildren();
    if (other)
        showLanes(at("other"), other.block, step, null);
};

/* --- memory --------------------------------------------------------------------------------- */

/* "lanes 0 to 15: a[0] to a[15]", for each run of lanes whose elements follow each other evenly. */
const runsOf = step => {
    const offsets = offsetsOf(step), runs = [];
    for (let i = 0; i < offsets.length;) {
        const jump = offsets[i + 1] - offsets[i];
        let end = i + 1;
        while (end < offsets.length && offsets[end] - offsets[end - 1] === jump)
            end++;
        runs.push(end === i + 1 ? `lane ${step.lanes[i]}: ${elementOf(step, offsets[i])}` :
            `lanes ${step.lanes[i]} to ${step.lanes[end - 1]}: ` + (jump === 0 ? `all ${elementOf(step, offsets[i])}` :
                `${elementOf(step, offsets[i])} to ${elementOf(step, offsets[end - 1])}` +
                (jump === step.site.size ? "" : `, ${jump / step.site.size} apart`)));
        i = end;
    }
    return runs;
};

/* The words of 4 bytes that the request touches, each once. */
const wordsOf = step => {
    const words = new Set();
    for (const offset of offsetsOf(step))
        for (let byte = 0; byte < step.site.size; byte += 4)
            words.add(Math.floor((step.array.begin + offset + byte) / 4));
    return words;
};

const showSectors = (where, step, words) => {
    const WORDS = 8, MOST = 32;
    const sectors = [...new Set([...words].map(word => Math.floor(word / WORDS)))].sort((a, b) => a - b);
    where.append(make("p", "", `${sectors.length} sector${sectors.length > 1 ? "s" : ""} of 32 bytes, ${words.size} of ${sectors.length * WORDS} words used`));
    for (const sector of sectors.slice(0, MOST)) {
        const row = make("div", "sector");
        row.append(make("span", "label", elementOf(step, sector * 32 - step.array.begin)));
        for (let word = 0; word < WORDS; word++)
            row.append(make("i", words.has(sector * WORDS + word) ? step.kind : ""));
        where.append(row);
    }
    if (sectors.length > MOST)
        where.append(make("p", "faint", `and ${sectors.length - MOST} more`));
};

const showBanks = (where, step, words) => {
    const banks = Array(32).fill(0);
    for (const word of words)
        banks[word % 32]++;
    const most = Math.max(...banks);
    where.append(make("p", most > 1 && step.site.size <= 4 ? "bad" : "", `32 banks: ` +
        `${banks.filter(bank => bank).length} are used, the busiest has ${most} different word${most > 1 ? "s" : ""}`));
    const row = make("div", "banks");
    banks.forEach((count, bank) => {
        const bar = make("i", count ? step.kind : "");
        bar.style.height = `${Math.min(count, 32) * .7}em`;
        bar.title = `bank ${bank}: ${count} words`;
        row.append(bar);
    });
    where.append(row);
};

const showMemory = step => {
    const where = at("memory");
    where.replaceChildren();
    if (isMeeting(step))
        return;
    where.append(make("p", "", `${step.site.kind} of ${step.site.size} bytes a lane, ${step.array.name || "no known array"} in ${step.array.space}`));
    const list = make("ul");
    runsOf(step).slice(0, 8).forEach(run => list.append(make("li", "", run)));
    where.append(list);
    (step.array.space === "shared memory" ? showBanks : showSectors)(where, step, wordsOf(step));
};

/* --- arrows --------------------------------------------------------------------------------- */

const SVG = "http://www.w3.org/2000/svg";

const drawArrow = (from, to, side) => {
    const stage = at("stage").getBoundingClientRect(), a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
    const source = at("source").getBoundingClientRect();
    const x1 = (b.left >= source.right ? source.right : source.left + source.width / 2) - stage.left;
    /* A line that is scrolled out of the source is where its edge is. */
    const y1 = Math.min(Math.max(a.top + a.height / 2, source.top), source.bottom) - stage.top, x2 = b.left + b.width / 2 - stage.left, y2 = b.top + b.height / 2 - stage.top;
    const line = document.createElementNS(SVG, "path"), head = document.createElementNS(SVG, "path");
    const angle = Math.atan2(y2 - y1, x2 - x1), point = turn =>
        `${x2 - 11 * Math.cos(angle + turn)} ${y2 - 11 * Math.sin(angle + turn)}`;
    line.setAttribute("d", `M ${x1} ${y1} L ${x2} ${y2}`);
    line.classList.add("arrow");
    for (const [name, value] of Object.entries({lane: side.lane, line: side.line, block: side.block, x: x2, y: y2}))
        line.dataset[name] = value;
    head.setAttribute("d", `M ${x2} ${y2} L ${point(.4)} L ${point(-.4)} Z`);
    head.classList.add("head");
    at("arrows").append(line, head);
};

/* From each of its two lines to the lane that was there. */
const showArrows = () => {
    at("arrows").replaceChildren();
    for (const side of chosen ? chosen.sides : []) {
        const row = lineRows.get(ownLine(side));
        const lane = document.querySelector(`.warp i[data-lane="${side.lane}"][data-block="${side.block}"]`);
        if (row && lane)
            drawArrow(row, lane, side);
    }
};

/* --- showing a step ------------------------------------------------------------------------- */

let now = 0;

/* Where each warp of the step's block was last, up to the step. */
const lastLinesAt = number => {
    const step = steps[number], lines = new Map();
    for (let i = firstOf.get(step.launch + " " + step.block) || 0; i <= number; i++)
        if (!steps[i].barrier && steps[i].block === step.block)
            lines.set(steps[i].warp, steps[i].line);
    return lines;
};

const inWords = step => {
    const launch = launchOf(step);
    const who = `${launch.kernel}, block ${place(step.block, launch.grid)}`;
    if (step.barrier)
        return `${who}: all threads have met at the barrier in line ${step.line}`;
    if (step.sync)
        return `${who}, warp ${step.warp}: ${step.lanes.length} lanes have met at the __syncwarp in line ${step.line}`;
    return `${who}, warp ${step.warp}, line ${step.line}: ${step.lanes.length} lane${step.lanes.length > 1 ? "s" : ""}, ${step.site.kind}; ${runsOf(step)[0]}`;
};

const show = () => {
    const step = steps[now], lastLines = lastLinesAt(now);
    at("status").textContent = `step ${now + 1} of ${steps.length}: ${inWords(step)}`;
    at("slider").value = now;
    showSource(step, lastLines);
    showGrid(step);
    showLanes(at("lanes"), step.block, step, lastLines);
    showOther(step);
    showMemory(step);
    if (chosen)
        bringIntoView(at("findings"), findingItems[data.replay.findings.indexOf(chosen)]);
    showArrows();
};

const go = number => {
    now = Math.min(Math.max(number, 0), steps.length - 1);
    show();
};

/* The next step for which `fits` holds, forward or back; the one that there is if none does. */
const seek = (direction, fits) => {
    for (let i = now + direction; i >= 0 && i < steps.length; i += direction)
        if (fits(steps[i]))
            return go(i);
};

const isElsewhere = step => step.block !== steps[now].block || step.launch !== steps[now].launch;

const nextFinding = () => {
    const sided = data.replay.findings.map((finding, i) => i).filter(i => data.replay.findings[i].sides.length);
    if (sided.length)
        choose(sided[(sided.indexOf(data.replay.findings.indexOf(chosen)) + 1) % sided.length]);
};

let playing = null;
const play = () => {
    clearInterval(playing);
    playing = playing ? null : setInterval(() => now + 1 < steps.length ? go(now + 1) : play(), 400);
    at("play").textContent = playing ? "stop" : "play";
};

const deeds = {
    first: () => go(0), back: () => go(now - 1), forward: () => go(now + 1), last: () => go(steps.length - 1),
    barrier: () => seek(1, isMeeting), block: () => seek(1, isElsewhere), play,
};
const keys = {
    ArrowLeft: deeds.back, ArrowRight: deeds.forward, Home: deeds.first, End: deeds.last, PageDown: deeds.barrier,
    PageUp: () => seek(-1, isMeeting), b: deeds.block, B: () => seek(-1, isElsewhere),
    f: nextFinding, p: play, Escape: () => choose(null),
};

const listen = () => {
    for (const [name, deed] of Object.entries(deeds))
        at(name).onclick = deed;
    at("slider").max = steps.length - 1;
    at("slider").oninput = () => go(Number(at("slider").value));
    addEventListener("keydown", event => {
        if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey)
            return;
        keys[event.key]();
        event.preventDefault();
    });
    at("source").addEventListener("scroll", showArrows);
    addEventListener("resize", () => {
        fitSource();
        showArrows();
    });
};

/* #step=12 or #finding=0 at the end of the address opens there; else it is the first finding with a place. */
const start = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    read();
    countBarriers();
    listFindings();
    if (!steps.length) {
        at("status").textContent = "no kernel accessed memory in this case";
        return;
    }
    listSource();
    fitSource();
    listen();
    go(Number(asked.get("step") || 1) - 1);
    if (asked.has("finding") && data.replay.findings[asked.get("finding")])
        choose(Number(asked.get("finding")));
    else if (!asked.has("step"))
        nextFinding();
};

start();
