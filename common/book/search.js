// The search of the book: all words must be in a section; what is in its heading comes first. The index is a script,
// since a page that is read from a disk may load nothing else.
const input = document.getElementById('search');
const found = document.getElementById('found');

// On a wide window the list of pages is open.
document.getElementById('pages').open = window.matchMedia('(min-width: 60em)').matches;

function rank(entry, words) {
    const heading = (entry[1] + ' ' + entry[2]).toLowerCase();
    const text = heading + ' ' + entry[3].toLowerCase();
    if (!words.every((word) => text.includes(word))) return 0;
    return 1 + words.filter((word) => heading.includes(word)).length;
}

// What stands around the first of the words.
function excerpt(entry, words) {
    const at = entry[3].toLowerCase().indexOf(words[0]);
    const from = Math.max(0, at - 40);
    return (from > 0 ? '… ' : '') + entry[3].slice(from, from + 120) + (entry[3].length > from + 120 ? ' …' : '');
}

function row(entry, words) {
    const item = document.createElement('li');
    const link = item.appendChild(document.createElement('a'));
    link.href = entry[0];
    link.textContent = entry[1] === entry[2] ? entry[1] : entry[1] + ': ' + entry[2];
    item.appendChild(document.createElement('span')).textContent = excerpt(entry, words);
    return item;
}

input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const entries = words.length === 0 ? [] : INDEX.map((entry) => [rank(entry, words), entry])
        .filter((pair) => pair[0] > 0).sort((a, b) => b[0] - a[0]).slice(0, 20);
    found.replaceChildren(...entries.map((pair) => row(pair[1], words)));
    if (words.length > 0 && entries.length === 0) found.textContent = '–';
    found.hidden = words.length === 0;
});
