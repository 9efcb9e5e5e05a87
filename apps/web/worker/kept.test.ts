import { expect, it } from 'vitest';
import { keptPicture } from './kept';

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
