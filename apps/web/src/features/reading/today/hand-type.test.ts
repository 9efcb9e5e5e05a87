import { describe, expect, it } from 'vitest';
import { displayOf } from './hand-type';

const remOf = ({ fontSize }: { fontSize?: unknown }): number => Number.parseFloat(String(fontSize));
const LONG = 'The ferry does not run on Sundays any more. '.repeat(12);
const set = (title: string, description: string, isLow = false) => {
  const { title: head, text, isSerif } = displayOf({ title, description }, isLow);
  return { title: remOf(head), text: remOf(text), isSerif };
};

describe('the type of a card of text alone', () => {
  it('sets a title well above its text, which is large enough to read [B11-14]', () => {
    for (const text of ['And one line.', LONG]) {
      const { title, text: below, isSerif } = set('Bread', text);
      expect(title / below).toBeGreaterThan(1.6);
      expect(below).toBeGreaterThan(1);
      expect(isSerif).toBe(false);
    }
  });

  it('sets a text without a title the larger, the shorter it is, and a long one to read [B11-14]', () => {
    const sizes = [LONG, LONG.slice(0, 200), LONG.slice(0, 100), 'Rain again.', '🌊🌊🐟'];
    const found = sizes.map((text) => set('', text));
    expect(found.map(({ text }) => text)).toEqual(found.map(({ text }) => text).toSorted((a, b) => a - b));
    expect(new Set(found.map(({ text }) => text)).size).toBe(sizes.length);
    expect(found.map(({ isSerif }) => isSerif)).toEqual([false, false, true, true, true]);
  });

  it('counts letters that are twice as wide', () => {
    expect(set('', '雨'.repeat(40)).text).toBe(set('', 'r'.repeat(80)).text);
  });

  it('takes digits for letters', () => {
    expect(set('', '24 7').text).toBe(set('', 'ab').text);
  });

  it('leaves more room where the window is low, and between the lines of other scripts', () => {
    expect(set('Bread', '', true).title).toBeLessThan(set('Bread', '').title);
    const arabic = displayOf({ title: 'خبز', description: '' }, false);
    const latin = displayOf({ title: 'Bread', description: '' }, false);
    expect(Number(arabic.title.lineHeight)).toBeGreaterThan(Number(latin.title.lineHeight));
  });
});
