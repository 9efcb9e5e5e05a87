import { expect, it } from 'vitest';
import { lineDirections } from './line-directions';

const EACH_LINE = { unicodeBidi: 'plaintext' };

it.each([
  ['Hebrew below English', 'Hello world.\nשלום לכולם.'],
  ['English below Arabic and an empty line', 'مرحبا بالجميع.\n\n1. Hello world.'],
  ['a word in N’Ko', 'Hello.\n🔥 ߒߞߏ'],
  ['an Arabic digit before English', 'مرحبا\n٣ words'],
  ['Adlam, outside the basic plane', '𞤀𞤣𞤤𞤢𞤥\nAdlam'],
])('gives each line its direction: %s', (_name, text) => {
  expect(lineDirections(text)).toEqual(EACH_LINE);
});

it.each([
  ['no text', ''],
  ['one line', 'Hello שלום'],
  ['English with Hebrew words inside', 'Hello שלום\n2 words: שלום'],
  ['Arabic with lines of digits and emoji', 'مرحبا\n2026\n🔥🥖\n#'],
  ['Chinese and English', '你好\nHello'],
])('keeps one direction: %s', (_name, text) => {
  expect(lineDirections(text)).toBeUndefined();
});
