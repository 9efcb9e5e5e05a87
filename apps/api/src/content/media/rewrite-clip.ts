import { t } from '@social-feed/contracts/t';
import { Worker } from 'node:worker_threads';
import { MINUTE } from '../../platform/time.js';
import { timeoutSignal } from '../../platform/timeout-signal.js';
import type { ClipFacts } from './clip-file.js';
import { refuseClip } from './clip-refusal.js';

/** Limits for rewriting a clip. The largest valid one takes a few seconds and 50 MB. */
interface ClipLimits {
  /** Maximum CPU time of the thread, in milliseconds. */
  cpu: number;
  /** Maximum total time, in milliseconds. */
  within: number;
  megabytes: number;
}

const LIMITS: ClipLimits = { cpu: 10_000, within: MINUTE, megabytes: 256 };
/** Milliseconds between two checks of the thread's CPU time. */
const LOOK_EVERY = 100;

/** In production the worker runs the built file; in tests and development there is none. */
const program = async (): Promise<URL> =>
  import.meta.url.endsWith('.ts')
    ? (await import('./clip-program.js')).CLIP_PROGRAM
    : new URL('./clip-worker.js', import.meta.url);

/**
 * Runs `rewriteClip` of clip-file.ts in a worker: a forged file of a few bytes can keep its reader busy forever or
 * fill the memory, and then only that thread ends.
 * @throws Error of the clip, or ERR_WORKER_OUT_OF_MEMORY; the reason of the signal, after all writing has stopped
 */
export async function rewriteClip(
  from: string,
  to: string,
  signal?: AbortSignal,
  limits = LIMITS,
): Promise<ClipFacts> {
  const url = await program();
  const busy = new AbortController();
  const end = timeoutSignal(limits.within, signal, busy.signal);
  return new Promise((resolve, reject) => {
    end.signal.throwIfAborted();
    const worker = new Worker(url, {
      workerData: { from, to },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    // The time to load the program does not count.
    let loading = Infinity;
    const busyFor = () => worker.performance.eventLoopUtilization().active;
    const look = setInterval(() => {
      if (busyFor() - loading > limits.cpu)
        busy.abort(refuseClip(t`This video takes too long to read. Export it again and upload that.`));
    }, LOOK_EVERY);
    const stop = () => void worker.terminate();
    end.signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ClipFacts | 'started') => {
      if (message === 'started') loading = busyFor();
      else resolve(message);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      clearInterval(look);
      end.clear();
      // has no effect after a result or an error
      reject(end.signal.aborted ? (end.signal.reason as Error) : new Error('The clip was not rewritten'));
    });
  });
}
