import { describe, expect, it } from 'vitest';
import { findTests } from './find-tests.mjs';

const find = (source) => Object.fromEntries(findTests(source, 'a.test.ts'));

describe('findTests', () => {
  it('finds tests under their suites, with the titles of the source', () => {
    const source = `
      it('alone', () => {});
      describe('a list', () => {
        test("grows", async () => {});
        for (const name of names) it(\`takes \${name} in\`, () => {});
        describe('when empty', () => { it('says ' + 'so', check); });
        it.each([['a'], ['b']])('draws %s', () => {});
        it.each\`a\${1}\`('draws $a', () => {});
        it(title, () => {});
      });
      describe.each(PROVIDERS)('signing in with %s', (provider) => { it('works', () => {}); });`;
    expect(Object.keys(find(source))).toEqual([
      'alone',
      'a list › grows',
      'a list › takes ${name} in',
      'a list › when empty › says so',
      'a list › draws %s',
      'a list › draws $a',
      'a list › ${title}',
      'signing in with %s › works',
    ]);
    expect(Object.values(find(source)).every((reason) => reason === undefined)).toBe(true);
  });

  it('detects which tests do not run, and why', () => {
    expect(
      find(`
        it.skip('a', () => {});
        it.todo('b');
        it('c');
        it('d', { skip: true }, () => {});
        it.fails('e', () => {});
        describe.skip('f', () => { it('g', () => {}); });
        it('h', ({ skip }) => { if (bad) skip(); });
        it('i', (context) => { context.skip('today'); });`),
    ).toEqual({
      a: '.skip',
      b: '.todo',
      c: 'it has no body',
      d: '{ skip }',
      e: '.fails',
      'f › g': '.skip',
      h: 'it can skip itself',
      i: 'it can skip itself',
    });
  });

  it('ignores other calls with the same names', () => {
    expect(find(`test.post('/auth/login'); test.map((value) => value); it.next('a', () => {});`)).toEqual({});
  });

  it('ignores other calls named skip', () => {
    expect(find(`it('a', async ({ db }) => { await db.find().skip(2); });`)).toEqual({ a: undefined });
    expect(find(`it('a', { skip: false }, () => {});`)).toEqual({ a: undefined });
  });

  it('allows a condition only with its reason', () => {
    expect(
      find(`
        it.skipIf(isSlow)('a', () => {});
        // only Linux has a process table
        it.runIf(isLinux)('b', () => {});
        describe.skipIf(chromiumPath === undefined)('c', () => { it('d', () => {}); });
        describe.runIf(isLinux)('e', () => { it('f', () => {}); });`),
    ).toEqual({
      a: '.skipIf(isSlow) without a comment that says why',
      b: undefined,
      'c › d': undefined,
      'e › f': '.runIf(isLinux) without a comment that says why',
    });
  });

  it('counts the skipped one of two tests with one title, and all tests next to an .only', () => {
    expect(find(`it('a', () => {}); it.skip('a', () => {});`)).toEqual({ a: '.skip' });
    expect(find(`it('a', () => {}); it.only('b', () => {});`)).toEqual({
      a: 'its file holds an .only',
      b: 'its file holds an .only',
    });
  });

  it('reads TSX', () => {
    expect([...findTests(`it('a', () => { render(<Feed<Post> a="b" />); });`, 'a.test.tsx').keys()]).toEqual([
      'a',
    ]);
  });
});
