import { describe, expect, it } from 'vitest';
import { isSharedAddress } from './shared-address';

const ID = '00000000000000000000000a';

describe('isSharedAddress', () => {
  it.each([
    `/p/${ID}`,
    `/p/${ID}?comment=${ID}#top`,
    `/ada/status/${ID}/photo/2`,
    '/c/abcdefghijklmnopqrstuv',
    '/ada',
    '/Ada_1/media',
    '/ada/posts?x=1',
    `/profile/${ID}`,
  ])('accepts %s', (path) => expect(isSharedAddress(path)).toBe(true));

  it.each(['/', '/home', '/p/short', '/settings', '/search?q=a', '/ad', '/ada/unknown', '/profile/ada'])(
    'rejects %s',
    (path) => expect(isSharedAddress(path)).toBe(false),
  );
});
