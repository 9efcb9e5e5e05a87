import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import express, { type RequestHandler } from 'express';

/** Where files of uploads live. Keys are `{id}/{name}`, both of our own making. */
export interface MediaStorage {
  /** Keeps a file: whole, or not at all. @param source its bytes, or the path that it has now */
  put(key: string, source: Buffer | string): Promise<void>;
  /** Removes all files of an upload; harmless where there are none. */
  remove(id: string): Promise<void>;
  /** Answers `GET /{key}` with the file. */
  serve: RequestHandler;
}

/** Files in a folder: written beside their place first, so that none is ever seen half. */
export function diskStorage(directory: string): MediaStorage {
  return {
    async put(key, source) {
      const path = join(directory, key);
      const unfinished = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      if (typeof source === 'string') await copyFile(source, unfinished);
      else await writeFile(unfinished, source);
      await rename(unfinished, path);
    },
    remove: (id) => rm(join(directory, id), { recursive: true, force: true }),
    serve: express.static(directory, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (res) => {
        res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
        res.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  };
}
