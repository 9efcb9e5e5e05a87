/** `F §4`, `A §4.1`, with the heading's name behind it where a section has several: `F §2 Post card`. */
const SECTION = /^([A-Z] §\d+(?:\.\d+)*)(?: \S.*)?$/;
/** `apps/web/src/a.test.ts › describe › it` */
const TEST = /^([\w@./-]+\.test\.(?:tsx?|mjs)) › (\S.*)$/;
const CELL_BORDER = /(?<!\\)\|/;
const HEAD = ['section', 'sentence', 'test'];

const cellsOf = (line) =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(CELL_BORDER)
    .map((cell) => cell.trim());

const plain = (cell) => cell.replaceAll('\\|', '|');

/** One test a line; written as code, so that formatting leaves its title alone. */
function testsOf(cell, say) {
  const written = cell.split(/<br\s*\/?>/).map((part) => plain(part.trim()).replace(/^`(.*)`$/, '$1'));
  return written.flatMap((text) => {
    const match = TEST.exec(text);
    if (match) return [{ file: match[1], title: match[2] }];
    say(`"${text}" names no test; it takes \`path/to/file.test.ts › describe › it\``);
    return [];
  });
}

/**
 * Rows of all tables of a page whose head is `section | sentence | test`; a page has other tables at will.
 *
 * @param {string} markdown
 * @returns {{rows: {line: number, section: string, sentence: string, tests: {file: string, title: string}[]}[],
 *   problems: string[]}} `section` without its heading's name; `problems` begin with the line's number
 */
export function readTable(markdown) {
  const rows = [];
  const problems = [];
  const known = new Set();
  let inside = false;
  markdown.split('\n').forEach((text, index) => {
    const line = index + 1;
    const say = (problem) => problems.push(`line ${line}: ${problem}`);
    if (!text.trimStart().startsWith('|')) {
      inside = false;
      return;
    }
    const cells = cellsOf(text);
    if (!inside) {
      inside = cells.map((cell) => cell.toLowerCase()).join() === HEAD.join();
      return;
    }
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
    if (cells.length !== HEAD.length)
      return say(`a row has ${HEAD.length} cells, and this has ${cells.length}`);
    const [section, sentence, test] = cells;
    const found = SECTION.exec(section);
    if (!found) return say(`"${section}" is no section; it takes the form "F §4"`);
    if (sentence === '') return say('the sentence is empty');
    if (known.has(found[1] + sentence)) return say(`a second row for "${plain(sentence)}"`);
    known.add(found[1] + sentence);
    rows.push({ line, section: found[1], sentence: plain(sentence), tests: testsOf(test, say) });
  });
  return { rows, problems };
}
