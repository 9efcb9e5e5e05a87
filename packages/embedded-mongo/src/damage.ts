import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const magic = 0xbeefc0de;
const noPage = 0xffffffffffffffffn;

interface Meta {
  pageSize: number;
  roots: bigint[];
  lastPage: bigint;
  transaction: bigint;
}

/** One of lmdb's two meta pages: which transaction it commits, and where the trees begin. */
function metaPage(page: Buffer): Meta | undefined {
  if (page.readUInt32LE(24) !== magic) return undefined;
  return {
    pageSize: page.readUInt32LE(0x30),
    roots: [page.readBigUInt64LE(0x58), page.readBigUInt64LE(0x88)].filter((root) => root !== noPage),
    lastPage: page.readBigUInt64LE(0x90),
    transaction: page.readBigUInt64LE(0x98),
  };
}

/**
 * Tells what is wrong with a store's file, before lmdb maps it into memory, where a wrong page number would end the
 * process. Looks at the two meta pages, the length and the pages where the trees begin; undefined when all is well.
 */
export function damageOf(file: string): string | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    // a new store
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(fd);
    if (size === 0) return undefined;
    const read = (at: number): Buffer => {
      const bytes = Buffer.alloc(256);
      readSync(fd, bytes, 0, 256, at);
      return bytes;
    };
    const first = metaPage(read(0));
    const second = first && metaPage(read(first.pageSize));
    if (!first || !second || first.pageSize < 512) return 'its header is not that of a store';
    const { pageSize, roots, lastPage } = first.transaction > second.transaction ? first : second;
    // pages at the end that a transaction took and gave back may never have been written
    if (Number(lastPage) * pageSize * 0.75 > size) return 'it ends before its last page';
    for (const root of roots) {
      const at = Number(root) * pageSize;
      if (at + pageSize > size || read(at).readBigUInt64LE(0) !== root)
        return 'a page is not what it should be';
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}
