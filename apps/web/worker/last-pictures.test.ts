import { describe, expect, it } from 'vitest';
import { isKeepable, PICTURE_BYTES_MAX, PICTURES_MAX, trim } from './last-pictures';

const picture = (bytes = 10, init: ResponseInit = {}) =>
  new Response('x'.repeat(bytes), { headers: { 'content-type': 'image/webp' }, ...init });

describe('the pictures shown last', () => {
  it('are kept, and can be read afterwards', async () => {
    const answer = picture(PICTURE_BYTES_MAX);
    expect(await isKeepable(answer)).toBe(true);
    expect((await answer.blob()).size).toBe(PICTURE_BYTES_MAX);
  });

  it('are so many at most, the first going first', async () => {
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
  ])('are not kept when %s', async (_how, response) => {
    expect(await isKeepable(response)).toBe(false);
  });

  it('are not kept when they cannot be read', async () => {
    const opaque = picture();
    Object.defineProperty(opaque, 'type', { value: 'opaque' });
    expect(await isKeepable(opaque)).toBe(false);
  });
});
