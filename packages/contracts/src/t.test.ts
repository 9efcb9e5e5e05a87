import { expect, it } from 'vitest';
import { inWords, plural, select, t, translated, withValues, type Translate } from './t.js';

it('is the English text, with its values', () => {
  const most = 3;
  expect(t`At most ${most} tags`).toBe('At most 3 tags');
  expect(t({ message: `At most ${most} tags`, comment: 'An error.' })).toBe('At most 3 tags');
  expect(t({ message: 'Open', context: 'verb' })).toBe('Open');
});

const TEXTS: Readonly<Record<string, string>> = {
  Open: 'Offen',
  'verb\u0004Open': 'Öffnen',
  'At most {} tags': 'Höchstens {} Tags',
  '{} and {plural one {# other} other {# others}}': '{} und {} andere',
};
const german: Translate = (key, values) => {
  let at = 0;
  return TEXTS[key]?.replaceAll('{}', () => String(values[at++]));
};

it('has values that are texts changed, if something is written so, in each language', () => {
  const [most, name, others] = [3, 'Ada', 4];
  const write = () => [
    t`At most ${most} tags`,
    t`${name} and ${plural(others, { one: '# other', other: '# others' })}`,
  ];
  const marked = (value: string) => `<${value}>`;
  expect(withValues(marked, write)).toEqual(['At most 3 tags', '<Ada> and 4 others']);
  expect(inWords(german, () => withValues(marked, write))).toEqual([
    'Höchstens 3 Tags',
    '<Ada> und 4 andere',
  ]);
  expect(() =>
    withValues(marked, () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(write()).toEqual(['At most 3 tags', 'Ada and 4 others']);
});

it('is in the language in which something is written, where that has it', () => {
  const write = () => {
    const [most, name, others] = [3, '{} Ada', 4];
    return [
      t`Open`,
      t({ message: 'Open', context: 'verb' }),
      t`At most ${most} tags`,
      t`${name} and ${plural(others, { one: '# other', other: '# others' })}`,
      translated('Open'),
      t`Close`,
    ];
  };
  const english = ['Open', 'Open', 'At most 3 tags', '{} Ada and 4 others', 'Open', 'Close'];
  expect(inWords(german, write)).toEqual([
    'Offen',
    'Öffnen',
    'Höchstens 3 Tags',
    '{} Ada und 4 andere',
    'Offen',
    'Close',
  ]);
  expect(write()).toEqual(english);
  expect(inWords(german, () => inWords(undefined, write))).toEqual(english);
  expect(() =>
    inWords(german, () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(write()).toEqual(english);
});

it.each([
  [1, 'a post', '1 post'],
  [0, 'something', '0 posts'],
])('chooses by number and by word: %d, %s', (count, what, posts) => {
  const kind = count === 1 ? 'post' : 'clip';
  expect(t`${plural(count, { one: '# post', other: '# posts' })}`).toBe(posts);
  expect(t`${select(kind, { post: 'a post', other: 'something' })}`).toBe(what);
});
