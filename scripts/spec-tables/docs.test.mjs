import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/settings.mjs';
import { checkTable } from './check-table.mjs';
import { findHoles } from './find-holes.mjs';
import { readTable } from './read-table.mjs';

const SPECIFICATIONS = join(root, '../shared/spec');

/**
 * What each page has to prove: a section is listed here once every sentence of it has its rows, one section per line.
 */
const TABLES = [
  {
    page: 'docs/spec-feed.md',
    specification: 'feed.md',
    sections: [
      // in the order of the page
      'F §1',
      'F §2',
      'F §3',
      'F §4',
      'F §5',
      'F §6',
      'F §7',
      'F §8',
      'F §9',
    ],
  },
  {
    page: 'docs/spec-accounts.md',
    specification: 'accounts.md',
    sections: [
      // in the order of the page
      'A §1',
      'A §2.1',
      'A §2.2',
      'A §2.3',
      'A §2.4',
      'A §2.5',
      'A §2.6',
      'A §2.7',
      'A §2.8',
      'A §2.9',
      'A §2.10',
      'A §3',
      'A §4.1',
      'A §4.2',
      'A §4.3',
      'A §4.4',
      'A §4.5',
      'A §4.6',
      'A §4.7',
      'A §5',
      'A §6',
      'A §7.1',
      'A §7.2',
      'A §7.3',
      'A §7.4',
      'A §7.5',
      'A §7.6',
      'A §8',
      'A §9',
    ],
  },
  {
    page: 'docs/additions.md',
    sections: [
      // in the order of the page
      'B §1',
      'B §2',
      'B §3',
      'B §4',
      'B §5',
      'B §6',
      'B §7',
      'B §8',
      'B §9',
      'B §10',
    ],
  },
];

const readFile = (path) => {
  const place = join(root, path);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
};

const pages = readdirSync(join(root, 'docs'))
  .filter((name) => /^(spec-.*|additions)\.md$/.test(name))
  .map((name) => `docs/${name}`);

describe('the tables of docs/', () => {
  it('are the known ones', () => {
    expect(TABLES.map(({ page }) => page)).toEqual(expect.arrayContaining(pages));
  });

  for (const { page, sections, specification } of TABLES.filter((table) => pages.includes(table.page))) {
    it(`${page} names a test that runs for every row`, () => {
      expect(checkTable({ markdown: readFile(page), sections, readFile })).toEqual([]);
    });

    // the specifications are not part of this repository
    const text = specification === undefined ? undefined : join(SPECIFICATIONS, specification);
    if (text !== undefined && existsSync(text)) {
      it(`${page} forgets no sentence`, () => {
        const { rows } = readTable(readFile(page));
        expect(findHoles(readFileSync(text, 'utf8'), rows, sections)).toEqual([]);
      });
    }
  }
});
