import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { compile } from './messages.ts';
import { fill } from './plugin.ts';

const TEXTS: Readonly<Record<string, string>> = {
  aaaaaa: 'Sign in',
  'b+/bbb': 'Don\'t say "`${x}`"\\\n',
  cccccc: '{n, plural, one {# post} other {# posts}}',
};
const filled = (code: string) =>
  fill(code, 'en', (id) => (TEXTS[id] === undefined ? undefined : compile(TEXTS[id])));

describe('marks in a chunk', () => {
  it.each(['"', "'", '`'])('become texts between %s', (quote) => {
    const code = `[${quote}~w1:aaaaaa~${quote},${quote}~w1:b+/bbb~${quote}]`;
    expect(runInNewContext(filled(code))).toEqual([TEXTS['aaaaaa'], TEXTS['b+/bbb']]);
  });

  it.each(['"', "'", '`'])('become texts inside of longer ones between %s', (quote) => {
    const code = `${quote}a ~w1:b+/bbb~ b ~w1:aaaaaa~${quote}`;
    expect(runInNewContext(filled(code))).toBe(`a ${TEXTS['b+/bbb']} b Sign in`);
  });

  it('become compiled plurals', () => {
    expect(filled('say(`~w1:cccccc~`,{n:1})')).toBe(
      'say([["n","plural",{"one":"# post","other":"# posts"}]],{n:1})',
    );
  });

  it('name the language', () => expect(filled('f(__LANGUAGE__)')).toBe('f("en")'));

  it('have what the API says', () => {
    expect(filled('f(__ANSWERS__)')).toBe('f([])');
    expect(fill('f(__ANSWERS__)', 'de', () => '', [['Post $& gone', 'Weg']])).toBe(
      'f([["Post $& gone","Weg"]])',
    );
  });

  it.each([
    ['`~w1:unknow~`', /no text/],
    ['`a ~w1:cccccc~`', /part of another/],
    ['`~W1:AAAAAA~`', /changes a text/],
    ['`w1:aaaaaa~`+`~w1:a`', /changes a text/],
  ])('%s stop the build', (code, reason) => expect(() => filled(code)).toThrow(reason));
});
