import { describe, expect, it } from 'vitest';
import { isKeepable, PICTURE_BYTES_MAX, PICTURES_MAX, trim } from './last-pictures';

const picture = (bytes = 10, init: ResponseInit = {}) =>
  new Response('x'.repeat(bytes), { headers: { 'content-type': 'image/webp' }, ...init });

describe('the cache of recent pictures', () => {
  it('stores pictures and returns them', async () => {
    const answer = picture(PICTURE_BYTES_MAX);
    expect(await isKeepable(answer)).toBe(true);
    expect((await answer.blob()).size).toBe(PICTURE_BYTES_MAX);
  });

  it('has a limit and removes the oldest first', async () => {
    const kept = Array.from(
      { length: PICTURES_MAX + 2 },
      (_, index) => new Request(`https://a.example/${index}`),
    );
    const gone: string[] = [];
    await trim({
      keys: () => Promise.resolve(kept),
      delete: (key) => Promise.resolve(gone.push((key as Request).url) > 0),
    });
    expect(gone).toEqual(['https://a.example/0', 'https://a.example/1']);
  });

  it.each([
    ['too large', picture(PICTURE_BYTES_MAX + 1)],
    ['only a part', picture(10, { status: 206, headers: { 'content-type': 'image/webp' } })],
    ['missing', picture(10, { status: 404, headers: { 'content-type': 'image/webp' } })],
    ['no picture', picture(10, { headers: { 'content-type': 'text/html' } })],
  ])('stores nothing when %s', async (_how, response) => {
    expect(await isKeepable(response)).toBe(false);
  });

  it('stores nothing that it cannot read', async () => {
    const opaque = picture();
    Object.defineProperty(opaque, 'type', { value: 'opaque' });
    expect(await isKeepable(opaque)).toBe(false);
  });
});
