// The floor: the embedded server's own wire code with fixed replies, the minimum for any storage.
import { createServer } from 'node:net';
import { Long } from 'bson';
import { encode } from '../../packages/embedded-mongo/src/bson/encode.js';
import { Batch, cursorReply } from '../../packages/embedded-mongo/src/run/batch.js';
import { serveConnection, type Request } from '../../packages/embedded-mongo/src/wire/connection.js';
import { postOf } from './posts.js';

const posts = Array.from({ length: 20 }, (_, i) => encode(postOf(i)));
const hello = encode({
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
const written = encode({ n: 1, nModified: 1, ok: 1 });
const limitOfTwenty = Buffer.from('\x10limit\0\x14\0\0\0', 'latin1');
const cursor = { id: Long.ZERO, ns: 'bench.posts' };

function answer({ body }: Request): Buffer | Buffer[] {
  // the name of the first field is the command
  const command = body.toString('latin1', 5, 11);
  if (command.startsWith('find'))
    return cursorReply(
      'firstBatch',
      new Batch(body.includes(limitOfTwenty) ? posts : posts.slice(0, 1)),
      cursor,
    );
  return /^(hello|ismast|isMast)/.test(command) ? hello : written;
}

createServer((socket) => serveConnection(socket, answer, () => undefined)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);
