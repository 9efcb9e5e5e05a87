import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, say } from './say.mjs';

/** Why the API is not ready, such as a migration; empty if it does not say, or not more than that. */
function reasonIn(text) {
  try {
    const { message = '' } = JSON.parse(text);
    return message === 'Service temporarily unavailable' ? '' : message.replace(/\.$/, '');
  } catch {
    return '';
  }
}

/** Waits until the address returns 200; refuses after `seconds`. Returns early and silently when `supervisor` stops. */
export async function waitForAnswer(name, url, { supervisor, seconds = 120 } = {}) {
  const deadline = performance.now() + seconds * 1000;
  let told = '';
  while (!supervisor?.stopping()) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
      const text = await answer.text();
      if (answer.status === 200) return;
      const reason = reasonIn(text);
      if (reason !== told && reason !== '') say(`${name}: ${reason}.`);
      told = reason;
    } catch {
      // not up yet
    }
    if (performance.now() > deadline)
      throw new Refusal(`${name} did not answer at ${url} in ${seconds} seconds.`);
    await sleep(250);
  }
}
