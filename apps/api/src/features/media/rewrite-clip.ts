import { Worker } from 'node:worker_threads';
import { timeoutSignal } from '../../platform/timeout-signal.js';
import type { ClipFacts } from './clip-file.js';
import { refuseClip } from './clip-refusal.js';

/** What rewriting a clip may take. The largest honest one takes a few seconds and 50 MB. */
export interface ClipLimits {
  /** Milliseconds in which the thread is busy with the clip. */
  cpu: number;
  /** Milliseconds altogether. */
  within: number;
  megabytes: number;
}

const LIMITS: ClipLimits = { cpu: 10_000, within: 60_000, megabytes: 256 };
/** Milliseconds between two looks at how busy the thread was. */
const LOOK_EVERY = 100;

/** Node itself runs what was built; in tests and development the worker reads the source, by the loader that these use. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = new URL('./clip-worker.js', import.meta.url);
const FROM_SOURCE = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${PROGRAM.href}', '${import.meta.url}'))`;

/**
 * `rewriteClip` of clip-file.ts in a thread of its own: a forged file of a few bytes can keep its reader busy for ever or
 * fill the memory, and then ends that thread alone.
 * @throws Error of the clip, or ERR_WORKER_OUT_OF_MEMORY; the reason of the signal, once nothing is written any more
 */
export function rewriteClip(
  from: string,
  to: string,
  signal?: AbortSignal,
  limits = LIMITS,
): Promise<ClipFacts> {
  const busy = new AbortController();
  const end = timeoutSignal(limits.within, signal, busy.signal);
  return new Promise((resolve, reject) => {
    end.signal.throwIfAborted();
    const worker = new Worker(isSource ? FROM_SOURCE : PROGRAM, {
      eval: isSource,
      workerData: { from, to },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    // Loading the program is not the clip's fault.
    let loading = Infinity;
    const busyFor = () => worker.performance.eventLoopUtilization().active;
    const look = setInterval(() => {
      if (busyFor() - loading > limits.cpu)
        busy.abort(refuseClip('This video takes too long to read. Export it again and upload that.'));
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
      // after an answer or an error this says nothing
      reject(end.signal.aborted ? (end.signal.reason as Error) : new Error('The clip was not rewritten'));
    });
  });
}
