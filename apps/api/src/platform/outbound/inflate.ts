import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { OutboundError } from './outbound-error.js';

type Bytes = AsyncIterable<Buffer>;

/** More than one is a slip of a proxy. Each takes extra work. */
const CODINGS_MAX = 3;

/** A body that was cut gives what was there, as in browsers. */
const CUT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const CUT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };
/** Node 22.15 and later. */
const createZstdDecompress = Reflect.get(zlib, 'createZstdDecompress') as (() => Transform) | undefined;

/** Some servers send `deflate` without the header of zlib. Its first byte tells. */
const isZlib = (first: Buffer): boolean => (first[0]! & 0x0f) === 8;

const CODINGS = new Map<string, (first: Buffer) => Transform>([
  ...['gzip', 'x-gzip'].map((name) => [name, () => zlib.createGunzip(CUT)] as const),
  ['deflate', (first) => (isZlib(first) ? zlib.createInflate(CUT) : zlib.createInflateRaw(CUT))],
  ['br', () => zlib.createBrotliDecompress(CUT_BROTLI)],
  [
    'zstd',
    () => {
      if (createZstdDecompress === undefined)
        throw new OutboundError('refused', 'The answer is compressed in a way that this Node cannot read');
      return createZstdDecompress();
    },
  ],
]);

/**
 * Inflates the body of an answer. Hosts may compress it even if the request forbids that. Names that are no coding, such as
 * `utf-8`, are ignored as in browsers.
 * @param encoding the header Content-Encoding
 * @param bounded bounds the bytes of each step, so that little input cannot become much work
 */
export function inflated(body: Bytes, encoding: string, bounded: (bytes: Bytes) => Bytes): Bytes {
  const codings = encoding.split(',').flatMap((name) => CODINGS.get(name.trim().toLowerCase()) ?? []);
  if (codings.length > CODINGS_MAX) throw new OutboundError('refused', 'The answer is compressed too often');
  return codings.reduceRight<Bytes>((bytes, coding) => bounded(through(bytes, coding)), bounded(body));
}

async function* through(bytes: Bytes, coding: (first: Buffer) => Transform): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]();
  const begun = await chunks.next();
  if (begun.done === true) return;
  const first = begun.value;
  const input = Readable.from(after(first, { [Symbol.asyncIterator]: () => chunks }), { objectMode: false });
  // It passes its error on to the reader below.
  yield* pipeline(input, coding(first), () => undefined) as Bytes;
}

async function* after(first: Buffer, rest: Bytes): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
