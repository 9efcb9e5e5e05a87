import { t } from '@social-feed/contracts/t';
import { closeSync, openSync } from 'node:fs';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { codecName, isPlayed, isShown, type Container } from './clip-codecs.js';
import { planClip, type PlannedTrack } from './clip-plan.js';
import { refuseClip } from './clip-refusal.js';
import { openClip, type Clip } from './clip-source.js';
import { createFileSink } from './file-sink.js';

/** Facts of a clip, read from the stored file. */
export interface ClipFacts {
  extension: Container;
  /** Displayed width, in pixels. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  /** A note for the uploader. */
  note?: string;
}

const SIDE_MAX = 16_384;

/**
 * Copies the first picture and sound track of a clip into a new file, without re-encoding. Locations, names, other
 * tracks, media hidden by an edit list and appended data are dropped, and a file that is not a clip fails. MOV
 * becomes MP4. Memory does not grow with the clip, but it does with the claims of a forged file, so
 * `rewrite-clip.ts` calls this in a worker.
 * @param to path of the new file; the caller removes it, also after a failure
 * @throws Error if the file is broken; with a message for the uploader (`isClipRefusal`) if it is too long, if no
 *   browser shows its codec, or if its trimming is unsupported
 */
export async function rewriteClip(from: string, to: string): Promise<ClipFacts> {
  const clip = openClip(from);
  try {
    const { container } = clip;
    const video = await findPictures(clip);
    const { track: audio, note: soundNote } = await findSound(clip);
    const [width, height] = await readSize(video);
    const { pictures, sound } = await planClip(clip, video, audio);
    const file = openSync(to, 'w');
    const sink = createFileSink(file);
    const output = new Output({
      format: container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' }),
      target: new StreamTarget(sink.stream, { chunked: true }),
    });
    try {
      const passages = [
        await picturePassage(output, video, pictures),
        ...(audio === null || sound === undefined ? [] : [await soundPassage(output, audio, sound)]),
      ];
      await output.start();
      await copyTracks(passages);
      await output.finalize();
      sink.throwIfFailed();
    } catch (error) {
      await output.cancel().catch(() => undefined);
      sink.throwIfFailed();
      throw error;
    } finally {
      closeSync(file);
    }
    const notes = [await pictureNote(video), soundNote].filter((note) => note !== undefined);
    return {
      extension: container,
      width,
      height,
      duration: await readDuration(to, container),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    };
  } finally {
    clip.close();
  }
}

async function findPictures({ input, container, boxes }: Clip): Promise<InputVideoTrack> {
  const video = await input.getPrimaryVideoTrack();
  if (video === null) throw refuseClip(t`This file holds no pictures, so it cannot be posted as a video.`);
  if (isEncrypted(boxes, video.id))
    throw refuseClip(t`This video is encrypted. Export it without protection.`);
  if (!isShown(container, await video.getCodec())) {
    const name = await nameOf(video, boxes);
    throw refuseClip(
      container === 'webm'
        ? t`No browser shows ${name} in WebM. Export the video as H.264 (MP4) and upload that.`
        : t`No browser shows ${name} in MP4 or MOV. Export the video as H.264 (MP4) and upload that.`,
    );
  }
  return video;
}

/** Finds sound that browsers play: the track players choose, or another enabled one. */
async function findSound({ input, container, boxes }: Clip) {
  const primary = await input.getPrimaryAudioTrack();
  if (primary === null) return { track: null };
  const others = (await input.getAudioTracks()).filter((track) => track !== primary);
  for (const track of [primary, ...others]) {
    const isOn = track === primary || (await track.getDisposition()).default;
    const entry = boxes?.tracks.get(track.id)?.sampleEntry;
    if (isOn && isPlayed(container, await track.getCodec(), entry) && !isEncrypted(boxes, track.id))
      return { track };
  }
  const name = await nameOf(primary, boxes);
  return { track: null, note: t`The sound was left out: browsers cannot play ${name}.` };
}

const isEncrypted = (boxes: Clip['boxes'], trackId: number): boolean =>
  /^enc[av]$/.test(boxes?.tracks.get(trackId)?.sampleEntry ?? '');

async function nameOf(track: InputVideoTrack | InputAudioTrack, boxes: Clip['boxes']): Promise<string> {
  const own = boxes?.tracks.get(track.id);
  const id = own?.sampleEntry ?? (await track.getInternalCodecId());
  return codecName(typeof id === 'string' ? id : ((await track.getCodec()) ?? ''), own?.objectType);
}

const pictureNote = async (video: InputVideoTrack): Promise<string | undefined> =>
  (await video.getCodec()) === 'hevc'
    ? t`Some browsers cannot show HEVC. Export the video as H.264 to reach everybody.`
    : undefined;

async function readSize(video: InputVideoTrack): Promise<[number, number]> {
  const size = [await video.getDisplayWidth(), await video.getDisplayHeight()] as [number, number];
  if (!size.every((side) => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX)) {
    throw new Error('The pictures have an impossible size');
  }
  return size;
}

/** Reads the duration of the written file. Seconds. */
async function readDuration(path: string, container: Container): Promise<number> {
  const input = new Input({
    formats: [MP4, WEBM, QTFF],
    source: new FilePathSource(path, { handleUnhandledError: () => undefined }),
  });
  try {
    // Only the header of a WebM tells how long its last picture is shown.
    const stated = container === 'webm' ? await input.getDurationFromMetadata() : null;
    const duration = stated ?? (await input.computeDuration());
    return Math.round(duration * 1000) / 1000;
  } finally {
    input.dispose();
  }
}

/** A track that is being copied. */
interface Passage {
  packets: AsyncGenerator<EncodedPacket, void>;
  add(packet: EncodedPacket): Promise<void>;
  close(): void;
}

async function picturePassage(
  output: Output,
  track: InputVideoTrack,
  planned: PlannedTrack,
): Promise<Passage> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || decoderConfig === null) throw new Error('The pictures are of an unknown codec');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    rotation: await track.getRotation(),
    flip: await track.getFlip(),
    maximumPacketCount: countKept(planned),
  });
  return passageOf(track, planned, source, (packet) => source.add(packet, { decoderConfig }));
}

async function soundPassage(output: Output, track: InputAudioTrack, planned: PlannedTrack): Promise<Passage> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || decoderConfig === null) throw new Error('The sound is of an unknown codec');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: countKept(planned) });
  return passageOf(track, planned, source, (packet) => source.add(packet, { decoderConfig }));
}

const countKept = ({ plan }: PlannedTrack): number =>
  plan.reduce((count, time) => (Number.isNaN(time) ? count : count + 1), 0);

const passageOf = (
  track: InputVideoTrack | InputAudioTrack,
  planned: PlannedTrack,
  source: { close: () => void },
  add: Passage['add'],
): Passage => ({ packets: keptPackets(track, planned), add, close: () => source.close() });

async function* keptPackets(
  track: InputVideoTrack | InputAudioTrack,
  { plan, lengths }: PlannedTrack,
): AsyncGenerator<EncodedPacket, void> {
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = plan[index];
    const duration = lengths[index];
    index += 1;
    if (timestamp === undefined || duration === undefined || Number.isNaN(timestamp)) continue;
    yield packet.clone({ timestamp, duration });
  }
}

/**
 * Copies the tracks interleaved by time, so that players need not seek in the file. The first packet of each track comes
 * first: the writer reserves its header once it knows all tracks, and fails if a second key frame comes before that.
 */
async function copyTracks(tracks: readonly Passage[]): Promise<void> {
  const heads = await Promise.all(tracks.map(({ packets }) => packets.next()));
  const copyNext = async (index: number) => {
    const track = tracks[index]!;
    const head = heads[index]!;
    if (head.done !== true) {
      await track.add(head.value);
      heads[index] = await track.packets.next();
    }
    if (heads[index]!.done === true) track.close();
  };
  try {
    for (const index of tracks.keys()) await copyNext(index);
    for (;;) {
      let next = -1;
      let earliest = Infinity;
      for (const [index, head] of heads.entries()) {
        if (head.done === true || head.value.timestamp >= earliest) continue;
        next = index;
        earliest = head.value.timestamp;
      }
      if (next === -1) return;
      await copyNext(next);
    }
  } finally {
    for (const { packets } of tracks) await packets.return();
  }
}
