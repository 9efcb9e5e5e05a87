import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movieTime, partsOf, readKept, roundingIn, shownFor } from '../../testing/edited-clips-model.js';
import {
  testPictures,
  testSound,
  writeTestClip,
  type TestClip,
  type TestEdit,
  type TestTrack,
} from '../../testing/edited-clips.js';
import { rewriteClip } from './clip-file.js';
import { isClipRefusal } from './clip-refusal.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-edits-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function rewrite(clip: TestClip) {
  const [from, to] = [join(directory, 'from'), join(directory, 'to')];
  await writeFile(from, await writeTestClip(clip));
  const facts = await rewriteClip(from, to);
  return { facts, bytes: (await readFile(to)).toString('latin1'), kept: await readKept(to) };
}

/** Four seconds of 25 pictures, in groups of a second. */
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
  ])('%s keeps what is shown and nothing else', async (_title, edits, first, last, duration) => {
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

  it('of two parts leaves out what lies between them', async () => {
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
  ])('%s is refused, with what to do', async (_title, edits) => {
    const error: unknown = await rewrite(clipOf(edits)).catch((reason: unknown) => reason);
    expect(isClipRefusal(error)).toBe(true);
    expect(String(error)).toMatch(/trimmed in a way .* Export it again and upload that\./);
  });

  it.each([0, 1, 2, 3])(
    'loses nothing to the first entry of encoders, with %i pictures between two',
    async (between) => {
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
    },
  );

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
});

const anyEdit = fc.oneof(
  { weight: 5, arbitrary: fc.record({ start: fc.nat(3000), duration: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ start: fc.constant(-1000), duration: fc.integer({ min: 1, max: 900 }) }),
  },
);
const inSeconds = ({ start, duration }: TestEdit): TestEdit => ({
  start: start / 1000,
  duration: duration / 1000,
});
const anyEdits = fc
  .array(anyEdit, { minLength: 1, maxLength: 3 })
  .map((edits) => edits.map(inSeconds).sort((a, b) => (a.start < 0 || b.start < 0 ? 0 : a.start - b.start)));

/** As the file can say it: an edit list counts in units. */
function withEdits(track: TestTrack, edits: readonly TestEdit[] | undefined, movieScale: number): TestTrack {
  if (edits === undefined) return track;
  const snapped = edits.map(({ start, duration }) => ({
    start: start < 0 ? start : Math.round(start * track.timescale) / track.timescale,
    duration: Math.round(duration * movieScale) / movieScale,
  }));
  return { ...track, edits: snapped };
}

const anyClip: fc.Arbitrary<TestClip> = fc
  .record({
    rate: fc.constantFrom(10, 24, 25, 30, 60),
    group: fc.integer({ min: 1, max: 30 }),
    between: fc.nat(3),
    count: fc.integer({ min: 5, max: 90 }),
    mediaScale: fc.constantFrom(600, 1000, 12_800, 90_000),
    movieScale: fc.constantFrom(90, 600, 1000, 90_000),
    edits: fc.option(anyEdits, { nil: undefined }),
    soundEdits: fc.oneof(fc.constant('same' as const), fc.option(anyEdits, { nil: undefined })),
    hasSound: fc.boolean(),
    isLong: fc.boolean(),
    isFragmented: fc.boolean(),
  })
  .map((parts) => {
    const { rate, mediaScale, edits, soundEdits, hasSound, movieScale, isLong, isFragmented } = parts;
    const length = Math.round(mediaScale / rate);
    const pictures = testPictures({ ...parts, timescale: mediaScale, length });
    const own = soundEdits === 'same' ? edits : soundEdits;
    const sound = withEdits(testSound(120), own, movieScale);
    return {
      movieScale,
      pictures: withEdits(pictures, edits, movieScale),
      ...(hasSound ? { sound } : {}),
      isLong,
      isFragmented,
    };
  });

const PRIMING = new Set(['{a00000}', '{a00001}', '{a00002}']);

describe('any clip with any edit list', () => {
  it('is refused in words, or loses at most half a second, shows nothing hidden and stays in step', async () => {
    await fc.assert(
      fc.asyncProperty(anyClip, async (clip) => {
        const { pictures, sound } = clip;
        const rounding = roundingIn(clip, pictures);
        const done = await rewrite(clip).catch((error: unknown) => {
          if (!isClipRefusal(error)) throw error;
          return undefined;
        });
        if (done === undefined) {
          expect(mustBeKept(clip)).toBe(false);
          return;
        }
        const { facts, bytes, kept } = done;
        const have = new Set(marks(kept.pictures));
        let lost = 0;
        for (const sample of pictures.samples) {
          const shown = shownFor(pictures, sample);
          if (shown <= 0) expect(bytes).not.toContain(sample.mark);
          if (have.has(sample.mark)) expect(sample.needs.every((mark) => have.has(mark))).toBe(true);
          else lost += Math.max(0, shown - 2 * rounding);
        }
        expect(lost).toBeLessThanOrEqual(0.5 + 3 * rounding);
        for (const sample of sound?.samples ?? []) {
          if (shownFor(sound!, sample) <= 0 && !PRIMING.has(sample.mark))
            expect(bytes).not.toContain(sample.mark);
        }
        expect(facts.duration).toBeCloseTo(kept.duration, 2);
        expectInStep(clip, kept, 3 * rounding);
      }),
      { numRuns: 150 },
    );
  });
});

/** Whether a clip of one part has a key picture soon enough that nothing excuses a refusal. */
function mustBeKept({ pictures, sound }: TestClip): boolean {
  const parts = partsOf(pictures);
  const [part] = parts;
  if (part === undefined || parts.length > 1) return false;
  if (sound !== undefined && partsOf(sound).length > 1) return false;
  const { samples, timescale } = pictures;
  const first = Math.min(...samples.map(({ pts }) => pts)) / timescale;
  const key = samples.find(
    ({ pts, length, isKey }) => isKey && (pts + length) / timescale > part.from + 0.01,
  );
  const lengths = 5 * (samples[0]!.length / timescale);
  if (key === undefined || key.pts / timescale > part.to - 0.05) return false;
  return Math.max(0, key.pts / timescale - Math.max(part.from, first)) + lengths < 0.45;
}

/** What was left out shortens the times of all that follows, pictures and sound alike. */
function expectInStep(clip: TestClip, kept: Awaited<ReturnType<typeof readKept>>, tolerance: number): void {
  const shiftsOf = (track: TestClip['pictures'], samples: typeof kept.pictures) =>
    samples.flatMap(({ mark, time }) => {
      const at = movieTime(
        track,
        track.samples.find((sample) => sample.mark === mark)!,
      );
      return at === undefined || PRIMING.has(mark) ? [] : [{ at, shift: at - time }];
    });
  const byTime = shiftsOf(clip.pictures, kept.pictures).sort((a, b) => a.at - b.at);
  const startsLate = Math.min(...byTime.map(({ shift }) => shift));
  for (const { at, shift } of clip.sound === undefined ? [] : shiftsOf(clip.sound, kept.sound)) {
    const before = byTime.findLast((one) => one.at <= at + tolerance)?.shift ?? Math.min(0, startsLate);
    const after = byTime.find((one) => one.at > at - tolerance)?.shift ?? shift;
    expect(shift).toBeGreaterThanOrEqual(before - tolerance);
    expect(shift).toBeLessThanOrEqual(Math.max(after, before) + tolerance);
  }
}
