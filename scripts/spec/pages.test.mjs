import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/settings.mjs';
import { findHoles } from './find-holes.mjs';
import { PAGES, readSentences, readTests } from './pages.mjs';
import { checkSentences } from './sentences.mjs';

describe('docs/specification', () => {
  it('has a test that runs for every sentence, and no test names an unknown sentence', () => {
    const sentences = Object.assign({}, ...PAGES.map(({ name }) => readSentences(name)));
    expect(checkSentences(sentences, readTests())).toEqual([]);
  });

  for (const { name, specification } of PAGES) {
    // the specifications are not part of this repository
    const path = specification === undefined ? undefined : join(root, '../shared/spec', specification);
    if (path === undefined || !existsSync(path)) continue;
    it(`${name}.json covers every sentence of the specification`, () => {
      const rows = Object.entries(readSentences(name)).map(([id, sentence]) => ({
        section: id.replace(/^([A-Z])(.*)-\d+$/, '$1 §$2'),
        sentence,
      }));
      const text = readFileSync(path, 'utf8');
      const letter = rows[0].section[0];
      const sections = [...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(
        ([, number]) => `${letter} §${number}`,
      );
      expect(findHoles(text, rows, sections)).toEqual([]);
    });
  }
});
