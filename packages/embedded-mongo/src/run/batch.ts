import type { Doc } from '../bson/document.js';
import { encode } from '../bson/encode.js';
import { blockSize } from '../wire/connection.js';

/** A document's bytes without length and terminator: only the elements. */
const elements = (doc: Doc): Buffer => encode(doc).subarray(4, -1);

/** Type and name of the elements of a document array: "0", "1", … */
const itemHeads = Array.from({ length: 1000 }, (_, i) => Buffer.from(`\x03${i}\0`, 'latin1'));
const cursorHead = Buffer.from('\x03cursor\0', 'latin1');
const end = Buffer.from([0]);
const success = elements({ ok: 1 });

/** The documents of a reply, as elements of a BSON array. */
export class Batch {
  readonly parts: Buffer[] = [];
  /** Size in bytes of the elements, and of the documents in them. */
  size = 0;
  count = 0;
  /** How many parts are joined into blocks, and the bytes of the others. */
  private blocks = 0;
  private loose = 0;

  constructor(documents: Uint8Array[] = []) {
    for (const document of documents) this.add(document);
  }

  add(document: Uint8Array): void {
    const head = itemHeads[this.count] ?? Buffer.from(`\x03${this.count}\0`, 'latin1');
    this.parts.push(head, document as Buffer);
    this.count++;
    this.size += head.length + document.length;
    this.loose += head.length + document.length;
    if (this.loose < blockSize) return;
    if (document.length < blockSize) this.parts.push(Buffer.concat(this.parts.splice(this.blocks)));
    this.blocks = this.parts.length;
    this.loose = 0;
  }
}

/** Builds `{cursor: {<batchName>: documents, id, ns}, ok: 1}` from already encoded documents. */
export function cursorReply(batchName: string, batch: Batch, cursor: Doc, rest?: Doc): Buffer[] {
  const batchHead = Buffer.from(`\x04${batchName}\0`, 'latin1');
  const start = Buffer.allocUnsafe(12 + cursorHead.length + batchHead.length);
  const tail = elements(cursor);
  const outer = rest ? elements({ ...rest, ok: 1 }) : success;
  const cursorSize = 4 + batchHead.length + 5 + batch.size + tail.length + 1;
  let at = start.writeInt32LE(4 + cursorHead.length + cursorSize + outer.length + 1, 0);
  at += cursorHead.copy(start, at);
  at = start.writeInt32LE(cursorSize, at);
  at += batchHead.copy(start, at);
  start.writeInt32LE(5 + batch.size, at);
  return [start, ...batch.parts, end, tail, end, outer, end];
}
