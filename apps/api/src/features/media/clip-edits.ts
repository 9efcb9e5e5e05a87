import type { Edit } from './clip-boxes.js';
import { refuseClip } from './clip-refusal.js';

/** A part of a track that is shown: media from `from` to `to`, beginning at `at` of the movie. Seconds. */
export interface Segment {
  at: number;
  from: number;
  to: number;
}

/** A stretch of the movie that was shown and is not kept. Seconds. */
export interface Gap {
  from: number;
  to: number;
}

/** Packets of a track in the order of decoding, with their media times in seconds. */
export interface PacketTimes {
  start: Float64Array;
  end: Float64Array;
  isKey: Uint8Array;
}

/** The new time of each packet, `NaN` for those that are left out. */
export type Plan = Float64Array;

/** Seconds that a cut may lose of what the sender saw. */
const LOSS_MAX = 0.5;
/** Whole packets that encoders of sound put before the beginning; they warm the decoder up and hold nothing else. */
const PRIMING_MAX = 3;
/** Packets with which encoders of sound fill up the end. */
const PADDING_MAX = 2;
const NORMAL_RATE = 0x10000;
/** Seconds by which the rounding of an edit list may be off at most. */
const ROUNDING_MAX = 0.005;

const refuseTrim = () =>
  refuseClip(
    'This video was trimmed in a way that cannot be kept without showing what was cut away. Export it again and upload that.',
  );

/** Without an edit list the whole track is shown. */
const WHOLE: readonly Segment[] = [{ at: 0, from: -Infinity, to: Infinity }];

/** Seconds by which times of an edit list may be rounded. */
export const roundingOf = (movieScale: number, mediaScale: number): number =>
  Math.min(ROUNDING_MAX, 1 / movieScale + 1 / mediaScale);

/**
 * Reads an edit list as parts of the track that are shown one after the other.
 * @throws Error, to be shown to the sender, for parts that are shown slower, faster, twice, or in another order
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

/** Whether some of a packet lies in a part that is shown, beyond what rounding makes of its ends. */
const isInside = ({ start, end }: PacketTimes, index: number, { from, to }: Segment, rounding: number) =>
  start[index]! < to - rounding && (start[index]! >= from || end[index]! > from + rounding);

/**
 * Decides which pictures are kept: of each part those from its first key picture on, up to the first one that is
 * hidden, since a picture may need any that comes before it in the order of decoding.
 * @returns times in the movie, and what is lost
 * @throws Error, to be shown to the sender, where nothing is left or more than half a second would be lost
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
    // A picture that began before its part is shown from the beginning of the part.
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

/** Where the pictures of a part begin and end in the media. */
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
 * Decides which sound is kept: what is shown, without the packets that reach into something hidden or into a gap of
 * the pictures. Only the silence that encoders put before the beginning and after the end stays.
 * @returns times in the movie
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

/** Takes the gaps out of the times of a plan. */
export function closeGaps(plan: Plan, gaps: readonly Gap[]): void {
  for (let index = 0; index < plan.length; index += 1) {
    const time = plan[index]!;
    const before = gaps.filter(({ to }) => to <= time + ROUNDING_MAX);
    plan[index] = time - before.reduce((sum, { from, to }) => sum + to - from, 0);
  }
}
