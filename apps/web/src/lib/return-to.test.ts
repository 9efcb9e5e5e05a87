import { describe, expect, it } from 'vitest';
import { returnPathOf, safeReturnPath } from './return-to';

const origin = 'https://feed.example';

describe('safeReturnPath', () => {
  it.each([
    ['/p/1?x=2#c', '/p/1?x=2#c'],
    ['https://feed.example/search?q=a', '/search?q=a'],
    ['home', '/home'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%09/evil.example', '/%09/evil.example'],
    // a path of this site, as browsers read it
    ['https:evil.example', '/evil.example'],
  ])('accepts %j as %j', (value, path) => {
    expect(safeReturnPath(value, origin)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'https://feed.example//evil.example',
    'https://feed.example@evil.example/',
    '/i/account/signup',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
    '/i/account/login?redirect=/home',
    '/login',
    '/oauth-success',
    '',
    '   ',
    `/${'a'.repeat(3000)}`,
    null,
    7,
  ])('rejects %j', (value) => {
    expect(safeReturnPath(value, origin)).toBeUndefined();
  });
});

describe('returnPathOf', () => {
  it.each([
    [{ from: '/settings' }, '/settings'],
    [{ from: '//evil.example' }, '/home'],
    [null, '/home'],
    ['text', '/home'],
  ])('maps %j to %j', (state, path) => {
    expect(returnPathOf(state)).toBe(path);
  });
});
