import { t } from '@lingui/core/macro';
import type { SignUpChallenge } from '@social-feed/contracts';

/** Solves a challenge in a worker, so that the page stays responsive. Rejects without one or without HTTPS. */
export const solve = (challenge: SignUpChallenge): Promise<object> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
    const end = (solution: object | null) => {
      worker.terminate();
      if (solution) resolve(solution);
      else reject(new Error(t`This browser could not finish its check for robots.`));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<object | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage(challenge);
  });
