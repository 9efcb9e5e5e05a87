import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const read = (folder: string, names: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const sheets = read(join(SOURCE, 'styles'), /\.css$/);

it('style sheets select by no text, which has another one in each language', () => {
  expect(sheets).not.toMatch(/\[(?:aria-label|aria-description|title|alt|placeholder)/);
});

it('titles of pages are in the serif typeface', () => {
  const titles = read(SOURCE, /\.tsx$/).match(/<h1\b[^>]*>|<h2\b[^>]*text-page[^>]*>/g) ?? [];
  expect(titles.length).toBeGreaterThan(10);
  const others = titles.filter((title) => !/serif/.test(title));
  // the name of the instance, the label of the composer's bar, and the page that shows when the app has failed
  expect(others.map((title) => /translate="no"|text-center|text-section font-semibold"/.test(title))).toEqual(
    [true, true, true],
  );
});

it('style sheets select by attributes that the app sets in what a web server draws', () => {
  const code = read(SOURCE, /\.tsx?$/);
  const named = Array.from(sheets.matchAll(/#drawn [^,{]*\[data-([\w-]+)/g), ([, name = '']) => name);
  expect(named).toContain('welcome');
  expect(named.filter((name) => !code.includes(`data-${name}`))).toEqual([]);
});
