import { open, stat, type FileHandle } from 'node:fs/promises';
import { WritableStream } from 'node:stream/web';
import { UPLOAD_LIMITS } from '@social-feed/contracts';
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
  type StreamTargetChunk,
} from 'mediabunny';

/** What a clip is, as its own file says. */
export interface ClipFacts {
  extension: 'mp4' | 'webm';
  /** As shown, in pixels. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

/** More than four hours of 60 pictures a second; a file may claim any number. */
const PACKETS_MAX = 1_000_000;
const SIDE_MAX = 16_384;

/**
 * Writes the first picture and sound track of a clip into a new file, frame by frame as they are: places, names, other
 * tracks and whatever was appended stay behind, and a file that is no clip fails. MOV becomes MP4. Memory
 * does not grow with the clip, though it does with what a forged file claims: `rewrite-clip.ts` calls this in a worker.
 * @param to where the new file is written; the caller removes it, also after a failure
 * @throws Error where the file is broken, too long, or of a codec that browsers have no use for
 */
export async function rewriteClip(from: string, to: string): Promise<ClipFacts> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM],
    source: new FilePathSource(from, { handleUnhandledError: () => undefined }),
  });
  try {
    const isWebM = (await input.getFormat()) === WEBM;
    const video = await input.getPrimaryVideoTrack();
    if (video === null) throw new Error('The file holds no pictures');
    const audio = await input.getPrimaryAudioTrack();
    const facts = await readFacts(video, isWebM);
    const file = await open(to, 'w');
    const sink = writerOf(file);
    const output = new Output({
      format: isWebM ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' }),
      target: new StreamTarget(sink.stream, { chunked: true }),
    });
    try {
      const bounds = { bytes: (await stat(from)).size };
      const tracks = [
        await pictures(output, video, bounds),
        ...(audio === null ? [] : [await sound(output, audio, bounds)]),
      ];
      await output.start();
      await copyTracks(tracks);
      await output.finalize();
      sink.throwIfFailed();
    } catch (error) {
      await output.cancel().catch(() => undefined);
      sink.throwIfFailed();
      throw error;
    } finally {
      await file.close();
    }
    return facts;
  } finally {
    input.dispose();
  }
}

/**
 * Writes what the muxer hands out. A failed write is remembered, so that no file that is only half there can pass: a
 * nearly full disk takes a part of a write, and the muxer ends such a file as if nothing had happened.
 */
function writerOf(file: FileHandle): {
  stream: WritableStream<StreamTargetChunk>;
  throwIfFailed: () => void;
} {
  let failure: Error | undefined;
  const write = async ({ data, position }: StreamTargetChunk) => {
    try {
      for (let done = 0; done < data.length;) {
        const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  return {
    stream: new WritableStream<StreamTargetChunk>({ write }),
    throwIfFailed: () => {
      if (failure !== undefined) throw failure;
    },
  };
}

async function readFacts(video: InputVideoTrack, isWebM: boolean): Promise<ClipFacts> {
  const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()]);
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX)) {
    throw new Error('The pictures have an impossible size');
  }
  const duration = await video.computeDuration({ metadataOnly: true });
  if (!(duration > 0) || duration > UPLOAD_LIMITS.clipSeconds) throw new Error('The clip is too long');
  return { extension: isWebM ? 'webm' : 'mp4', width, height, duration: Math.round(duration * 1000) / 1000 };
}

/** Bytes that the packets of all tracks may still have: a file may name the same ones for any number of packets. */
interface Bounds {
  bytes: number;
}

/** A track on its way into the new file. */
interface Passage {
  packets: AsyncGenerator<EncodedPacket, void>;
  add(packet: EncodedPacket): Promise<void>;
  close(): void;
}

async function pictures(output: Output, track: InputVideoTrack, bounds: Bounds): Promise<Passage> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || decoderConfig === null) throw new Error('The pictures are of an unknown codec');
  const source = new EncodedVideoPacketSource(codec);
  const maximumPacketCount = await countPackets(track, bounds);
  output.addVideoTrack(source, { rotation: await track.getRotation(), maximumPacketCount });
  return passageOf(track, source, (packet) => source.add(packet, { decoderConfig }));
}

async function sound(output: Output, track: InputAudioTrack, bounds: Bounds): Promise<Passage> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || decoderConfig === null) throw new Error('The sound is of an unknown codec');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: await countPackets(track, bounds) });
  return passageOf(track, source, (packet) => source.add(packet, { decoderConfig }));
}

const passageOf = (
  track: InputVideoTrack | InputAudioTrack,
  source: { close: () => void },
  add: Passage['add'],
): Passage => ({ packets: new EncodedPacketSink(track).packets(), add, close: () => source.close() });

async function countPackets(track: InputVideoTrack | InputAudioTrack, bounds: Bounds): Promise<number> {
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  let count = 0;
  for await (const { timestamp, byteLength } of packets) {
    count += 1;
    bounds.bytes -= byteLength;
    if (bounds.bytes < 0) throw new Error('The clip is longer than its file');
    if (count > PACKETS_MAX || timestamp > UPLOAD_LIMITS.clipSeconds) throw new Error('The clip is too long');
  }
  if (count === 0) throw new Error('A track of the clip is empty');
  return count;
}

/** Copies the tracks side by side in the order of time, so that players need not jump about in the file. */
async function copyTracks(tracks: readonly Passage[]): Promise<void> {
  const heads = await Promise.all(tracks.map(({ packets }) => packets.next()));
  // Sound that begins before the first picture has a time below 0, which new files must not have.
  const shift = Math.max(0, ...heads.map(({ value }) => -(value?.timestamp ?? 0)));
  try {
    for (;;) {
      let next = -1;
      let earliest = Infinity;
      for (const [index, head] of heads.entries()) {
        if (head.done === true || head.value.timestamp >= earliest) continue;
        next = index;
        earliest = head.value.timestamp;
      }
      const track = tracks[next];
      const packet = heads[next]?.value;
      if (track === undefined || packet === undefined) return;
      await track.add(shift === 0 ? packet : packet.clone({ timestamp: packet.timestamp + shift }));
      const following = await track.packets.next();
      heads[next] = following;
      if (following.done === true) track.close();
    }
  } finally {
    for (const { packets } of tracks) await packets.return();
  }
}
