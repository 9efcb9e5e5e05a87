import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { decode } from '../bson/decode.js';
import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';

/**
 * A client that sends and returns documents byte for byte, while a driver may change types or the order of fields.
 */
export class WireClient {
  private buffered = Buffer.alloc(0);

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.buffered = Buffer.concat([this.buffered, chunk])));
  }

  /** Connects to the first server of a URI without a password. */
  static async connect(uri: string): Promise<WireClient> {
    const { hostname, port } = new URL(uri);
    const socket = connect(Number(port || 27017), hostname);
    await once(socket, 'connect');
    return new WireClient(socket);
  }

  /** Returns the reply to a command, even if it is an error. */
  async command(db: string, body: Doc): Promise<Doc> {
    const bytes = encode({ ...body, $db: db });
    const head = Buffer.alloc(21);
    head.writeInt32LE(21 + bytes.length, 0);
    head.writeInt32LE(2013, 12);
    this.socket.write(Buffer.concat([head, bytes]));
    const { buffered } = this;
    while (this.buffered.length < 4 || this.buffered.length < this.buffered.readInt32LE(0))
      await once(this.socket, 'data');
    if (buffered.length > 0) throw new Error('A reply was left over.');
    const reply = this.buffered;
    this.buffered = Buffer.alloc(0);
    return decode(reply.subarray(21));
  }

  close(): void {
    this.socket.destroy();
  }
}
