import { setMaxListeners } from 'node:events';

/**
 * Does work that gets so many milliseconds. Past them, and when the other signal is aborted, this rejects at once,
 * whether the work ends or not.
 * @param work its signal is aborted then, and never once it has ended
 * @param late makes the error of work that takes longer
 */
export async function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  late = () => new Error(`No end after ${milliseconds} ms`),
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  // each read that is under way listens, and there may be more than the ten that Node warns of
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
