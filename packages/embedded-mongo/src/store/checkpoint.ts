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

/** The magic number in the first bytes of every lmdb file. */
const magic = Buffer.from('dec0efbe', 'hex');

/** Identifies this start of the machine: by the kernel's boot id, on other systems by the minute of the boot. */
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
 * Saves lmdb's roots, its first two pages, at each flush. Writes between two flushes are unordered: after a power
 * failure, the roots in the store may point to pages that never reached the disk. So each flush saves a copy of the
 * roots in a second file, alternating between two slots, and the first start after a reboot restores the newest
 * complete copy. A read transaction from the time of the copy preserves the pages that it points to.
 */
export class Checkpoint {
  private readonly data: number;
  private readonly copies: number;
  private readonly start: Buffer;
  private number = 0;
  private root: RootDatabase<Buffer, Buffer> | undefined;
  private pageSize = 0;
  /**
   * Read transactions of the last flush and of failed ones. They keep lmdb from overwriting the pages that they
   * see.
   */
  private readonly snapshots: Transaction[] = [];

  /**
   * Restores the roots if the machine restarted since the copy. Throws for a file that is not a store, because lmdb
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

  /** Encodes the current roots as the next copy. */
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

  /** Offset of the next copy, in the slot without the newest one. */
  private get place(): number {
    return ((this.number + 1) % 2) * slotSize;
  }

  /**
   * Starts a read transaction on the current pages: it registers this process as a reader and preserves the pages
   * for the next flush.
   */
  follow(root: RootDatabase<Buffer, Buffer>): void {
    this.root = root;
    this.pageSize = (root.getStats() as { pageSize: number }).pageSize;
    this.snapshots.push(root.useReadTransaction());
  }

  /** Writes the first copy, before any other write. */
  begin(): void {
    const bytes = this.take();
    fdatasyncSync(this.data);
    writeSync(this.copies, bytes, 0, bytes.length, this.place);
    fdatasyncSync(this.copies);
    this.number++;
  }

  /** Flushes all commits so far to disk, then saves their roots. */
  async flush(): Promise<void> {
    const before = [...this.snapshots];
    this.snapshots.push(this.root!.useReadTransaction());
    const bytes = this.take();
    await promisify(fdatasync)(this.data);
    await promisify(write)(this.copies, bytes, 0, bytes.length, this.place);
    await promisify(fdatasync)(this.copies);
    this.number++;
    // if the flush failed, the copy on disk still needs the earlier snapshots
    for (const one of before) one.done();
    this.snapshots.splice(0, before.length);
  }

  close(): void {
    for (const one of this.snapshots) one.done();
    closeSync(this.data);
    closeSync(this.copies);
  }
}
