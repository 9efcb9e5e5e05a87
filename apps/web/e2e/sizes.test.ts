import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBuild } from '../../../scripts/lib/web-build.mjs';

/**
 * Gzipped bytes, and the number of script files of the feed before its first picture. Reasons are in
 * docs/decisions/0009-first-screen.md.
 */
const BUDGET = { feed: 150_000, feedFiles: 12, signIn: 110_000, column: 16_000, css: 14_000 };

const BUILT = fileURLToPath(new URL('../dist', import.meta.url));
const LANGUAGES = readdirSync(join(BUILT, 'l'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const { files, text, chunk, withImports, scripts, gzipped } = readBuild(BUILT);

describe('the built app', () => {
  it.each([
    ['feed', 'feed', BUDGET.feed],
    ['sign-in', 'login', BUDGET.signIn],
  ])('loads little script to start the %s', (screen, name, budget) => {
    const loaded = scripts(name);
    const size = gzipped(loaded);
    process.stdout.write(`${screen}: ${size} of ${budget} bytes of script in ${loaded.size} files, gzip\n`);
    expect(loaded.size).toBeGreaterThan(3);
    expect(loaded.size).toBeLessThanOrEqual(BUDGET.feedFiles);
    expect(size).toBeLessThanOrEqual(budget);
  });

  it.each([
    ['feed', 'feed', BUDGET.feed],
    ['sign-in', 'login', BUDGET.signIn],
  ])('loads little script to start the %s in any language', (screen, name, budget) => {
    const sizes = Object.fromEntries(
      LANGUAGES.map((language) => [language, readBuild(BUILT, language).gzipped(scripts(name))]),
    );
    process.stdout.write(`${screen}: at most ${Math.max(...Object.values(sizes))} of ${budget} bytes\n`);
    expect(LANGUAGES.length).toBeGreaterThan(15);
    expect(Object.entries(sizes).filter(([, size]) => size > budget)).toEqual([]);
  });

  it('loads the right column of wide windows in one file more', () => {
    const feed = scripts('feed');
    const added = [...withImports([chunk('column')])].filter((name) => !feed.has(name));
    process.stdout.write(`right column: ${gzipped(added)} of ${BUDGET.column} bytes of script, gzip\n`);
    expect(added).toEqual([chunk('column')]);
    expect(gzipped(added)).toBeLessThanOrEqual(BUDGET.column);
  });

  it.each(['soon', 'sync', 'welcome-more', 'run-reaction', 'dialogs'])(
    'loads nothing of the right column for %s, which phones load too',
    (name) => {
      expect([...withImports([chunk(name)])]).not.toContain(chunk('column'));
    },
  );

  it.each([
    ['feed', 'feed'],
    ['right column', 'column'],
    ['sign-in', 'login'],
  ])('loads no schema library to start the %s', (_screen, name) => {
    // a name in zod's code, which stands in one of the later files
    const withSchemas = files.filter((file) => text(file).includes('invalid_type'));
    expect(withSchemas).not.toEqual([]);
    expect([...scripts(name)].filter((file) => withSchemas.includes(file))).toEqual([]);
  });

  it('has one small style sheet', () => {
    const sheets = files.filter((name) => name.endsWith('.css'));
    process.stdout.write(`style: ${gzipped(sheets)} of ${BUDGET.css} bytes, gzip\n`);
    expect(sheets).toHaveLength(1);
    expect(gzipped(sheets)).toBeLessThanOrEqual(BUDGET.css);
  });
});
