import { describe, expect, it } from 'vitest';
import { compile, keyOf, pseudo, slotsOf, withHandles } from './messages.ts';

const PLURAL = '{n, plural, =0 {none} one {# post by {name}} other {<0>#</0> posts by {name}}}';

describe('a message', () => {
  it.each([
    ["Don't stop", "Don't stop"],
    ['Hello {name}, <0>bye</0>', 'Hello {name}, <0>bye</0>'],
    [PLURAL, [['n', 'plural', { 0: 'none', one: '# post by {name}', other: '<0>#</0> posts by {name}' }]]],
    [
      '{n, number} {kind, select, post {a} other {b}}',
      [['n', 'number'], ' ', ['kind', 'select', { post: 'a', other: 'b' }]],
    ],
    ["l''{name}", "l'{name}"],
    ["a '{'brace'}'", ['a {brace}']],
  ])('%s is compiled', (message, compiled) => expect(compile(message)).toEqual(compiled));

  it.each([
    ['{n, plural, one {a}}', /other/],
    ['{when, date}', /format the value in the code/],
    ['{n, number, percent}', /format the value in the code/],
    ['{n, plural, offset:1 one {a} other {b}}', /offset/],
    ['{n', /./],
  ])('%s is refused', (message, reason) => expect(() => compile(message)).toThrow(reason));

  it('has the values and tags of all its cases', () => {
    expect(slotsOf(compile(PLURAL))).toEqual(['</0>', '<0>', '{name}', '{n}']);
    expect(slotsOf(compile("It's <0/> {a}"))).toEqual(['<0/>', '{a}']);
  });
});

describe('the key of a message', () => {
  it.each([
    ["Today's hand, {date}", "Today's hand, {}", ['date']],
    [
      '{name} and {n, plural, one {# other} other {# others}}',
      '{} and {plural one {# other} other {# others}}',
      ['name', 'n'],
    ],
    ['{kind, select, post {a} other {b}} #{0}', '{select post {a} other {b}} #{}', ['kind', '0']],
  ])('%s has no names, which stand beside it', (message, key, names) =>
    expect(keyOf(compile(message))).toEqual({ key, names }),
  );

  it('stops the build if a choice holds a value', () => {
    expect(() => keyOf(compile('{n, plural, one {# by {name}} other {# of {name}}}'))).toThrow(
      /put it beside/,
    );
  });
});

it('isolates addresses in texts from right to left, whose digits have no direction', () => {
  expect(withHandles(compile('أُرسل إلى {email} ({ip}), {name}'))).toBe(
    'أُرسل إلى \u2066{email}\u2069 (\u2066{ip}\u2069), {name}',
  );
});

it('isolates usernames in texts from right to left, whose sign has no direction', () => {
  expect(withHandles(compile('حُظر @{userName} (@{0}) {by}'))).toBe(
    'حُظر \u2066@{userName}\u2069 (\u2066@{0}\u2069) \u2066{by}\u2069',
  );
  expect(withHandles(compile('{kind, select, post {منشور من @{name}} other {# {name}}}'))).toEqual([
    ['kind', 'select', { post: 'منشور من \u2066@{name}\u2069', other: '# {name}' }],
  ]);
});

describe('the pseudo-language', () => {
  it('is longer, has accents, and keeps values and tags', () => {
    const text = pseudo(compile('Read <0>the rules</0> of {name}'));
    expect(text).toMatch(/^\[Réád <0>thé rúléš<\/0> óf \{name\}·+\]$/);
    expect(slotsOf(text)).toEqual(slotsOf('Read <0>the rules</0> of {name}'));
  });

  it('keeps plurals', () => {
    expect(slotsOf(pseudo(compile(PLURAL)))).toEqual(slotsOf(compile(PLURAL)));
  });
});
