import { t } from '@social-feed/contracts/t';
import type { Edit } from './clip-boxes.js';
import { refuseClip } from './clip-refusal.js';

/** A shown part of a track: media from `from` to `to`, at movie time `at`. Seconds. */
export interface Segment {
  at: number;
  from: number;
  to: number;
}

/** A stretch of the movie that was shown and is dropped. Seconds. */
export interface Gap {
  from: number;
  to: number;
}

/** Packets of a track in decoding order, with media times in seconds. */
export interface PacketTimes {
  start: Float64Array;
  end: Float64Array;
  isKey: Uint8Array;
}

/** The new time of each packet; `NaN` for dropped ones. */
export type Plan = Float64Array;

/** Seconds of shown video that a cut may lose. */
const LOSS_MAX = 0.5;
/** Number of packets that audio encoders put before the start. They only warm up the decoder. */
const PRIMING_MAX = 3;
/** Number of packets that audio encoders append as padding. */
const PADDING_MAX = 2;
const NORMAL_RATE = 0x10000;
/** Maximum rounding error of an edit list, in seconds. */
const ROUNDING_MAX = 0.005;

const refuseTrim = () =>
  refuseClip(
    t`This video was trimmed in a way that cannot be kept without showing what was cut away. Export it again and upload that.`,
  );

/** Without an edit list the whole track is shown. */
const WHOLE: readonly Segment[] = [{ at: 0, from: -Infinity, to: Infinity }];

/** The rounding error of times in an edit list, in seconds. */
export const roundingOf = (movieScale: number, mediaScale: number): number =>
  Math.min(ROUNDING_MAX, 1 / movieScale + 1 / mediaScale);

/**
 * Parses an edit list into the parts of the track that are shown one after the other.
 * @throws Error with a message for the uploader, if parts are slowed down, sped up, repeated or reordered
 */
export function segmentsOf(edits: readonly Edit[], movieScale: number, mediaScale: number): Segment[] {
  if (edits.length === 0) return [...WHOLE];
  if (!(movieScale > 0 && mediaScale > 0)) throw refuseTrim();
  const rounding = roundingOf(movieScale, mediaScale);
  const segments: Segment[] = [];
  let at = 0;
  for (const [index, { duration, mediaTime, rate }] of edits.entries()) {
    const seconds = duration / movieScale;
    if (mediaTime === -1) {
      at += seconds;
      continue;
    }
    if (mediaTime < 0 || rate !== NORMAL_RATE) throw refuseTrim();
    const from = mediaTime / mediaScale;
    // A fragmented file leaves the length of its last edit open.
    const isOpen = duration === 0 && index === edits.length - 1;
    if (duration === 0 && !isOpen) continue;
    const to = isOpen ? Infinity : from + seconds;
    const before = segments.at(-1);
    if (before !== undefined && from < before.to - rounding) throw refuseTrim();
    const isContinued =
      before !== undefined &&
      from - before.to <= rounding &&
      Math.abs(before.at + before.to - before.from - at) <= rounding;
    if (isContinued) before.to = to;
    else segments.push({ at, from, to });
    at += seconds;
  }
  return segments;
}

/** Whether a packet overlaps a shown part by more than the rounding error. */
const isInside = ({ start, end }: PacketTimes, index: number, { from, to }: Segment, rounding: number) =>
  start[index]! < to - rounding && (start[index]! >= from || end[index]! > from + rounding);

/**
 * Decides which pictures are kept: in each part, from the first key frame to the last picture before a hidden one,
 * since a picture may depend on any earlier one in decoding order.
 * @returns the times in the movie, and the lost stretches
 * @throws Error with a message for the uploader, if nothing is left or more than half a second would be lost
 */
export function planPictures(times: PacketTimes, segments: readonly Segment[], rounding: number) {
  const plan: Plan = new Float64Array(times.start.length).fill(NaN);
  const gaps: Gap[] = [];
  let next = 0;
  for (const segment of segments) {
    const { at, to } = segment;
    const shown = shownOf(times, segment, rounding);
    if (shown === undefined) continue;
    const isWhole = segment.from === -Infinity;
    // A picture that starts before its part is shown from the start of the part.
    const inMovie = (time: number) => (isWhole ? time : at + Math.max(0, time - segment.from));
    let first = next;
    while (first < plan.length && !(times.isKey[first] === 1 && isInside(times, first, segment, rounding))) {
      first += 1;
    }
    if (first === plan.length) {
      gaps.push({ from: inMovie(shown.from), to: inMovie(shown.to) });
      continue;
    }
    let keptTo = -Infinity;
    for (next = first; next < plan.length && times.start[next]! < to - rounding; next += 1) {
      if (times.start[next]! < times.start[first]!) continue;
      plan[next] = inMovie(times.start[next]!);
      keptTo = Math.max(keptTo, Math.min(times.end[next]!, to));
    }
    const keptFrom = Math.max(times.start[first]!, shown.from);
    if (keptFrom > shown.from + rounding) gaps.push({ from: inMovie(shown.from), to: inMovie(keptFrom) });
    if (keptTo < shown.to - rounding) gaps.push({ from: inMovie(keptTo), to: inMovie(shown.to) });
  }
  const lost = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  if (plan.every(Number.isNaN) || lost > LOSS_MAX + rounding) throw refuseTrim();
  return { plan, gaps };
}

/** Start and end of the pictures of a part, in media time. */
function shownOf(times: PacketTimes, segment: Segment, rounding: number): Gap | undefined {
  let from = Infinity;
  let to = -Infinity;
  for (let index = 0; index < times.start.length; index += 1) {
    if (!isInside(times, index, segment, rounding)) continue;
    from = Math.min(from, Math.max(times.start[index]!, segment.from));
    to = Math.max(to, Math.min(times.end[index]!, segment.to));
  }
  return from < to ? { from, to } : undefined;
}

/**
 * Decides which sound is kept: the shown parts, without packets that overlap hidden media or a gap of the pictures.
 * Only the encoder's silence before the start and after the end stays.
 * @returns the times in the movie
 */
export function planSound(
  times: PacketTimes,
  segments: readonly Segment[],
  gaps: readonly Gap[],
  rounding: number,
): Plan {
  const { start, end } = times;
  const plan: Plan = new Float64Array(start.length).fill(NaN);
  for (const [part, segment] of segments.entries()) {
    const { at, from, to } = segment;
    const origin = from === -Infinity ? 0 : from;
    const isPrimed =
      part === 0 &&
      countEnded(end, from + rounding) <= PRIMING_MAX &&
      !gaps.some((gap) => gap.from <= at + rounding && gap.to > at);
    for (let index = 0; index < plan.length; index += 1) {
      const isBefore = start[index]! < from - rounding;
      if (isBefore && !isPrimed) continue;
      if (!isBefore && !isInside(times, index, segment, rounding)) continue;
      const isLast = index + 1 + PADDING_MAX >= plan.length;
      if (end[index]! > to + rounding && !isLast) continue;
      const time = at + start[index]! - origin;
      const until = time + end[index]! - start[index]!;
      if (gaps.some((gap) => time < gap.to - rounding && until > gap.from + rounding)) continue;
      plan[index] = time;
    }
  }
  return plan;
}

function countEnded(end: Float64Array, time: number): number {
  let count = 0;
  while (count < end.length && end[count]! <= time) count += 1;
  return count;
}

/** Removes the gaps from the times of a plan. */
export function closeGaps(plan: Plan, gaps: readonly Gap[]): void {
  for (let index = 0; index < plan.length; index += 1) {
    const time = plan[index]!;
    const before = gaps.filter(({ to }) => to <= time + ROUNDING_MAX);
    plan[index] = time - before.reduce((sum, { from, to }) => sum + to - from, 0);
  }
}
