import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { withTimeout } from '../with-timeout.js';

export interface StoredBytes {
  /** The file from byte `start` on. */
  body: Readable;
  start: number;
  /** The last byte to send. */
  end: number;
  /** Requests the rest from the store. */
  reopen: (start: number) => Promise<Readable>;
  /** Maximum milliseconds the store may take before its first byte, and after this many bytes. */
  patience: (bytes: number) => number;
  /** Milliseconds a client may lag before the store's connection is released. */
  lag: number;
}

/**
 * Sends a stored file to a client of any speed. A slow client holds no connection to the store: another request
 * fetches the rest later.
 * @throws Error if the store ends too early or is too slow
 */
export async function streamFromStore(stored: StoredBytes, res: Response): Promise<void> {
  const { start, end, reopen, patience, lag } = stored;
  let at = start;
  let waited = 0;
  let { body } = stored;
  const stop = () => body.destroy();
  res.once('close', stop);
  try {
    for (;;) {
      const isWhole = await copyWhileTaken();
      if (at > end) break;
      if (isWhole) throw new Error('The store ended a file too early');
      await taken(res);
      if (res.destroyed) return;
      body = await reopen(at);
    }
    res.end();
  } finally {
    res.off('close', stop);
    body.destroy();
  }

  /** @returns false if the client lags */
  async function copyWhileTaken(): Promise<boolean> {
    let asked = performance.now();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      waited += performance.now() - asked;
      at += chunk.length;
      if (waited > patience(at - start)) throw new Error('The store sends a file too slowly');
      if (!res.write(chunk)) {
        const isTaken = await withTimeout(lag, undefined, () => taken(res)).then(
          () => true,
          () => false,
        );
        if (!isTaken) return false;
      }
      asked = performance.now();
    }
    return true;
  }
}

/** Resolves when the client has read the written bytes, or disconnected. */
async function taken(res: Response): Promise<void> {
  if (res.destroyed || !res.writableNeedDrain) return;
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]).finally(() =>
    ended.abort(),
  );
}
