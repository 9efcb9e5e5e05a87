import { describe, expect, it } from 'vitest';
import { checkTable, ROWS_PER_TEST } from './check-table.mjs';

const FILES = {
  'apps/web/src/feed.test.tsx': `describe('a feed', () => {
    it('opens', () => {});
    it.skip('closes', () => {});
    it.each([1, 2])('takes %i | more', () => {});
  });`,
};
const OPENS = '`apps/web/src/feed.test.tsx › a feed › opens`';

const check = (rows, sections = ['F §1']) =>
  checkTable({
    markdown: ['# Feed', '', '| Section | Sentence | Test |', '| --- | --- | --- |', ...rows, ''].join('\n'),
    sections,
    readFile: (path) => FILES[path],
  });

describe('checkTable', () => {
  it('is content with rows whose tests run', () => {
    expect(
      check([
        `| F §1 | It opens. | ${OPENS} |`,
        `| F §1 Header | It takes more. | ${OPENS}<br>\`apps/web/src/feed.test.tsx › a feed › takes %i \\| more\` |`,
      ]),
    ).toEqual([]);
  });

  it('refuses a test that does not exist, in a file or at all', () => {
    expect(check(['| F §1 | It opens. | `apps/web/src/feed.test.tsx › a feed › shuts` |'])).toEqual([
      'line 5: there is no test apps/web/src/feed.test.tsx › a feed › shuts',
    ]);
    expect(check(['| F §1 | It opens. | `apps/web/src/none.test.tsx › a feed › opens` |'])).toEqual([
      'line 5: there is no file apps/web/src/none.test.tsx',
    ]);
  });

  it('refuses a test that is skipped', () => {
    expect(check(['| F §1 | It closes. | `apps/web/src/feed.test.tsx › a feed › closes` |'])).toEqual([
      'line 5: apps/web/src/feed.test.tsx › a feed › closes does not run: .skip',
    ]);
  });

  it('refuses a test that serves a sixth row', () => {
    const rows = (count) => Array.from({ length: count }, (_, n) => `| F §1 | It opens ${n}. | ${OPENS} |`);
    expect(check(rows(ROWS_PER_TEST))).toEqual([]);
    expect(check(rows(ROWS_PER_TEST + 1))).toEqual([
      'apps/web/src/feed.test.tsx › a feed › opens serves 6 rows, more than 5 (lines 5, 6, 7, 8, 9, 10)',
    ]);
  });

  it('refuses a section without rows, and rows of a section that is not its own', () => {
    expect(check([`| F §1 | It opens. | ${OPENS} |`], ['F §1', 'F §2'])).toEqual(['F §2 has no rows']);
    expect(check([`| F §1 | It opens. | ${OPENS} |`, `| F §7 | It asks. | ${OPENS} |`])).toEqual([
      "line 6: F §7 is none of this page's sections",
    ]);
    expect(check([])).toEqual(['F §1 has no rows']);
  });

  it('refuses malformed rows', () => {
    const good = `| F §1 | It opens. | ${OPENS} |`;
    expect(check([good, `| F §1 | It opens | closes. | ${OPENS} |`])).toEqual([
      'line 6: a row has 3 cells, and this has 4',
    ]);
    expect(check([good, `| 1 | It shuts. | ${OPENS} |`])).toEqual([
      'line 6: "1" is no section; it takes the form "F §4"',
    ]);
    expect(check([good, `| F §1 | | ${OPENS} |`])).toEqual(['line 6: the sentence is empty']);
    expect(check([good, good])).toEqual(['line 6: a second row for "It opens."']);
    for (const test of ['', 'by hand', 'apps/web/src/feed.test.tsx', '`apps/web/src/feed.tsx › a feed`'])
      expect(check([`| F §1 | It opens. | ${test} |`])[0]).toMatch(/^line 5: ".*" names no test/);
  });
});
