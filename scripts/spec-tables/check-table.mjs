import { findTests } from './find-tests.mjs';
import { readTable } from './read-table.mjs';

/** So that no single test is made to stand for half a specification. */
export const ROWS_PER_TEST = 5;

/**
 * What is wrong with a table of sentences and tests.
 *
 * @param {object} table
 * @param {string} table.markdown the page
 * @param {string[]} table.sections sections that need rows, as `F §4`; rows of others are refused
 * @param {(path: string) => string | undefined} table.readFile text of a file by its path from the root
 * @returns {string[]} one sentence per problem, with the line where there is one; empty when all is well
 */
export function checkTable({ markdown, sections, readFile }) {
  const { rows, problems } = readTable(markdown);
  const files = new Map();
  const testsIn = (path) => {
    if (!files.has(path)) {
      const source = readFile(path);
      files.set(path, source === undefined ? undefined : findTests(source, path));
    }
    return files.get(path);
  };

  const served = new Map();
  for (const { line, section, tests } of rows) {
    if (!sections.includes(section))
      problems.push(`line ${line}: ${section} is none of this page's sections`);
    for (const { file, title } of tests) {
      const name = `${file} › ${title}`;
      served.set(name, [...(served.get(name) ?? []), line]);
      const known = testsIn(file);
      if (!known) problems.push(`line ${line}: there is no file ${file}`);
      else if (!known.has(title)) problems.push(`line ${line}: there is no test ${name}`);
      else if (known.get(title)) problems.push(`line ${line}: ${name} does not run: ${known.get(title)}`);
    }
  }
  for (const [name, lines] of served) {
    if (lines.length > ROWS_PER_TEST)
      problems.push(
        `${name} serves ${lines.length} rows, more than ${ROWS_PER_TEST} (lines ${lines.join(', ')})`,
      );
  }
  for (const section of sections) {
    if (!rows.some((row) => row.section === section)) problems.push(`${section} has no rows`);
  }
  return problems;
}
