import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './say.mjs';

/** Waits until the address returns 200; refuses after `seconds`. Returns early and silently during shutdown. */
export async function waitForAnswer(name, url, { supervisor, seconds = 120 }) {
  const deadline = performance.now() + seconds * 1000;
  while (!supervisor.stopping()) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
      await answer.arrayBuffer();
      if (answer.status === 200) return;
    } catch {
      // not up yet
    }
    if (performance.now() > deadline)
      throw new Refusal(`${name} did not answer at ${url} in ${seconds} seconds.`);
    await sleep(250);
  }
}
