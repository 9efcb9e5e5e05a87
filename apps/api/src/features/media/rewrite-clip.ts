import { Worker } from 'node:worker_threads';
import type { ClipFacts } from './clip-file.js';

/** Milliseconds and megabytes that a clip may take; the largest honest one takes a few seconds and 50 MB. */
const WITHIN = 60_000;
const MEMORY = 256;

/** Node itself runs what was built; in tests and development the worker reads the source, by the loader that these use. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = new URL('./clip-worker.js', import.meta.url);
const FROM_SOURCE = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${PROGRAM.href}', '${import.meta.url}'))`;

/**
 * `rewriteClip` of clip-file.ts in a thread of its own: a forged file of a few bytes can keep its reader busy for ever or
 * fill the memory, and then ends that thread alone.
 * @throws Error of the clip, or ERR_WORKER_OUT_OF_MEMORY; the reason of the signal, once nothing is written any more
 */
export function rewriteClip(from: string, to: string, signal?: AbortSignal): Promise<ClipFacts> {
  const end = AbortSignal.any([...(signal === undefined ? [] : [signal]), AbortSignal.timeout(WITHIN)]);
  return new Promise((resolve, reject) => {
    end.throwIfAborted();
    const worker = new Worker(isSource ? FROM_SOURCE : PROGRAM, {
      eval: isSource,
      workerData: { from, to },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    const giveUp = () => void worker.terminate();
    end.addEventListener('abort', giveUp, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      end.removeEventListener('abort', giveUp);
      // after an answer or an error this says nothing
      reject(end.aborted ? (end.reason as Error) : new Error('The clip was not rewritten'));
    });
  });
}
