import { UPLOAD_LIMITS } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { SAMPLES_MAX } from './clip-boxes.js';
import { closeGaps, planPictures, planSound, type Gap, type PacketTimes, type Plan } from './clip-edits.js';
import { refuseClip } from './clip-refusal.js';
import type { Clip } from './clip-source.js';

export interface PlannedTrack {
  /** New time of each packet in seconds; `NaN` for dropped ones. */
  plan: Plan;
  /** New length of each packet. */
  lengths: Float64Array;
}

/** Remaining bytes for the packets of all tracks: a file may reference the same bytes for any number of packets. */
interface Bounds {
  bytes: number;
}

/** Seconds, for a picture of unknown length. */
const USUAL_LENGTH = 1 / 30;

/**
 * Decides which packets of a clip are kept, and when each is shown.
 * @throws Error if the clip is broken or claims too much; with a message for the uploader if it is too long or its
 *   edit list is unsupported
 */
export async function planClip(
  clip: Clip,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<{ pictures: PlannedTrack; sound: PlannedTrack | undefined }> {
  const bounds = { bytes: clip.bytes };
  const { segments, rounding } = clip.segmentsOf(video.id);
  const times = await readTimes(clip, video, bounds);
  const { plan, gaps } = planPictures(times, segments, rounding);
  closeGaps(plan, gaps);
  const pictures = { plan, lengths: lengthsOf(times, plan, segments) };
  const sound = audio === null ? undefined : await planAudio(clip, audio, gaps, bounds);
  const tracks = sound === undefined ? [pictures] : [pictures, sound];
  // In MP4 only an encoder's silence may start before 0, because an edit list hides it.
  shift(tracks, Math.max(0, -startOf(clip.container === 'mp4' ? [pictures] : tracks)));
  if (endOf(tracks) > UPLOAD_LIMITS.clipSeconds) throw refuseClip(t`This video is longer than 4 hours.`);
  return { pictures, sound };
}

async function planAudio(
  clip: Clip,
  audio: InputAudioTrack,
  gaps: readonly Gap[],
  bounds: Bounds,
): Promise<PlannedTrack | undefined> {
  const { segments, rounding } = clip.segmentsOf(audio.id);
  const times = await readTimes(clip, audio, bounds);
  const plan = planSound(times, segments, gaps, rounding);
  closeGaps(plan, gaps);
  const lengths = times.end.map((end, index) => end - times.start[index]!);
  return plan.every(Number.isNaN) ? undefined : { plan, lengths };
}

/** A picture that crosses the start or end of its part is shown for less time. */
function lengthsOf(
  { start, end }: PacketTimes,
  plan: Plan,
  segments: readonly { from: number; to: number }[],
): Float64Array {
  return plan.map((time, index) => {
    if (Number.isNaN(time)) return 0;
    const segment = segments.find(({ from, to }) => end[index]! > from && start[index]! < to);
    const from = Math.max(start[index]!, segment?.from ?? -Infinity);
    return Math.max(0, Math.min(end[index]!, segment?.to ?? Infinity) - from);
  });
}

async function readTimes(
  clip: Clip,
  track: InputVideoTrack | InputAudioTrack,
  bounds: Bounds,
): Promise<PacketTimes> {
  const start: number[] = [];
  const lengths: number[] = [];
  const isKey: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp, duration, byteLength, type } of packets) {
    bounds.bytes -= byteLength;
    if (bounds.bytes < 0) throw new Error('The clip is longer than its file');
    if (start.length >= SAMPLES_MAX) throw refuseClip(t`This video has too many pictures.`);
    start.push(timestamp);
    lengths.push(duration);
    isKey.push(type === 'key' ? 1 : 0);
  }
  const times = { start: Float64Array.from(start), end: new Float64Array(start.length) };
  // A picture lasts until the next one in display order, which may differ from decoding order.
  const order = Uint32Array.from(start.keys()).sort((a, b) => times.start[a]! - times.start[b]!);
  let before = USUAL_LENGTH;
  for (const [place, index] of order.entries()) {
    const next = order[place + 1];
    const length = next === undefined ? lengths[index]! || before : times.start[next]! - times.start[index]!;
    times.end[index] = times.start[index]! + length;
    if (length > 0) before = length;
  }
  return { ...times, isKey: Uint8Array.from(isKey) };
}

const startOf = (tracks: readonly PlannedTrack[]): number =>
  tracks.reduce(
    (least, { plan }) => plan.reduce((min, time) => (Number.isNaN(time) ? min : Math.min(min, time)), least),
    Infinity,
  );

const endOf = (tracks: readonly PlannedTrack[]): number =>
  tracks.reduce(
    (most, { plan, lengths }) =>
      plan.reduce(
        (max, time, index) => (Number.isNaN(time) ? max : Math.max(max, time + lengths[index]!)),
        most,
      ),
    0,
  );

function shift(tracks: readonly PlannedTrack[], seconds: number): void {
  if (seconds === 0) return;
  for (const { plan } of tracks) plan.forEach((time, index) => (plan[index] = time + seconds));
}
