import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';

/** Where files of uploads live. Keys are `{id}/{name}`, both of our own making. */
export interface MediaStorage {
  /**
   * Keeps a file: whole, or not at all.
   * @param source its bytes, or the path of a file, which the store may take away
   * @param signal gives up
   */
  put(key: string, source: Buffer | string, signal?: AbortSignal): Promise<void>;
  /** Removes all files of an upload; harmless where there are none. */
  remove(id: string): Promise<void>;
  /**
   * Answers a GET or HEAD with the file, in ranges where asked for; goes on to `next` where there is none.
   * @param signal gives up as long as the answer has not begun
   */
  serve(
    key: string,
    req: Request,
    res: Response,
    next: NextFunction,
    signal?: AbortSignal,
  ): Promise<void> | void;
  /** Lets go of connections. */
  close?(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** The type of a stored file, by the name that we gave it. */
export const mediaType = (key: string): string => TYPES[extname(key)] ?? 'application/octet-stream';

/** Names never get other content, so files are cached for good; none of them can do anything in a browser. */
export const MEDIA_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Files in a folder: written beside their place first, so that none is ever seen half. */
export function diskStorage(directory: string): MediaStorage {
  return {
    async put(key, source) {
      const path = join(directory, key);
      const unfinished = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      if (typeof source === 'string') await moveFile(source, unfinished);
      else await writeFile(unfinished, source, { flush: true });
      await rename(unfinished, path);
    },
    remove: (id) => rm(join(directory, id), { recursive: true, force: true }),
    serve(key, _req, res, next) {
      const headers = { ...MEDIA_HEADERS, 'Content-Type': mediaType(key) };
      res.sendFile(key, { root: directory, dotfiles: 'deny', cacheControl: false, headers }, (error) => {
        if (error === undefined || error === null) return;
        // The reader may have left before the file was opened.
        if (res.headersSent || res.destroyed) return;
        for (const name of Object.keys(headers)) res.removeHeader(name);
        const status = 'status' in error ? error.status : undefined;
        if (status === 416) res.status(416).end();
        // A file that is not there is no failure.
        else next(status === 404 || status === 403 ? undefined : error);
      });
    },
  };
}

/** Renames, or copies where the target lies on another file system; on the disk when it returns. */
async function moveFile(from: string, to: string): Promise<void> {
  await flush(from);
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, to);
    await flush(to);
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
