/** A row belongs to a sentence if the sentence contains this share of its words. */
const ROW_OF_SENTENCE = 0.5;
/** A sentence is covered if its rows contain this share of its words. */
const COVERED = 0.6;

const words = (text) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];

const share = (wanted, given) =>
  wanted.length === 0 ? 1 : wanted.filter((word) => given.has(word)).length / wanted.length;

/** Quoted text, including apostrophes inside. */
const QUOTED = /(?<=^|[\s(])'[^]*?\S'(?=[\s.,;:)/]|$)/g;
/**
 * Replaces the blanks in quotes, so that quoted sentences stay part of the quoting one; neither a letter nor a
 * blank.
 */
const JOINER = '\u2060';
const joinQuotes = (line) => line.replace(QUOTED, (quoted) => quoted.replace(/\s/g, JOINER));

/** A line with only bold text is a heading. */
const isHeading = (line) => line.startsWith('#') || /^\*\*[^*]+\*\*:?$/.test(line);

/** The sentences in paragraphs and list items of one section; each table row counts as one. */
function sentencesOf(lines) {
  return lines
    .filter((line) => line.trim() !== '' && !isHeading(line.trim()) && !/^\|[\s|:-]+\|$/.test(line))
    .flatMap((line, index, all) => {
      if (!line.startsWith('|'))
        return joinQuotes(line.replace(/^- /, ''))
          .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
          .map((sentence) => sentence.replaceAll(JOINER, ' '));
      const isHead = !all[index - 1]?.startsWith('|');
      return isHead ? [] : [line.replaceAll('|', ' ').trim()];
    })
    .filter((sentence) => words(sentence).length > 2);
}

/**
 * Lines by section number: `## 4. States` starts 4, `### 4.1 Sign-in` starts 4.1; other headings start no section.
 */
function sectionsOf(markdown) {
  const sections = new Map();
  let lines = [];
  for (const line of markdown.split('\n')) {
    const number = /^#{2,4} (\d+(?:\.\d+)*)\.? /.exec(line)?.[1];
    if (number) {
      lines = [];
      sections.set(number, lines);
    }
    lines.push(line);
  }
  return sections;
}

/**
 * Finds sentences of a specification that no table row seems to cover, judged by words and numbers. It helps to
 * find omissions, but proves nothing.
 *
 * @param {string} specification its Markdown
 * @param {{section: string, sentence: string}[]} rows
 * @param {string[]} sections as `F §4`
 * @returns {string[]} `F §4: the sentence`
 */
export function findHoles(specification, rows, sections) {
  const lines = sectionsOf(specification);
  return sections.flatMap((section) => {
    const given = rows.filter((row) => row.section === section).map((row) => words(row.sentence));
    return sentencesOf(lines.get(section.replace(/^. §/, '')) ?? [])
      .filter((sentence) => {
        const wanted = words(sentence);
        const wantedSet = new Set(wanted);
        const near = new Set(given.filter((row) => share(row, wantedSet) >= ROW_OF_SENTENCE).flat());
        const numbers = wanted.filter((word) => /^\d+$/.test(word));
        return share(wanted, near) < COVERED || share(numbers, near) < 1;
      })
      .map((sentence) => `${section}: ${sentence}`);
  });
}
