import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/**
 * Gzipped bytes, and the number of script files of the feed before its first picture. Reasons are in
 * docs/decisions/0009-first-screen.md.
 */
const BUDGET = { feed: 150_000, feedFiles: 12, signIn: 110_000, column: 16_000, css: 14_000 };

const assets = new URL('../dist/assets/', import.meta.url);
const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
const text = (name: string) => readFileSync(new URL(name, assets), 'utf8');
const gzipped = (name: string) => gzipSync(text(name), { level: 9 }).length;
const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + gzipped(name), 0);

/** Files named in index.html: the entry and its preloads. */
const entries = [
  ...readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8').matchAll(/assets\/([\w.-]+)/g),
].map(([, name]) => name ?? '');

/** Returns the only chunk whose file name starts like this, e.g. `feed-` and an eight-character hash. */
const chunk = (name: string): string => {
  const found = files.filter((file) => new RegExp(String.raw`^${name}-[\w-]{8}\.js$`).test(file));
  if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name}`);
  return found[0] ?? '';
};

/** Returns these scripts and their static imports. */
const initial = (roots: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const queue = roots.filter((name) => name.endsWith('.js'));
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const imports = text(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
    for (const [, imported] of imports) if (imported !== undefined) queue.push(imported);
  }
  return seen;
};

describe('the built app', () => {
  it.each([
    ['feed', 'feed', BUDGET.feed],
    ['sign-in', 'login', BUDGET.signIn],
  ])('loads little script to start the %s', (screen, name, budget) => {
    const scripts = initial([...entries, chunk(name)]);
    const size = sum(scripts);
    process.stdout.write(`${screen}: ${size} of ${budget} bytes of script in ${scripts.size} files, gzip\n`);
    expect(scripts.size).toBeGreaterThan(3);
    expect(scripts.size).toBeLessThanOrEqual(BUDGET.feedFiles);
    expect(size).toBeLessThanOrEqual(budget);
  });

  it('loads the right column of wide windows in one file more', () => {
    const feed = initial([...entries, chunk('feed')]);
    const added = [...initial([chunk('column')])].filter((name) => !feed.has(name));
    process.stdout.write(`right column: ${sum(added)} of ${BUDGET.column} bytes of script, gzip\n`);
    expect(added).toEqual([chunk('column')]);
    expect(sum(added)).toBeLessThanOrEqual(BUDGET.column);
  });

  it.each([
    ['feed', 'feed'],
    ['right column', 'column'],
    ['sign-in', 'login'],
  ])('loads no schema library to start the %s', (_screen, name) => {
    // a name in zod's code, which stands in one of the later files
    const withSchemas = files.filter((file) => text(file).includes('invalid_type'));
    expect(withSchemas).not.toEqual([]);
    expect([...initial([...entries, chunk(name)])].filter((file) => withSchemas.includes(file))).toEqual([]);
  });

  it('has one small style sheet', () => {
    const sheets = files.filter((name) => name.endsWith('.css'));
    process.stdout.write(`style: ${sum(sheets)} of ${BUDGET.css} bytes, gzip\n`);
    expect(sheets).toHaveLength(1);
    expect(sum(sheets)).toBeLessThanOrEqual(BUDGET.css);
  });
});
