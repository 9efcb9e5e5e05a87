import { clips } from './uploads.js';

interface Box {
  type: string;
  /** First byte and end of the box. */
  from: number;
  to: number;
}

const HEAD = 8;

export function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + HEAD <= to;) {
    const length = file.readUInt32BE(at) || to - at;
    found.push({ type: file.toString('latin1', at + 4, at + HEAD), from: at, to: at + length });
    at += length;
  }
  return found;
}

/** Returns the bytes of the box at this path of types. */
export function boxAt(file: Buffer, [type, ...inner]: readonly string[], from = 0, to = file.length): Buffer {
  const box = boxesIn(file, from, to).find((one) => one.type === type);
  if (box === undefined) throw new Error(`The clip has no ${type}`);
  return inner.length === 0 ? file.subarray(box.from, box.to) : boxAt(file, inner, box.from + HEAD, box.to);
}

export const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(HEAD + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

export const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

const MEDIA = ['moov', 'trak', 'mdia'];
const TABLE = [...MEDIA, 'minf', 'stbl'];

/** Returns a real clip whose only track has this sample table. */
async function withTable(...table: Buffer[]): Promise<{ head: Buffer; trackId: number }> {
  const file = await clips.mp4();
  const [track, media, information] = [['moov', 'trak', 'tkhd'], MEDIA, [...MEDIA, 'minf']];
  const tkhd = boxAt(file, track);
  const trak = box(
    'trak',
    tkhd,
    box(
      'mdia',
      boxAt(file, [...media, 'mdhd']),
      boxAt(file, [...media, 'hdlr']),
      box(
        'minf',
        boxAt(file, [...information, 'vmhd']),
        boxAt(file, [...information, 'dinf']),
        box('stbl', boxAt(file, [...TABLE, 'stsd']), ...table),
      ),
    ),
  );
  const trackId = tkhd.readUInt32BE(tkhd[HEAD] === 1 ? 28 : 20);
  return { head: Buffer.concat([boxAt(file, ['moov', 'mvhd']), trak]), trackId };
}

/** Returns a clip whose table refers to the same picture many times: expanded it would be many times as large. */
export async function clipOfOnePicture(times: number, bytes: number): Promise<Buffer> {
  const picture = Buffer.alloc(bytes, 0x55);
  picture.writeUInt32BE(bytes - 4, 0);
  picture[4] = 0x65;
  const ftyp = boxAt(await clips.mp4(), ['ftyp']);
  const headOf = async (place: number) => {
    const { head } = await withTable(
      box('stts', numbers(0, 1, times, 100)),
      box('stsc', numbers(0, 1, 1, 1, 1)),
      box('stsz', numbers(0, bytes, times)),
      box('stco', numbers(0, times, ...Array<number>(times).fill(place))),
    );
    return Buffer.concat([ftyp, box('moov', head)]);
  };
  const { length } = await headOf(0);
  return Buffer.concat([await headOf(length + HEAD), box('mdat', picture)]);
}

/**
 * Returns a clip of a few hundred bytes that claims this many pictures, which its parser lists before any check.
 */
export async function clipThatClaims(pictures: number): Promise<Buffer> {
  const { head, trackId } = await withTable(
    box('stts', numbers(0, 0)),
    box('stsc', numbers(0, 0)),
    box('stsz', numbers(0, 0, 0)),
    box('stco', numbers(0, 0)),
  );
  const fragment = box(
    'traf',
    box('tfhd', numbers(0x020000, trackId)),
    box('tfdt', numbers(0, 0)),
    box('trun', numbers(0, pictures)),
  );
  return Buffer.concat([
    boxAt(await clips.mp4(), ['ftyp']),
    box('moov', head, box('mvex', box('trex', numbers(0, trackId, 1, 1, 1, 0)))),
    box('moof', box('mfhd', numbers(0, 1)), fragment),
    box('mdat', Buffer.alloc(64)),
  ]);
}

/** Returns a clip of one picture with a table that claims the maximum number of entries. */
export async function clipWithTable(
  table: 'stts' | 'ctts' | 'stsc' | 'stsz' | 'stco' | 'stss',
): Promise<Buffer> {
  const MOST = 2 ** 32 - 1;
  const claims: Record<typeof table, Buffer> = {
    stts: box('stts', numbers(0, 1, MOST, 100)),
    ctts: box('ctts', numbers(0, 1, MOST, 0)),
    stsc: box('stsc', numbers(0, 1, 1, MOST, 1)),
    stsz: box('stsz', numbers(0, 1, MOST)),
    stco: box('stco', numbers(0, MOST, 100)),
    stss: box('stss', numbers(0, MOST, 1)),
  };
  const honest: Record<typeof table, Buffer> = {
    stts: box('stts', numbers(0, 1, 1, 100)),
    ctts: box('ctts', numbers(0, 1, 1, 0)),
    stsc: box('stsc', numbers(0, 1, 1, 1, 1)),
    stsz: box('stsz', numbers(0, 4, 1)),
    stco: box('stco', numbers(0, 1, 100)),
    stss: box('stss', numbers(0, 1, 1)),
  };
  const { head } = await withTable(...Object.values({ ...honest, [table]: claims[table] }));
  return Buffer.concat([
    boxAt(await clips.mp4(), ['ftyp']),
    box('moov', head),
    box('mdat', Buffer.alloc(64)),
  ]);
}
