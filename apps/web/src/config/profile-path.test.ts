import { describe, expect, it } from 'vitest';
import { isProfilePath } from './paths';

describe('isProfilePath', () => {
  it.each(['/ada', '/ada/', '/ada/posts', '/ada/about', '/ada/bookmarks', '/ada/media'])(
    'accepts %s',
    (path) => {
      expect(isProfilePath(path)).toBe(true);
    },
  );

  it.each([
    '/',
    '/home',
    '/about',
    '/featurePanel',
    '/p/1',
    '/i/twitty',
    '/settings/security',
    '/ada/else',
    '/a/b/c',
  ])('rejects %s', (path) => {
    expect(isProfilePath(path)).toBe(false);
  });
});
