import { beforeEach, describe, expect, it } from 'vitest';
import { keepPicture, PICTURE_BYTES_MAX, PICTURES_MAX } from './last-pictures';
import { FakeCache } from './testing';

let cache: FakeCache;
beforeEach(() => {
  cache = new FakeCache();
});

const picture = (bytes = 10, init: ResponseInit = {}) =>
  new Response('x'.repeat(bytes), { headers: { 'content-type': 'image/webp' }, ...init });
const keep = (name: string, response: Response) =>
  keepPicture(cache.asCache, `https://feed.example/media/${name}`, response);

describe('the pictures shown last', () => {
  it('are kept whole, with their type', async () => {
    await keep('a', picture(PICTURE_BYTES_MAX));
    const kept = await cache.match('https://feed.example/media/a');
    expect(kept?.headers.get('content-type')).toBe('image/webp');
    expect((await kept?.blob())?.size).toBe(PICTURE_BYTES_MAX);
  });

  it('are so many at most, the first going first', async () => {
    for (let count = 0; count < PICTURES_MAX + 2; count += 1) await keep(String(count), picture());
    expect(cache.entries.size).toBe(PICTURES_MAX);
    expect(await cache.match('https://feed.example/media/1')).toBeUndefined();
    expect(await cache.match('https://feed.example/media/2')).toBeDefined();
  });

  it.each([
    ['too large', picture(PICTURE_BYTES_MAX + 1)],
    ['only a part', picture(10, { status: 206, headers: { 'content-type': 'image/webp' } })],
    ['missing', picture(10, { status: 404, headers: { 'content-type': 'image/webp' } })],
    ['no picture', picture(10, { headers: { 'content-type': 'text/html' } })],
  ])('are not kept when %s', async (_how, response) => {
    await keep('a', response);
    expect(cache.entries.size).toBe(0);
  });

  it('are not kept when they cannot be read', async () => {
    const opaque = picture();
    Object.defineProperty(opaque, 'type', { value: 'opaque' });
    await keep('a', opaque);
    expect(cache.entries.size).toBe(0);
  });
});
