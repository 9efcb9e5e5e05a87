import { box, boxAt, boxesIn, numbers } from './forged-clips.js';
import { clips } from './uploads.js';

export interface TestEdit {
  /** Seconds of movie time. */
  duration: number;
  /** Seconds of media time; -1 shows nothing. */
  start: number;
  rate?: number;
}

/** A sample in decoding order; times are in units of its track. */
export interface TestSample {
  /** Occurs in the sample's bytes and nowhere else. */
  mark: string;
  pts: number;
  length: number;
  isKey: boolean;
  /** Marks of the samples required to decode this one. */
  needs: readonly string[];
}

export interface TestTrack {
  timescale: number;
  samples: readonly TestSample[];
  /** Absent for a track without an edit list. */
  edits?: readonly TestEdit[];
}

export interface TestClip {
  movieScale: number;
  pictures: TestTrack;
  sound?: TestTrack;
  /** Writes edit lists of version 1. */
  isLong?: boolean;
  isFragmented?: boolean;
  brand?: string;
  /** Types of the sample entries, instead of `avc1` and `mp4a`. */
  pictureType?: string;
  soundType?: string;
  /** Object type of an `mp4a` stream. */
  objectType?: number;
}

const SOUND_SCALE = 44_100;
const SOUND_LENGTH = 1024;
const mark = (kind: string, index: number) => `{${kind}${String(index).padStart(5, '0')}}`;

/** Returns pictures in closed groups, with a given number of dependent pictures between two reference pictures. */
export function testPictures(parts: {
  count: number;
  group: number;
  between: number;
  timescale: number;
  length: number;
}): TestTrack {
  const { count, group, between, timescale, length } = parts;
  const samples: TestSample[] = [];
  const delay = between > 0 ? length : 0;
  const put = (index: number, isKey: boolean, needs: readonly string[]) => {
    samples.push({ mark: mark('v', index), pts: index * length + delay, length, isKey, needs });
    return [...needs, mark('v', index)];
  };
  for (let start = 0; start < count; start += group) {
    const end = Math.min(count, start + group);
    let anchors = put(start, true, []);
    for (let last = start; last < end - 1;) {
      const anchor = Math.min(end - 1, last + between + 1);
      anchors = put(anchor, false, anchors);
      for (let index = last + 1; index < anchor; index += 1) put(index, false, anchors);
      last = anchor;
    }
  }
  return { timescale, samples };
}

/** Returns sound with a number of packets of 1,024 samples at 44,100 Hz. */
export const testSound = (count: number): TestTrack => ({
  timescale: SOUND_SCALE,
  samples: Array.from({ length: count }, (_, index) => ({
    mark: mark('a', index),
    pts: index * SOUND_LENGTH,
    length: SOUND_LENGTH,
    isKey: true,
    needs: [],
  })),
});

/** Writes an MP4 whose samples are marks. Container parsers accept it as a clip; decoders do not. */
export async function writeTestClip(clip: TestClip): Promise<Buffer> {
  const model = await clips.mp4();
  const moov = boxesIn(model, 0, model.length).find(({ type }) => type === 'moov')!;
  const traks = boxesIn(model, moov.from + 8, moov.to).filter(({ type }) => type === 'trak');
  const tracks = [clip.pictures, ...(clip.sound === undefined ? [] : [clip.sound])].map((track, index) => {
    const trak = model.subarray(traks[index]!.from, traks[index]!.to);
    return { track, id: index + 1, data: track.samples.map((sample) => bytesOf(sample, index === 0)), trak };
  });
  const ftyp = box('ftyp', Buffer.from(clip.brand ?? 'isom'), numbers(512), Buffer.from('isomiso6mp41'));
  const payload = Buffer.concat(tracks.flatMap(({ data }) => data));
  const headOf = (firstByte: number): Buffer => {
    let at = firstByte;
    const boxes = tracks.map(({ track, id, data, trak }) => {
      const offsets = data.map((bytes) => (at += bytes.length) - bytes.length);
      return trakBox(clip, track, id, trak, data, offsets);
    });
    const extends_ = tracks.map(({ id }) => box('trex', numbers(0, id, 1, 0, 0, 0)));
    return Buffer.concat([
      ftyp,
      box('moov', movieHeader(clip), ...boxes, ...(clip.isFragmented ? [box('mvex', ...extends_)] : [])),
    ]);
  };
  if (clip.isFragmented !== true) {
    const { length } = headOf(0);
    return Buffer.concat([headOf(length + 8), box('mdat', payload)]);
  }
  const fragment = (dataAt: number) => {
    let at = dataAt;
    const trafs = tracks.map(({ track, id, data }) => {
      const traf = box(
        'traf',
        box('tfhd', numbers(0x020000, id)),
        box('tfdt', numbers(0, 0)),
        box(
          'trun',
          numbers(0x01000f01, data.length, at),
          ...track.samples.map((sample, index) => runEntry(sample, index, data)),
        ),
      );
      at += data.reduce((sum, { length }) => sum + length, 0);
      return traf;
    });
    return box('moof', box('mfhd', numbers(0, 1)), ...trafs);
  };
  const { length } = fragment(0);
  return Buffer.concat([headOf(0), fragment(length + 8), box('mdat', payload)]);
}

function bytesOf({ mark: text, isKey }: TestSample, isPicture: boolean): Buffer {
  if (!isPicture) return Buffer.from(text);
  const body = Buffer.concat([Buffer.from([isKey ? 0x65 : 0x41]), Buffer.from(text)]);
  return Buffer.concat([numbers(body.length), body]);
}

const signed = (value: number): number => value >>> 0;

const runEntry = ({ pts, length, isKey }: TestSample, index: number, data: readonly Buffer[]): Buffer =>
  numbers(length, data[index]!.length, isKey ? 0x02000000 : 0x01010000, signed(pts - index * length));

function movieHeader({ movieScale }: TestClip): Buffer {
  const rest = Buffer.alloc(80);
  rest.writeUInt32BE(0x10000, 0);
  for (const [at, value] of [
    [16, 0x10000],
    [32, 0x10000],
    [48, 0x40000000],
  ] as const) {
    rest.writeUInt32BE(value, at);
  }
  return box('mvhd', numbers(0, 0, 0, movieScale, 0), rest);
}

function trakBox(
  clip: TestClip,
  { timescale, samples, edits }: TestTrack,
  id: number,
  model: Buffer,
  data: readonly Buffer[],
  offsets: readonly number[],
): Buffer {
  const at = (path: readonly string[]) => Buffer.from(boxAt(model, ['trak', ...path]));
  const tkhd = at(['tkhd']);
  tkhd.writeUInt32BE(id, tkhd[8] === 1 ? 28 : 20);
  const { length } = samples[0]!;
  const total = samples.length * length;
  const mdhd = box('mdhd', numbers(0, 0, 0, timescale, clip.isFragmented ? 0 : total, 0x55c40000));
  const tables = clip.isFragmented
    ? [
        box('stts', numbers(0, 0)),
        box('stsc', numbers(0, 0)),
        box('stsz', numbers(0, 0, 0)),
        box('stco', numbers(0, 0)),
      ]
    : [
        box('stts', numbers(0, 1, samples.length, length)),
        box(
          'ctts',
          numbers(0x01000000, samples.length),
          ...samples.map(({ pts }, index) => numbers(1, signed(pts - index * length))),
        ),
        box(
          'stss',
          numbers(0, samples.filter(({ isKey }) => isKey).length),
          ...samples.flatMap(({ isKey }, index) => (isKey ? [numbers(index + 1)] : [])),
        ),
        box('stsc', numbers(0, 1, 1, 1, 1)),
        box('stsz', numbers(0, 0, samples.length, ...data.map((bytes) => bytes.length))),
        box('stco', numbers(0, samples.length, ...offsets)),
      ];
  const minf = ['mdia', 'minf'];
  return box(
    'trak',
    tkhd,
    ...(edits === undefined ? [] : [box('edts', editList(clip, edits, timescale))]),
    box(
      'mdia',
      mdhd,
      at(['mdia', 'hdlr']),
      box(
        'minf',
        at([...minf, 'dinf']),
        box('stbl', sampleEntry(at([...minf, 'stbl', 'stsd']), clip), ...tables),
      ),
    ),
  );
}

/** Changes the codec in a sample description. */
function sampleEntry(stsd: Buffer, { pictureType, soundType, objectType }: TestClip): Buffer {
  const isPicture = stsd.toString('latin1', 20, 24) === 'avc1';
  const type = isPicture ? pictureType : soundType;
  if (type !== undefined) stsd.write(type, 20, 'latin1');
  if (!isPicture && objectType !== undefined) {
    const esds = stsd.indexOf('esds') + 8;
    const decoder = stsd.indexOf(0x40, esds);
    stsd[decoder] = objectType;
  }
  return stsd;
}

function editList({ movieScale, isLong }: TestClip, edits: readonly TestEdit[], timescale: number): Buffer {
  const entries = edits.map(({ duration, start, rate = 1 }) => {
    const [length, time] = [
      Math.round(duration * movieScale),
      start < 0 ? start : Math.round(start * timescale),
    ];
    const fixed = numbers(signed(Math.round(rate * 0x10000)));
    if (!isLong) return Buffer.concat([numbers(length, signed(time)), fixed]);
    const long = Buffer.alloc(16);
    long.writeBigUInt64BE(BigInt(length));
    long.writeBigInt64BE(BigInt(time), 8);
    return Buffer.concat([long, fixed]);
  });
  return box('elst', numbers(isLong ? 0x01000000 : 0, edits.length), ...entries);
}
