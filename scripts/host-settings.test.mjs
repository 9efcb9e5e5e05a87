import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS } from '../packages/contracts/src/host-settings.ts';

const operations = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
const cellsOf = (line) => line.split('|').map((cell) => cell.trim());

it('lists all settings of the host in docs/operations.md', () => {
  const [, table = ''] = /^(\| setting .*\n(?:\|.*\n)+)/m.exec(operations) ?? [];
  const [, , ...rows] = table.trim().split('\n').map(cellsOf);
  const expected = Object.entries(SETTINGS).map(([name, { meaning, seen, env }]) =>
    cellsOf(`| \`${name}\` | ${meaning} | ${seen} | ${env === undefined ? '' : `\`${env}\``} |`),
  );
  expect(rows).toEqual(expected);
});
