import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from './semantics/document.js';
import { encode } from './semantics/encode.js';
import type { Doc } from './semantics/types.js';

const blockSize = 1 << 18;
let files = 0;

/** A temporary file of documents, for what a sort or a group has no room for in memory. */
export class SpillFile {
  private readonly path: string;
  private readonly file: number;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private written = 0;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.path = join(directory, `${process.pid}-${++files}`);
    this.file = openSync(this.path, 'wx+');
  }

  append(doc: Doc): void {
    const bytes = encode(doc);
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= blockSize) this.mark();
  }

  /** Writes out what is held back; the place in the file where the next document will begin. */
  mark(): number {
    const block = Buffer.concat(this.waiting);
    for (let at = 0; at < block.length;) at += writeSync(this.file, block, at);
    this.waiting = [];
    this.waitingBytes = 0;
    return (this.written += block.length);
  }

  /** The documents between two marks. */
  *read(start: number, end: number): Generator<Doc> {
    let rest = Buffer.alloc(0);
    for (let at = start; at < end;) {
      const needed = rest.length >= 4 ? rest.readInt32LE(0) - rest.length : 0;
      const block = Buffer.allocUnsafe(Math.min(Math.max(blockSize, needed), end - at));
      at += readSync(this.file, block, 0, block.length, at);
      rest = Buffer.concat([rest, block]);
      let from = 0;
      for (
        let size;
        rest.length - from >= 4 && rest.length - from >= (size = rest.readInt32LE(from));
        from += size
      )
        yield decode(rest.subarray(from, from + size));
      rest = rest.subarray(from);
    }
  }

  close(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }
}
