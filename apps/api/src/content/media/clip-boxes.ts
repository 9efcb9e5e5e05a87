import { t } from '@social-feed/contracts/t';
import { readSync } from 'node:fs';
import { refuseClip } from './clip-refusal.js';

/** One entry of an edit list, in the units of the file. */
export interface Edit {
  /** In the movie's timescale. */
  duration: number;
  /** In the track's timescale; -1 shows nothing. */
  mediaTime: number;
  /** 16.16 fixed point. */
  rate: number;
}

interface TrackBoxes {
  timescale: number;
  edits: Edit[];
  /** Type of the first sample entry, such as `avc1`. */
  sampleEntry: string;
  /** Codec of an `mp4v` or `mp4a` stream, as registered for MPEG-4. */
  objectType: number | undefined;
  /** Number of samples its tables claim; `Infinity` if a table does not fit into its box. */
  samples: number;
}

export interface ClipBoxes {
  timescale: number;
  tracks: Map<number, TrackBoxes>;
  /** File positions of the types of all edit lists. */
  editListTypes: number[];
}

/** Bytes. The index of four hours with sound is smaller. */
const INDEX_BYTES_MAX = 64 * 1024 * 1024;
/** Samples of a track: more than four hours at 60 frames per second. */
export const SAMPLES_MAX = 1_000_000;

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf']);
/** Bytes per entry of the tables whose count follows version and flags. */
const ENTRY_BYTES: Readonly<Record<string, number>> = {
  stts: 8,
  ctts: 8,
  stsc: 12,
  stco: 4,
  co64: 8,
  stss: 4,
};
const OPTIONAL_RUN_FIELDS = [0x100, 0x200, 0x400, 0x800];

interface Box {
  type: string;
  /** File position of the type. */
  typeAt: number;
  content: Buffer;
}

const broken = () => new Error('The index of the clip is broken');

/**
 * Reads the track information of an MP4 or MOV, and compares every sample table with the size of its box before any
 * code iterates over it.
 * @param size of the file, in bytes
 * @throws Error if the index is broken or claims too much
 */
export function readClipBoxes(file: number, size: number): ClipBoxes {
  const found: ClipBoxes = { timescale: 0, tracks: new Map(), editListTypes: [] };
  let hasIndex = false;
  let samplesOfFragments = 0;
  for (let at = 0; at + 8 <= size;) {
    const head = readAt(file, at, Math.min(16, size - at));
    const type = head.toString('latin1', 4, 8);
    const { headBytes, bytes } = sizeOf(head, size - at);
    if (type === 'moov' && !hasIndex) {
      hasIndex = true;
      if (bytes > INDEX_BYTES_MAX) throw refuseClip(t`This video is too long.`);
      const content = readAt(file, at + headBytes, Math.min(bytes, size - at) - headBytes);
      readMovie(content, at + headBytes, found);
    } else if (type === 'moof') {
      if (bytes > INDEX_BYTES_MAX) throw broken();
      const content = readAt(file, at + headBytes, Math.min(bytes, size - at) - headBytes);
      samplesOfFragments += countFragment(content);
      if (samplesOfFragments > SAMPLES_MAX) throw refuseClip(t`This video is too long.`);
    }
    at += bytes;
  }
  return found;
}

function sizeOf(head: Buffer, rest: number): { headBytes: number; bytes: number } {
  const short = head.readUInt32BE(0);
  if (short === 0) return { headBytes: 8, bytes: rest };
  if (short !== 1) {
    if (short < 8) throw broken();
    return { headBytes: 8, bytes: short };
  }
  if (head.length < 16) throw broken();
  const bytes = Number(head.readBigUInt64BE(8));
  if (bytes < 16) throw broken();
  return { headBytes: 16, bytes };
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length));
  let done = 0;
  while (done < bytes.length) {
    const bytesRead = readSync(file, bytes, done, bytes.length - done, at + done);
    if (bytesRead === 0) throw broken();
    done += bytesRead;
  }
  return bytes;
}

function* boxesIn(content: Buffer, start = 0, offset = 0): Generator<Box> {
  for (let at = start; at + 8 <= content.length;) {
    const { headBytes, bytes } = sizeOf(content.subarray(at, at + 16), content.length - at);
    yield {
      type: content.toString('latin1', at + 4, at + 8),
      typeAt: offset + at + 4,
      content: content.subarray(at + headBytes, at + bytes),
    };
    at += bytes;
  }
}

const positionAfterHead = (box: Box, parent: Buffer, offset: number): number =>
  offset + (box.content.byteOffset - parent.byteOffset);

function readMovie(content: Buffer, offset: number, found: ClipBoxes): void {
  for (const box of boxesIn(content, 0, offset)) {
    if (box.type === 'mvhd') found.timescale = timescaleOf(box.content);
    if (box.type === 'trak') readTrack(box.content, positionAfterHead(box, content, offset), found);
  }
}

const timescaleOf = (header: Buffer): number => header.readUInt32BE(header[0] === 1 ? 20 : 12);

function readTrack(trak: Buffer, trakOffset: number, found: ClipBoxes): void {
  const track: TrackBoxes = { timescale: 0, edits: [], sampleEntry: '', objectType: undefined, samples: 0 };
  let id = -1;
  const claims = { sizes: 0, times: 0, perChunk: 0, isBroken: false };
  const walk = (content: Buffer, offset: number): void => {
    for (const box of boxesIn(content, 0, offset)) {
      const { type, content: body } = box;
      if (CONTAINERS.has(type)) walk(body, positionAfterHead(box, content, offset));
      else if (type === 'tkhd') id = body.readUInt32BE(body[0] === 1 ? 20 : 12);
      else if (type === 'mdhd') track.timescale = timescaleOf(body);
      else if (type === 'stsd') Object.assign(track, readSampleEntry(body));
      else if (type === 'elst') {
        found.editListTypes.push(box.typeAt);
        track.edits.push(...readEdits(body));
      } else addClaims(box, claims);
    }
  };
  walk(trak, trakOffset);
  const { sizes, times, perChunk, isBroken } = claims;
  // A chunk with more samples than exist would make the reader loop for nothing.
  track.samples = isBroken || perChunk > Math.max(1, sizes) ? Infinity : Math.max(sizes, times);
  found.tracks.set(id, track);
}

/**
 * Counts claimed by a track's tables: samples with a size, samples with a time, and the maximum samples of a chunk.
 */
interface Claims {
  sizes: number;
  times: number;
  perChunk: number;
  isBroken: boolean;
}

function addClaims({ type, content }: Box, claims: Claims): void {
  if (type === 'stsz' || type === 'stz2') {
    const count = content.readUInt32BE(8);
    const each = type === 'stsz' ? content.readUInt32BE(4) : 0;
    const bits = type === 'stsz' ? 32 : content[7]!;
    claims.isBroken ||= each === 0 && 12 + (count * bits) / 8 > content.length;
    claims.sizes += count;
    return;
  }
  const entryBytes = ENTRY_BYTES[type];
  if (entryBytes === undefined) return;
  const count = content.readUInt32BE(4);
  if (8 + count * entryBytes > content.length) {
    claims.isBroken = true;
    return;
  }
  let times = 0;
  for (let index = 0; index < count; index += 1) {
    const at = 8 + index * entryBytes;
    if (type === 'stsc') claims.perChunk = Math.max(claims.perChunk, content.readUInt32BE(at + 4));
    if (type === 'stts' || type === 'ctts') times += content.readUInt32BE(at);
  }
  claims.times = Math.max(claims.times, times);
}

function readSampleEntry(body: Buffer): Pick<TrackBoxes, 'sampleEntry' | 'objectType'> {
  const sampleEntry = body.toString('latin1', 12, 16);
  const esds = /^mp4[av]$/.test(sampleEntry) ? body.indexOf('esds', 16, 'latin1') : -1;
  return { sampleEntry, objectType: esds === -1 ? undefined : objectTypeIn(body, esds + 8) };
}

/** Reads the codec from the descriptors of an `esds` box: tag 3 contains tag 4, which starts with the codec. */
function objectTypeIn(body: Buffer, start: number): number | undefined {
  const afterLength = (at: number) => {
    let end = at;
    while (end < at + 3 && (body[end] ?? 0) >= 0x80) end += 1;
    return end + 1;
  };
  if (body[start] !== 3) return undefined;
  const decoder = afterLength(start + 1) + 3;
  return body[decoder] === 4 ? body[afterLength(decoder + 1)] : undefined;
}

function readEdits(body: Buffer): Edit[] {
  const isLong = body[0] === 1;
  const entryBytes = isLong ? 20 : 12;
  const count = body.readUInt32BE(4);
  if (8 + count * entryBytes > body.length) throw broken();
  return Array.from({ length: count }, (_, index): Edit => {
    const at = 8 + index * entryBytes;
    return isLong
      ? {
          duration: Number(body.readBigUInt64BE(at)),
          mediaTime: Number(body.readBigInt64BE(at + 8)),
          rate: body.readInt32BE(at + 16),
        }
      : {
          duration: body.readUInt32BE(at),
          mediaTime: body.readInt32BE(at + 4),
          rate: body.readInt32BE(at + 8),
        };
  });
}

/** @returns the number of samples a fragment claims */
function countFragment(moof: Buffer): number {
  let samples = 0;
  for (const traf of boxesIn(moof)) {
    if (traf.type !== 'traf') continue;
    for (const { type, content } of boxesIn(traf.content)) {
      if (type !== 'trun') continue;
      const flags = content.readUInt32BE(0);
      const count = content.readUInt32BE(4);
      const fields = OPTIONAL_RUN_FIELDS.filter((flag) => (flags & flag) !== 0).length;
      if (8 + count * fields * 4 > content.length) throw broken();
      samples += count;
    }
  }
  return samples;
}
