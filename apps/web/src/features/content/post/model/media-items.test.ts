import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  aspectOf,
  frameAspect,
  frameStyle,
  leavesBars,
  mediaItems,
  placeholderStyle,
  splitForGrid,
} from './media-items';

const item = (url: string, kind: 'image' | 'video') => ({
  url,
  kind,
  alt: 'x',
  width: 10,
  height: 5,
  placeholder: '#aabbcc',
});

it('lists images before videos, with their descriptions [F2-50]', () => {
  const items = mediaItems({
    images: ['a', 'b'],
    videos: ['v'],
    media: [item('v', 'video'), item('b', 'image')],
  });
  expect(items.map(({ url, kind }) => `${kind} ${url}`)).toEqual(['image a', 'image b', 'video v']);
  expect(items[1]).toMatchObject({ width: 10, alt: 'x' });
  expect(items[0]).toMatchObject({ width: 4, height: 3, alt: '' });
  const sorted = mediaItems({ images: [], videos: [], media: [item('v', 'video'), item('b', 'image')] });
  expect(sorted.map(({ url }) => url)).toEqual(['b', 'v']);
});

it('puts at most 4 into the grid [F2-49 F9-32]', () => {
  const items = ['1', '2', '3', '4', '5', '6'].map((url) => item(url, 'image'));
  expect(splitForGrid(items).grid).toHaveLength(4);
  expect(splitForGrid(items).rest.map(({ url }) => url)).toEqual(['5', '6']);
});

it('clamps aspect ratios, including unknown ones', () => {
  expect(aspectOf({ width: 100, height: 1000 }, 0.8, 1.9)).toBe(0.8);
  expect(aspectOf({ width: 3000, height: 1000 }, 0.8, 1.9)).toBe(1.9);
  expect(aspectOf({ width: 0, height: 0 }, 0.8, 1.9)).toBeCloseTo(4 / 3);
});

it('accepts only colours and small images as placeholders', () => {
  expect(placeholderStyle('#123456')).toEqual({ backgroundColor: '#123456' });
  expect(placeholderStyle('data:image/webp;base64,AAAA')).toEqual({
    backgroundImage: 'url("data:image/webp;base64,AAAA")',
  });
  expect(placeholderStyle('url(https://x.test)')).toEqual({});
});

const sized = (width: number, height: number) => ({ ...item(`${width}`, 'image'), width, height });
const side = fc.integer({ min: 1, max: 20_000 });

it('gives a single picture its own aspect ratio, on its card and its page, except for strips', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const one = sized(width, height);
      const aspect = width / height;
      fc.pre(aspect >= 1 / 3 && aspect <= 4);
      for (const layout of ['carousel', 'grid'] as const)
        expect(leavesBars(one, frameAspect([one], layout))).toBe(false);
    }),
  );
});

it.each([
  ['3:4', 1080, 1440, false],
  ['4:5', 960, 1200, false],
  ['16:9', 1600, 900, false],
  ['9:16', 810, 1440, true],
])('sizes the carousel’s frame for a first picture of %s', (_shape, width, height, bars) => {
  const items = [sized(width, height), sized(100, 100)];
  expect(leavesBars(items[0]!, frameAspect(items, 'carousel'))).toBe(bars);
});

it('narrows and centres a frame that would be taller than 70 % of the window', () => {
  expect(frameStyle([sized(3, 4)], 'grid')).toEqual({
    aspectRatio: 0.75,
    maxHeight: '70svh',
    width: 'min(100%, 52.50svh)',
    marginInline: 'auto',
  });
  expect(frameStyle([sized(3, 4), sized(3, 4)], 'carousel').width).toBe('min(100%, 52.50svh)');
  expect(frameStyle([sized(3, 4), sized(3, 4)], 'grid').width).toBe('100%');
});
