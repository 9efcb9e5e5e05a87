import { describe, expect, it } from 'vitest';
import { checkSentences, readTitle, SENTENCES_PER_TEST, tableOf } from './sentences.mjs';

const SENTENCES = { 'F1-1': 'The feed opens.', 'A2.9-13': 'A profile has | tabs.' };
const test = (title, idle) => ({ file: 'apps/web/src/feed.test.tsx', title, idle });

describe('readTitle', () => {
  it('splits a title into its text and its tags', () => {
    expect(readTitle('a feed › opens [F1-1 A2.9-13]')).toEqual({
      text: 'a feed › opens',
      ids: ['F1-1', 'A2.9-13'],
    });
    expect(readTitle('takes [1, 2]')).toEqual({ text: 'takes [1, 2]', ids: [] });
  });
});

describe('checkSentences', () => {
  it('accepts sentences that each have a test', () => {
    expect(checkSentences(SENTENCES, [test('opens [F1-1]'), test('has tabs [A2.9-13]')])).toEqual([]);
  });

  it('reports a sentence without a test', () => {
    expect(checkSentences(SENTENCES, [test('opens [F1-1]')])).toEqual([
      'no test names A2.9-13: A profile has | tabs.',
    ]);
  });

  it('reports a test that does not run, and its sentence', () => {
    expect(checkSentences({ 'F1-1': 'The feed opens.' }, [test('opens [F1-1]', '.skip')])).toEqual([
      'apps/web/src/feed.test.tsx › opens [F1-1] does not run: .skip',
      'no test names F1-1: The feed opens.',
    ]);
  });

  it('reports an unknown sentence', () => {
    expect(checkSentences({}, [test('opens [F1-1]')])).toEqual([
      'apps/web/src/feed.test.tsx › opens [F1-1]: there is no sentence F1-1',
    ]);
  });

  it('reports a tag in the wrong place', () => {
    expect(checkSentences({}, [test('opens F1-1')])).toEqual([
      'apps/web/src/feed.test.tsx › opens F1-1: a tag stands outside the brackets at the end',
    ]);
  });

  it('reports a test that names too many sentences', () => {
    const ids = (count) => Array.from({ length: count }, (_, n) => `F1-${n + 1}`);
    const check = (count) =>
      checkSentences(Object.fromEntries(ids(count).map((id) => [id, id])), [
        test(`opens [${ids(count).join(' ')}]`),
      ]);
    expect(check(SENTENCES_PER_TEST)).toEqual([]);
    expect(check(SENTENCES_PER_TEST + 1)[0]).toMatch(/names 6 sentences of F, more than 5$/);
  });
});

describe('tableOf', () => {
  it('lists the tests of each sentence', () => {
    expect(tableOf(SENTENCES, [test('opens [F1-1]'), test('opens late [F1-1]')])).toBe(
      [
        '| Id | Sentence | Tests |',
        '| --- | --- | --- |',
        '| F1-1 | The feed opens. | `apps/web/src/feed.test.tsx › opens`<br>`apps/web/src/feed.test.tsx › opens late` |',
        '| A2.9-13 | A profile has \\| tabs. |  |',
      ].join('\n'),
    );
  });

  it('shows how a sentence was understood below it', () => {
    expect(tableOf({ 'F1-1': 'It opens.', 'F1-2': 'It closes.' }, [], { 'F1-1': 'At once.' })).toContain(
      '| F1-1 | It opens.<br>Reading: At once. |  |\n| F1-2 | It closes. |  |',
    );
  });
});
