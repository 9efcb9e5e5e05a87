import { afterEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '../src/testing/fake-caches';
import { keptAnswer, keptPicture } from './kept';

const UPLOAD = `https://a.example/api/media/${'a'.repeat(32)}`;

it.each([
  [`${UPLOAD}/320.webp`, `${UPLOAD}/1280.webp`],
  [`${UPLOAD}/1280.webp`, `${UPLOAD}/1280.webp`],
  [`${UPLOAD}/fallback.jpg`, `${UPLOAD}/fallback.jpg`],
  [
    'https://a.example/demo-media/640/pictures/sea-01.webp',
    'https://a.example/demo-media/pictures/sea-01.webp',
  ],
  ['https://a.example/demo-media/pictures/sea-01.webp', 'https://a.example/demo-media/pictures/sea-01.webp'],
])('keeps %s as %s', (url, kept) => expect(keptPicture(url)).toBe(kept));

afterEach(() => vi.unstubAllGlobals());

it('answers from the caches of kept collections alone', async () => {
  const { caches } = fakeCaches();
  vi.stubGlobal('caches', caches);
  for (const name of ['last-pictures', 'kept-1', 'kept-2'])
    await (await caches.open(name)).put(`https://a.example/${name}`, new Response(name));
  expect(await (await keptAnswer('https://a.example/kept-2'))?.text()).toBe('kept-2');
  expect(await keptAnswer('https://a.example/last-pictures')).toBeUndefined();
});
