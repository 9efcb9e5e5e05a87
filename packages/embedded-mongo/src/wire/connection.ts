import type { Socket } from 'node:net';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
export const maxMessageSize = 48_000_000;

const CHECKSUM = 1;
const MORE_TO_COME = 2;
/** A receiver must understand flags below 1 << 16. */
const REQUIRED_FLAGS = 0xffff;

/** A message that violates the protocol; its connection is closed. */
class ProtocolError extends Error {}

/** One request: the command's bytes, and its document sequences by name. */
export interface Request {
  body: Buffer;
  sequences: Map<string, Buffer[]>;
  /** Set for the legacy handshake: the database of its namespace. */
  legacyDb?: string;
  /** Whether the client waits for a reply. */
  wantsReply: boolean;
}

/** BSON of a reply, as one buffer or as consecutive parts. */
export type Reply = Buffer | Buffer[];

/** Returns the end of the document at `at`, checked against `end`. */
function documentEnd(message: Buffer, at: number, end: number): number {
  const size = at + 5 <= end ? message.readInt32LE(at) : 0;
  if (size < 5 || at + size > end || message[at + size - 1] !== 0) throw new ProtocolError('document length');
  return at + size;
}

function cstringEnd(message: Buffer, at: number, end: number): number {
  const stop = message.indexOf(0, at);
  if (stop < 0 || stop >= end) throw new ProtocolError('string without end');
  return stop;
}

function parseMsg(message: Buffer): Request {
  if (message.length < 26) throw new ProtocolError('short message');
  const flags = message.readUInt32LE(16);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM | MORE_TO_COME)) throw new ProtocolError('unknown flag');
  const end = message.length - (flags & CHECKSUM ? 4 : 0);
  let body: Buffer | undefined;
  const sequences = new Map<string, Buffer[]>();
  for (let at = 20; at < end;) {
    const section = message[at++];
    if (section === 0) {
      if (body) throw new ProtocolError('two bodies');
      const stop = documentEnd(message, at, end);
      body = message.subarray(at, stop);
      at = stop;
    } else if (section === 1) {
      const size = at + 4 <= end ? message.readInt32LE(at) : 0;
      const stop = at + size;
      if (size < 5 || stop > end) throw new ProtocolError('section length');
      const nameEnd = cstringEnd(message, at + 4, stop);
      const documents: Buffer[] = [];
      const name = message.toString('utf8', at + 4, nameEnd);
      if (sequences.has(name)) throw new ProtocolError('two sequences of one name');
      for (at = nameEnd + 1; at < stop;) {
        const next = documentEnd(message, at, stop);
        documents.push(message.subarray(at, next));
        at = next;
      }
      sequences.set(name, documents);
    } else throw new ProtocolError('unknown section');
  }
  if (!body) throw new ProtocolError('no body');
  return { body, sequences, wantsReply: (flags & MORE_TO_COME) === 0 };
}

/** Parses OP_QUERY, which only the handshake still uses: a command on `<db>.$cmd`. */
function parseQuery(message: Buffer): Request {
  const nameEnd = cstringEnd(message, 20, message.length);
  const namespace = message.toString('utf8', 20, nameEnd);
  if (!namespace.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is gone since MongoDB 5.1');
  const at = nameEnd + 9;
  const body = message.subarray(at, documentEnd(message, at, message.length));
  return { body, sequences: new Map(), legacyDb: namespace.slice(0, -5), wantsReply: true };
}

/** Builds the header and, for OP_MSG and OP_REPLY, the bytes before the document. */
function frame(opCode: number, requestId: number, responseTo: number, size: number): Buffer {
  const before = opCode === OP_MSG ? 5 : 20;
  const head = Buffer.alloc(16 + before);
  head.writeInt32LE(16 + before + size, 0);
  head.writeInt32LE(requestId, 4);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(opCode, 12);
  if (opCode === OP_REPLY) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return head;
}

/**
 * Serves one connection, one request at a time. During a request, it reads no more than fits into the socket's
 * buffers. `answer` never rejects.
 */
export function serveConnection(
  socket: Socket,
  answer: (request: Request) => Reply | Promise<Reply>,
  onClose: () => void,
): void {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let busy = false;
  let nextId = 1;

  const takeMessage = (): Buffer | undefined => {
    if (buffered < 16) return undefined;
    if (chunks[0]!.length < 16) chunks = [Buffer.concat(chunks)];
    const size = chunks[0]!.readInt32LE(0);
    if (size < 21 || size > maxMessageSize) throw new ProtocolError('message length');
    if (buffered < size) return undefined;
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    buffered -= size;
    chunks = buffered ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  };

  /** Writes a reply at once. Returns a promise if the client must read before more may follow. */
  const send = (message: Buffer, opCode: number, reply: Reply): Promise<void> | undefined => {
    const parts = Array.isArray(reply) ? reply : [reply];
    let size = 0;
    for (const part of parts) size += part.length;
    const head = frame(opCode === OP_MSG ? OP_MSG : OP_REPLY, nextId++, message.readInt32LE(4), size);
    let flushed: boolean;
    if (size < 2 * blockSize) flushed = socket.write(Buffer.concat([head, ...parts], head.length + size));
    else {
      socket.cork();
      flushed = [head, ...parts].map((part) => socket.write(part)).at(-1)!;
      socket.uncork();
    }
    if (flushed) return undefined;
    return new Promise<void>((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.once('drain', done).once('close', done);
    });
  };

  const pump = async () => {
    if (busy) return;
    busy = true;
    try {
      for (let message; !socket.destroyed && (message = takeMessage());) {
        const opCode = message.readInt32LE(12);
        if (opCode !== OP_MSG && opCode !== OP_QUERY) throw new ProtocolError(`opcode ${opCode}`);
        const request = opCode === OP_MSG ? parseMsg(message) : parseQuery(message);
        if (buffered > 1 << 16) socket.pause();
        const pending = answer(request);
        const reply = pending instanceof Promise ? await pending : pending;
        const sending = request.wantsReply && !socket.destroyed ? send(message, opCode, reply) : undefined;
        if (sending) await sending;
        if (socket.isPaused()) socket.resume();
      }
    } catch {
      socket.destroy();
    } finally {
      busy = false;
    }
  };

  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    buffered += chunk.length;
    if (busy) {
      if (buffered > maxMessageSize) socket.pause();
    } else void pump();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', onClose);
}

/**
 * The parts of a batch are joined in blocks of about this size as they arrive, to avoid one long copy at the end.
 */
export const blockSize = 1 << 18;
