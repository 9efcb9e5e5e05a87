import { expect, it } from 'vitest';
import { openBox, reachOf } from './strip';

const PHONE = { width: 390, height: 844 };
const SIDEWAYS = { width: 812, height: 375 };
const DESKTOP = { width: 1440, height: 900 };
const STRIP = { width: 1064, height: 16_383 };
const PANORAMA = { width: 5242, height: 320 };

it.each([
  ['a strip on a phone', STRIP, PHONE, 390 / 1064 / (844 / 16_383)],
  ['a strip on a phone held sideways', STRIP, SIDEWAYS, 812 / 1064 / (375 / 16_383)],
  ['a strip in a wider window, to its own width', STRIP, DESKTOP, 16_383 / 900],
  ['a panorama, to its own height', PANORAMA, PHONE, 5242 / 390],
  [
    'a panorama with more pixels, to the height of the window',
    { width: 16_383, height: 1000 },
    DESKTOP,
    14_744.7 / 1440,
  ],
])('enlarges %s as it opens [B41-11]', (_what, picture, window, reach) => {
  expect(reachOf(picture, window)).toBeCloseTo(reach);
});

it.each([
  ['a portrait photo on a phone held sideways', { width: 960, height: 1280 }, SIDEWAYS],
  ['a screenshot of a phone on a desktop', { width: 1170, height: 2532 }, DESKTOP],
  ['a picture of 1:3', { width: 1000, height: 3000 }, SIDEWAYS],
  ['a picture of 4:1', { width: 2000, height: 500 }, PHONE],
  ['a banner that has no more pixels than the window', { width: 1500, height: 300 }, DESKTOP],
  ['a strip that is hardly longer than the window', { width: 400, height: 1400 }, PHONE],
  ['a thin line of few pixels', { width: 20, height: 200 }, DESKTOP],
])('opens %s as a whole', (_what, picture, window) => {
  expect(reachOf(picture, window)).toBe(1);
});

it('gives strips their own shape and at most their own size', () => {
  expect(openBox({ width: 1000, height: 10_000 }, true)).toEqual({
    width: 'min(100cqw, 1000px)',
    height: 'min(1000cqw, 10000px)',
  });
  expect(openBox({ width: 3200, height: 320 }, true)).toEqual({
    width: 'min(1000cqh, 3200px)',
    height: 'min(100cqh, 320px)',
  });
  expect(openBox({ width: 3200, height: 320 }, false)).toEqual({
    width: 'min(100cqw, 1000cqh)',
    height: 'min(100cqh, 10cqw)',
  });
});
