import { Linter } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PHYSICAL_CSS, physicalSides } from './physical-sides.mjs';

const linter = new Linter();
const config = { rules: { 'no-restricted-syntax': ['error', ...physicalSides] } };

it.each([
  ['ml-2', 1],
  ['grid -mr-1.5', 1],
  ['md:pl-4', 1],
  ['absolute left-0', 1],
  ['md:-right-[3px]', 1],
  ['border-l border-line', 1],
  ['rounded-tl-card', 1],
  ['md:text-right', 1],
  ['ms-2 pe-4 start-0 border-s rounded-ss-card text-end', 0],
  ['origin-left rtl:origin-right', 0],
  ['shown from right to left', 0],
  ['right-to-left', 0],
])('in the classes %j are %i sides by name', (classes, count) => {
  for (const code of [`f(${JSON.stringify(classes)})`, `f(\`${classes}\`)`])
    expect(linter.verify(code, config)).toHaveLength(count);
});

it('style sheets name no side', () => {
  const styles = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web/src/styles');
  const lines = readdirSync(styles)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => readFileSync(join(styles, file), 'utf8').split('\n'));
  expect(lines.filter((line) => PHYSICAL_CSS.test(line))).toEqual([]);
});
