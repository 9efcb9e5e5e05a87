import { describe, expect, it } from 'vitest';
import { clipRewriter } from '../../testing/clip-rewriter.js';
import { testPictures, testSound, type TestClip, type TestEdit } from '../../testing/edited-clips.js';
import { isClipRefusal } from './clip-refusal.js';

const rewrite = clipRewriter();

/** Four seconds at 25 frames per second, with a key frame each second. */
const fourSeconds = (between = 0) =>
  testPictures({ count: 100, group: 25, between, timescale: 12_800, length: 512 });
const clipOf = (edits: TestEdit[], rest: Partial<TestClip> = {}): TestClip => ({
  movieScale: 1000,
  pictures: { ...fourSeconds(), edits },
  ...rest,
});
const marks = (samples: readonly { mark: string }[]) => samples.map(({ mark }) => mark);
const picture = (index: number) => `{v${String(index).padStart(5, '0')}}`;

describe('a clip with an edit list', () => {
  it.each<[string, TestEdit[], number, number, number]>([
    ['whose end was trimmed', [{ start: 0, duration: 2 }], 0, 49, 2],
    ['whose beginning was trimmed at a key picture', [{ start: 2, duration: 2 }], 50, 99, 2],
    ['whose beginning was trimmed half a second before one', [{ start: 0.5, duration: 3.5 }], 25, 99, 3],
    ['trimmed on both sides', [{ start: 1.5, duration: 1 }], 50, 62, 0.5],
    ['that reaches beyond the media', [{ start: 1, duration: 100 }], 25, 99, 3],
    ['that leaves its end open', [{ start: 1, duration: 0 }], 25, 99, 3],
    [
      'of several entries that follow each other',
      [
        { start: 0, duration: 1.3 },
        { start: 1.3, duration: 0.7 },
      ],
      0,
      49,
      2,
    ],
  ])('%s keeps exactly the shown parts', async (_title, edits, first, last, duration) => {
    for (const rest of [
      {},
      { isLong: true },
      { isFragmented: true },
      { brand: 'qt  ' },
      { movieScale: 600 },
    ]) {
      const { facts, kept } = await rewrite(clipOf(edits, rest));
      expect(marks(kept.pictures)).toEqual(
        Array.from({ length: last - first + 1 }, (_, index) => picture(first + index)),
      );
      expect(kept.pictures[0]!.time).toBe(0);
      expect(facts.duration).toBeCloseTo(duration, 2);
      expect(facts.duration).toBeCloseTo(kept.duration, 3);
    }
  });

  it('of two parts drops the media between them', async () => {
    const { kept, facts } = await rewrite(
      clipOf([
        { start: 0, duration: 1 },
        { start: 3, duration: 1 },
      ]),
    );
    expect(marks(kept.pictures)).toHaveLength(50);
    expect(marks(kept.pictures)).toEqual(expect.arrayContaining([picture(24), picture(75), picture(99)]));
    expect(facts.duration).toBeCloseTo(2, 2);
  });

  it.each<[string, TestEdit[]]>([
    ['cut more than half a second before a key picture', [{ start: 0.2, duration: 3 }]],
    ['cut so that no key picture is left', [{ start: 0.2, duration: 0.4 }]],
    ['slowed down', [{ start: 0, duration: 4, rate: 0.5 }]],
    ['stopped at a picture', [{ start: 1, duration: 1, rate: 0 }]],
    ['with a time before the beginning', [{ start: -5, duration: 4 }]],
    ['that shows nothing', [{ start: -1, duration: 4 }]],
    ['that begins behind the end', [{ start: 9, duration: 4 }]],
    [
      'that repeats a part',
      [
        { start: 0, duration: 1 },
        { start: 0, duration: 1 },
      ],
    ],
    [
      'that goes back',
      [
        { start: 2, duration: 1 },
        { start: 0, duration: 1 },
      ],
    ],
  ])('%s is rejected with advice', async (_title, edits) => {
    const error: unknown = await rewrite(clipOf(edits)).catch((reason: unknown) => reason);
    expect(isClipRefusal(error)).toBe(true);
    expect(String(error)).toMatch(/trimmed in a way .* Export it again and upload that\./);
  });

  it.each([0, 1, 2, 3])('loses nothing to the first entry of encoders, with %i B-frames', async (between) => {
    const pictures = fourSeconds(between);
    const first = Math.min(...pictures.samples.map(({ pts }) => pts)) / pictures.timescale;
    for (const priming of [1024, 2112]) {
      const { kept, facts } = await rewrite({
        movieScale: 1000,
        pictures: { ...pictures, edits: [{ start: first, duration: 4 }] },
        sound: { ...testSound(176), edits: [{ start: priming / 44_100, duration: 4 }] },
      });
      expect(kept.pictures).toHaveLength(100);
      expect(kept.sound).toHaveLength(Math.ceil((4 * 44_100 + priming) / 1024));
      expect(kept.sound[0]!.time).toBeCloseTo(-priming / 44_100, 4);
      expect(Math.min(...kept.pictures.map(({ time }) => time))).toBe(0);
      expect(facts.duration).toBeCloseTo(4, 1);
    }
  });

  it('keeps a delay of the sound', async () => {
    const { kept } = await rewrite({
      movieScale: 1000,
      pictures: { ...fourSeconds(), edits: [{ start: 1, duration: 3 }] },
      sound: {
        ...testSound(173),
        edits: [
          { start: -1, duration: 0.5 },
          { start: 1.5, duration: 2.5 },
        ],
      },
    });
    const [first] = kept.sound;
    const index = Number(/\d+/.exec(first!.mark));
    expect(first!.time - 0.5).toBeCloseTo((index * 1024) / 44_100 - 1.5, 3);
  });

  it('copies sound that starts after the second key frame', async () => {
    const { kept } = await rewrite({
      movieScale: 1000,
      pictures: testPictures({ count: 50, group: 5, between: 2, timescale: 600, length: 24 }),
      sound: {
        ...testSound(60),
        edits: [
          { start: -1, duration: 1 },
          { start: 0, duration: 0 },
        ],
      },
    });
    expect(kept.pictures).toHaveLength(50);
    expect(kept.sound[0]!.time).toBeCloseTo(1, 2);
  });
});
