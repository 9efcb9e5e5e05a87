import { describe, expect, it } from 'vitest';
import { kindOf, type Asked } from './requests';

const app = new URL('https://feed.example/sw.js');

const kind = (path: string, asked: Partial<Asked> = {}) =>
  kindOf(
    { method: 'GET', mode: 'cors', destination: '', referrer: '', url: new URL(path, app).href, ...asked },
    app,
  );
const visit = (path: string) => kind(path, { mode: 'navigate', destination: 'document' });
const image = (path: string, on = '/home') =>
  kind(path, { mode: 'no-cors', destination: 'image', referrer: new URL(on, app).href });

describe('the service worker handles', () => {
  it.each([
    '/',
    '/home',
    '/p/0123456789abcdef01234567',
    '/ada',
    '/ada/media',
    '/search?q=a.b',
    '/auth/callback',
  ])('%s with the app page', (path) => expect(visit(path)).toBe('page'));

  it('the files of the build', () => {
    expect(kind('/assets/feed-1a2b.js')).toBe('asset');
    expect(kind('/theme.js')).toBe('theme');
  });

  it.each([
    '/api/posts/0123456789abcdef01234567',
    '/api/comments/post/0123456789abcdef01234567?page=1',
    'http://localhost:4000/posts/0123456789abcdef01234567',
  ])('the call of %s, which a kept collection may answer', (path) => expect(kind(path)).toBe('kept'));

  it.each([
    '/demo-media/pictures/sea-01.webp',
    '/api/media/00/640.webp',
    'http://localhost:4000/demo-media/x.webp',
  ])('the picture at %s', (path) => expect(image(path)).toBe('picture'));
});

describe('the service worker ignores', () => {
  it.each([
    '/api/posts/infinite?page=1',
    '/api/auth/google?callback=x',
    '/auth/google',
    '/auth/linkedin?callback=x',
    '/docs',
    '/docs/openapi.json',
    '/dev/mailbox',
    '/media/00/640.webp',
    '/favicon.svg',
    'https://elsewhere.example/',
  ])('a visit to %s', (path) => expect(visit(path)).toBeNull());

  it.each(['/api/auth/me', '/api/posts', '/api/posts/infinite?page=1', '/api/users/ada', '/sw.js'])(
    'a call of %s',
    (path) => expect(kind(path)).toBeNull(),
  );

  it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('every %s', (method) =>
    expect(kind('/assets/feed-1a2b.js', { method })).toBeNull(),
  );

  it('pictures of the sign-in pages, which no reader has asked for', () => {
    expect(image('/demo-media/pictures/sea-01.webp', '/i/account/login')).toBeNull();
    expect(image('/demo-media/pictures/sea-01.webp', '/login')).toBeNull();
    expect(image('/demo-media/pictures/sea-01.webp', '/loginov')).toBe('picture');
  });

  it('clips, and pictures of other sites', () => {
    expect(kind('/demo-media/clips/rain.mp4', { destination: 'video' })).toBeNull();
    expect(image('https://elsewhere.example/cat.jpg')).toBeNull();
  });
});
