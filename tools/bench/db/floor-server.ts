// The floor: a server that frames messages and sends fixed replies, the least that any MongoDB server in Node does.
import { createServer, type Socket } from 'node:net';
import { Long, serialize } from 'bson';
import { postOf } from './posts.js';

const OP_REPLY = 1;
/** Only the handshake still uses it. */
const OP_QUERY = 2004;
const OP_MSG = 2013;

const posts = Array.from({ length: 20 }, (_, i) => postOf(i));
const found = (firstBatch: object[]) =>
  serialize({ cursor: { firstBatch, id: Long.ZERO, ns: 'bench.posts' }, ok: 1 });
const one = found(posts.slice(0, 1));
const twenty = found(posts);
const limitOfTwenty = Buffer.from('\x10limit\0\x14\0\0\0', 'latin1');
const written = serialize({ n: 1, nModified: 1, ok: 1 });
const hello = serialize({
  ok: 1,
  isWritablePrimary: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 25,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
});

/** The reply to a message, by the name of the first field of its document. */
function documentFor(message: Buffer, isLegacy: boolean): Uint8Array {
  if (isLegacy || message.toString('latin1', 26, 31) === 'hello') return hello;
  if (message.toString('latin1', 26, 30) !== 'find') return written;
  return message.includes(limitOfTwenty) ? twenty : one;
}

function reply(message: Buffer): Buffer {
  const isLegacy = message.readInt32LE(12) === OP_QUERY;
  const document = documentFor(message, isLegacy);
  // after the header: of OP_REPLY flags, cursor, start and count; of OP_MSG flags and the kind of the section
  const head = Buffer.alloc(isLegacy ? 36 : 21);
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  if (isLegacy) head.writeInt32LE(1, 32);
  return Buffer.concat([head, document]);
}

function serve(socket: Socket): void {
  let waiting: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true).on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    while (waiting.length >= 16 && waiting.length >= waiting.readInt32LE(0)) {
      const size = waiting.readInt32LE(0);
      socket.write(reply(waiting.subarray(0, size)));
      waiting = waiting.subarray(size);
    }
  });
}

createServer(serve).listen(Number(process.env['PORT']), '127.0.0.1');
