import { setMaxListeners } from 'node:events';

/**
 * Runs work with a timeout in milliseconds. On timeout, or when the other signal aborts, this rejects at once, even
 * if the work has not ended.
 * @param work its signal aborts then, but never after the work has ended
 * @param late creates the error for a timeout
 */
export async function withTimeout<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  late = () => new Error(`No end after ${milliseconds} ms`),
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  // each read in flight adds a listener, and there may be more than the ten after which Node warns
  setMaxListeners(0, signal);
  const timer = setTimeout(() => controller.abort(late()), milliseconds);
  const end = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', end, { once: true });
  try {
    outer?.throwIfAborted();
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      work(signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
}
