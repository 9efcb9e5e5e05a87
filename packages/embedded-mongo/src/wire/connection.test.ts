import { Int32 } from 'bson';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { startTestServer, type TestServer } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

function message(opCode: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([int(16 + body.length), int(77), int(0), int(opCode), body]);
}

const opMsg = (command: Doc, flags = 0, ...rest: Buffer[]): Buffer =>
  message(2013, int(flags), Buffer.from([0]), encode(command), ...rest);

/** Reads whole messages from a socket. */
function reader(socket: Socket): () => Promise<Buffer> {
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => (buffered = Buffer.concat([buffered, chunk])));
  return async () => {
    while (buffered.length < 4 || buffered.length < buffered.readInt32LE(0)) await once(socket, 'data');
    const size = buffered.readInt32LE(0);
    const one = buffered.subarray(0, size);
    buffered = buffered.subarray(size);
    return one;
  };
}

async function open(): Promise<{ socket: Socket; next: () => Promise<Buffer> }> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return { socket, next: reader(socket) };
}

/** Sends bytes and expects the server to close this connection and to keep serving others. */
async function closedBy(bytes: Buffer): Promise<void> {
  const { socket } = await open();
  // Not `once`, which rejects if the server closes with unread bytes.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await closed;
  expect(await server.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
}

describe('the wire protocol', () => {
  it('answers the legacy handshake, then messages', async () => {
    const { socket, next } = await open();
    const name = Buffer.from('admin.$cmd\0');
    socket.write(message(2004, int(0), name, int(0), int(-1), encode({ ismaster: 1, helloOk: true })));
    const hello = await next();
    expect(hello.readInt32LE(12)).toBe(1);
    expect(hello.readInt32LE(8)).toBe(77);
    expect(decode(hello.subarray(36))).toMatchObject({
      ismaster: true,
      helloOk: true,
      maxWireVersion: new Int32(25),
    });
    socket.write(opMsg({ ping: 1, $db: 'admin' }));
    expect(decode((await next()).subarray(21))).toHaveProperty('ok');
    socket.destroy();
  });

  it('accepts a checksum, document sequences, and split or joined messages', async () => {
    const { socket, next } = await open();
    const documents = [encode({ _id: 1 }), encode({ _id: 2 })];
    const id = Buffer.from('documents\0');
    const size = 4 + id.length + documents[0]!.length * 2;
    const insert = opMsg(
      { insert: 'seq', $db: 'test' },
      1,
      Buffer.from([1]),
      int(size),
      id,
      ...documents,
      int(0),
    );
    for (let i = 0; i < insert.length; i += 7) {
      socket.write(insert.subarray(i, i + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(decode((await next()).subarray(21))).toMatchObject({ n: new Int32(2) });
    socket.write(Buffer.concat([opMsg({ count: 'seq', $db: 'test' }), opMsg({ ping: 1, $db: 'test' })]));
    expect(decode((await next()).subarray(21))).toMatchObject({ n: new Int32(2) });
    expect(decode((await next()).subarray(21))).toHaveProperty('ok');
    socket.destroy();
  });

  it('executes a message that wants no reply, and sends none', async () => {
    const { socket, next } = await open();
    const insert = { insert: 'quiet', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db: 'test' };
    socket.write(Buffer.concat([opMsg(insert, 2), opMsg({ count: 'quiet', $db: 'test' })]));
    expect(decode((await next()).subarray(21))).toMatchObject({ n: new Int32(1) });
    socket.destroy();
  });

  it.each([
    ['random bytes', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a length above 48 MB', Buffer.concat([int(48_000_001), int(1), int(0), int(2013)])],
    ['a negative length', Buffer.concat([int(-5), int(1), int(0), int(2013)])],
    ['an unknown opcode', message(2001, Buffer.alloc(20))],
    [
      'a document longer than its message',
      message(2013, int(0), Buffer.from([0]), int(1000), Buffer.alloc(20)),
    ],
    ['an unknown required flag', opMsg({ ping: 1, $db: 'test' }, 8)],
    ['a section without end', message(2013, int(0), Buffer.from([1]), int(4000), Buffer.alloc(20))],
    ['no body', message(2013, int(0), Buffer.from([1]), int(7), Buffer.from('ab\0'), int(0))],
  ])('closes only the connection that sends %s', (_, bytes) => closedBy(bytes));

  it('answers malformed or too deep BSON with an error and continues', async () => {
    const { socket, next } = await open();
    let deep: Doc = {};
    for (let i = 0; i < 150; i++) deep = { a: deep };
    let bytes = encode(deep);
    for (let i = 0; i < 150; i++)
      bytes = Buffer.concat([int(bytes.length + 8), Buffer.from('\x03a\0'), bytes, Buffer.from([0])]);
    socket.write(message(2013, int(0), Buffer.from([0]), bytes));
    expect(decode((await next()).subarray(21))).toMatchObject({ code: new Int32(15), codeName: 'Overflow' });
    const broken = encode({ find: 'x', filter: 'text', $db: 'test' });
    broken[broken.indexOf('text') - 4] = 99;
    socket.write(message(2013, int(0), Buffer.from([0]), broken));
    expect(decode((await next()).subarray(21))).toMatchObject({ code: new Int32(22) });
    socket.write(opMsg({ ping: 1, $db: 'test' }));
    expect(decode((await next()).subarray(21))).toHaveProperty('ok');
    socket.destroy();
  });

  it('serves 200 connections, some of them idle', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open()));
    await Promise.all(
      sockets.slice(100).map(async ({ socket, next }) => {
        socket.write(opMsg({ ping: 1, $db: 'test' }));
        expect(decode((await next()).subarray(21))).toHaveProperty('ok');
      }),
    );
    for (const { socket } of sockets) socket.destroy();
  });
});
