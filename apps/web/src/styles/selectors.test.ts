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

it('style sheets select by attributes that the app sets in what a web server draws', () => {
  const code = read(SOURCE, /\.tsx?$/);
  const named = Array.from(sheets.matchAll(/#drawn [^,{]*\[data-([\w-]+)/g), ([, name = '']) => name);
  expect(named).toContain('welcome');
  expect(named.filter((name) => !code.includes(`data-${name}`))).toEqual([]);
});
