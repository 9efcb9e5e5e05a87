import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF } from 'mediabunny';
import type { TestClip, TestEdit, TestSample, TestTrack } from './edited-clips.js';

/** A sample in the rewritten clip, with times in seconds. */
export interface KeptSample {
  mark: string;
  time: number;
  end: number;
}

/** Reads the samples and the duration of a rewritten clip. */
export async function readKept(path: string) {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) });
  try {
    const video = (await input.getPrimaryVideoTrack())!;
    const audio = await input.getPrimaryAudioTrack();
    const samplesOf = async (track: typeof video | NonNullable<typeof audio>): Promise<KeptSample[]> => {
      const kept: KeptSample[] = [];
      for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
        const [mark] = /\{[av]\d{5}\}/.exec(Buffer.from(data).toString('latin1')) ?? [''];
        kept.push({ mark, time: timestamp, end: timestamp + duration });
      }
      return kept;
    };
    return {
      pictures: await samplesOf(video),
      sound: audio === null ? [] : await samplesOf(audio),
      duration: await input.computeDuration(),
    };
  } finally {
    input.dispose();
  }
}

const endOf = ({ samples, timescale }: TestTrack): number =>
  Math.max(...samples.map(({ pts, length }) => (pts + length) / timescale));

/** The parts of a track shown by its edit list, with the times at which the movie shows them. */
export function partsOf(track: TestTrack): { from: number; to: number; at: number }[] {
  if (track.edits === undefined) return [{ from: 0, to: endOf(track), at: 0 }];
  let at = 0;
  return track.edits.flatMap(({ start, duration }: TestEdit, index) => {
    const begin = at;
    at += duration;
    if (start < 0) return [];
    const isOpen = duration === 0 && index === track.edits!.length - 1;
    return [{ from: start, to: isOpen ? endOf(track) : Math.min(endOf(track), start + duration), at: begin }];
  });
}

/** Seconds for which a sample is shown. */
export const shownFor = (track: TestTrack, { pts, length }: TestSample): number =>
  partsOf(track).reduce((sum, { from, to }) => {
    const shown = Math.min(to, (pts + length) / track.timescale) - Math.max(from, pts / track.timescale);
    return sum + Math.max(0, shown);
  }, 0);

/** When the movie starts to show a sample; `undefined` for a hidden one. */
export function movieTime(track: TestTrack, { pts, length }: TestSample): number | undefined {
  const [start, end] = [pts / track.timescale, (pts + length) / track.timescale];
  const part = partsOf(track).find(({ from, to }) => end > from && start < to);
  return part === undefined ? undefined : part.at + Math.max(0, start - part.from);
}

/** Maximum seconds by which rounding may shift the ends of a part. */
export const roundingIn = ({ movieScale }: TestClip, { timescale }: TestTrack): number =>
  Math.min(0.005, 1 / movieScale + 1 / timescale);
