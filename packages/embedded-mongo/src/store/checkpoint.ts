import type { RootDatabase, Transaction } from 'lmdb';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  openSync,
  readFileSync,
  readSync,
  write,
  writeSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { promisify } from 'node:util';

/** Stands in the first bytes of every lmdb file. */
const magic = Buffer.from('dec0efbe', 'hex');

/** What tells one start of the machine from another: the kernel's own id, elsewhere the minute in which it began. */
export function machineStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return new Date(Date.now() - uptime() * 1000).toISOString().slice(0, 16);
  }
}

const digest = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const slotSize = 1 << 18;
/** Digest of the rest, length of the rest, number of the copy, digest of the machine's start. */
const headSize = 32 + 4 + 8 + 32;

/**
 * lmdb's roots, its first two pages, as the last flush left them. Between two flushes nothing is ordered: after a power
 * failure the roots in the store may point to pages that never reached the disk. So each flush keeps a copy beside the
 * store, in two places by turns, and the first start after one of the machine puts the newest whole copy back. What
 * the copy points to is still there, since a read transaction of that moment is held.
 */
export class Checkpoint {
  private readonly data: number;
  private readonly copies: number;
  private readonly start: Buffer;
  private number = 0;
  private root: RootDatabase<Buffer, Buffer> | undefined;
  private pageSize = 0;
  /** Read transactions, which keep lmdb from writing over pages that they see: of the last flush, and of failed ones. */
  private readonly snapshots: Transaction[] = [];

  /**
   * Puts the roots back where the machine was started since they were copied. Throws for a file that is no store: lmdb
   * would end the process on it.
   */
  constructor(path: string, machine: string) {
    this.start = digest(machine);
    const create = constants.O_RDWR | constants.O_CREAT;
    this.data = openSync(path, create, 0o644);
    this.copies = openSync(`${path}-roots`, create, 0o644);
    const header = Buffer.alloc(64);
    if (readSync(this.data, header, 0, 64, 0) > 0 && !header.includes(magic)) {
      this.close();
      throw new Error('embedded-mongo.lmdb is no store of lmdb');
    }
    const [newest] = [this.read(0), this.read(1)]
      .filter((copy) => copy !== undefined)
      .sort((a, b) => b.number - a.number);
    this.number = newest?.number ?? 0;
    if (!newest || newest.start.equals(this.start)) return;
    writeSync(this.data, newest.roots, 0, newest.roots.length, 0);
    fdatasyncSync(this.data);
  }

  private read(slot: number): { number: number; start: Buffer; roots: Buffer } | undefined {
    const bytes = Buffer.alloc(slotSize);
    const size = readSync(this.copies, bytes, 0, slotSize, slot * slotSize);
    const end = size < headSize ? 0 : headSize + bytes.readUInt32LE(32);
    if (end === 0 || end > size || !digest(bytes.subarray(32, end)).equals(bytes.subarray(0, 32)))
      return undefined;
    return {
      number: bytes.readDoubleLE(36),
      start: bytes.subarray(44, headSize),
      roots: bytes.subarray(headSize, end),
    };
  }

  /** The roots of this moment as the next copy. */
  private take(): Buffer {
    const { pageSize } = this;
    const bytes = Buffer.alloc(headSize + 2 * pageSize);
    readSync(this.data, bytes, headSize, 2 * pageSize, 0);
    bytes.writeUInt32LE(2 * pageSize, 32);
    bytes.writeDoubleLE(this.number + 1, 36);
    this.start.copy(bytes, 44);
    digest(bytes.subarray(32)).copy(bytes);
    return bytes;
  }

  /** Where the next copy goes: not over the newest. */
  private get place(): number {
    return ((this.number + 1) % 2) * slotSize;
  }

  /** Holds the pages of this moment, for this process to be seen and for the next flush. */
  follow(root: RootDatabase<Buffer, Buffer>): void {
    this.root = root;
    this.pageSize = (root.getStats() as { pageSize: number }).pageSize;
    this.snapshots.push(root.useReadTransaction());
  }

  /** Makes the first copy, before anything is written. */
  begin(): void {
    const bytes = this.take();
    fdatasyncSync(this.data);
    writeSync(this.copies, bytes, 0, bytes.length, this.place);
    fdatasyncSync(this.copies);
    this.number++;
  }

  /** Puts what is committed so far on the disk, then its roots beside it. */
  async flush(): Promise<void> {
    const before = [...this.snapshots];
    this.snapshots.push(this.root!.useReadTransaction());
    const bytes = this.take();
    await promisify(fdatasync)(this.data);
    await promisify(write)(this.copies, bytes, 0, bytes.length, this.place);
    await promisify(fdatasync)(this.copies);
    this.number++;
    // where that failed, the copy on the disk is still one of before
    for (const one of before) one.done();
    this.snapshots.splice(0, before.length);
  }

  close(): void {
    for (const one of this.snapshots) one.done();
    closeSync(this.data);
    closeSync(this.copies);
  }
}
