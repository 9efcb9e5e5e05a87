import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawPicture, SPOILED } from './draw-picture';
import { isCanvasReadable } from './readable-canvas';

/** A browser that gives back what it changed. */
const serveCanvas = (change: (value: number, index: number) => number) => {
  let filled: number[] = [];
  const context = {
    set fillStyle(style: string) {
      filled = [...style.matchAll(/\d+/g)].map(Number).concat(255);
    },
    fillRect: () => undefined,
    getImageData: () => ({
      data: Uint8ClampedArray.from({ length: 64 }, (_none, index) => change(filled[index % 4]!, index)),
    }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
};
afterEach(() => vi.restoreAllMocks());

describe('a canvas', () => {
  it.each([
    ['as it was drawn', (value: number) => value, true],
    ['with slight noise', (value: number, index: number) => value + ((index * 7) % 3) - 1, true],
    ['as white', () => 255, false],
    ['as noise', (_value: number, index: number) => (index * 89) % 256, false],
    [
      'with noise in one pixel',
      (value: number, index: number) => (index === 21 ? 255 - value : value),
      false,
    ],
  ])('that is given back %s is readable or not', (_how, change, readable) => {
    serveCanvas(change);
    expect(isCanvasReadable()).toBe(readable);
  });

  it('that is not readable makes no picture', async () => {
    serveCanvas(() => 255);
    vi.stubGlobal(
      'Image',
      class {
        naturalWidth = 10;
        naturalHeight = 10;
        decode = () => Promise.resolve();
      },
    );
    await expect(drawPicture('blob:x', 100)).rejects.toThrow(SPOILED);
    vi.unstubAllGlobals();
  });
});
