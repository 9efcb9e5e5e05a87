import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipRewriter, type Rewritten } from '../../testing/clip-rewriter.js';
import { movieTime, partsOf, roundingIn, shownFor } from '../../testing/edited-clips-model.js';
import {
  testPictures,
  testSound,
  type TestClip,
  type TestEdit,
  type TestTrack,
} from '../../testing/edited-clips.js';
import { runs } from '../../testing/runs.js';
import { isClipRefusal } from './clip-refusal.js';

const rewrite = clipRewriter();
const marks = (samples: readonly { mark: string }[]) => samples.map(({ mark }) => mark);

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

/** Rounds edit times to the units of the file. */
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

/** Sound is cut in whole packets, so it may be off by one. Seconds. */
const SOUND_PACKET = 1024 / 44_100;
const PRIMING = new Set(['{a00000}', '{a00001}', '{a00002}']);

describe('any clip with any edit list', () => {
  it('is rejected with a message, or loses at most half a second, shows nothing hidden and stays in sync', async () => {
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
        expectInStep(clip, kept, Math.max(3 * rounding, SOUND_PACKET));
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});

/** Whether a clip with one part has a key frame early enough, so that rejecting it would be wrong. */
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

/** Removed parts shift everything after them, pictures and sound alike. */
function expectInStep(clip: TestClip, kept: Rewritten['kept'], tolerance: number): void {
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
