import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { healthIs, createMember, HEALTHY_WITHIN } from './member.js';
import { startApi } from './processes.js';

export interface StopResult {
  inFlight: number;
  /** Milliseconds from the signal until the process exits. */
  took: number;
  /** Requests that the machine was too slow for: they got the 503 of their deadline. */
  late: number;
  wrong: string[];
}

/** Milliseconds between two tries, and how often each is tried. */
const TRY_EVERY = 100;
const TRIES = 300;

/**
 * Sends SIGTERM with requests in flight: all complete, new connections are rejected, and the process exits with 0
 * within 10 s.
 */
export async function stopUnderLoad(uri: string, inFlight: number): Promise<StopResult> {
  const api = await startApi(uri);
  await healthIs(api.url, 200, HEALTHY_WITHIN);
  const member = createMember(api.url);
  await member.signUp();
  // the first post loads modules and opens connections
  await member.call('POST', '/posts', { title: 'Written before the server stops' });
  const body = JSON.stringify({ title: 'Written while the server stops' });
  const half = Math.floor(body.length / 2);
  const requests = await inFlightOf(inFlight, api.url, () =>
    request(`${api.url}/posts`, {
      method: 'POST',
      agent: false,
      headers: { ...member.headersOf(body), expect: '100-continue' },
    }),
  );
  const answered = Promise.allSettled(requests.map(statusOf));
  for (const one of requests) one.write(body.slice(0, half));
  const start = performance.now();
  api.child.kill('SIGTERM');
  await api.line('stopping');
  const closed = await closesToNew(api.url);
  for (const one of requests) one.end(body.slice(half));
  const wrong: string[] = [];
  let unavailable = 0;
  if (!closed) wrong.push('new connections were still served');
  for (const answer of await answered) {
    if (answer.status === 'rejected') wrong.push(`a request in flight was cut off: ${String(answer.reason)}`);
    else if (answer.value === 503) unavailable += 1;
    else if (answer.value !== 201) wrong.push(`a request in flight was answered ${answer.value}`);
  }
  const code = await api.ended;
  const late = api.output().split('Request deadline passed').length - 1;
  if (unavailable > late) wrong.push(`${unavailable - late} requests in flight were answered 503 in time`);
  const took = performance.now() - start;
  if (code !== 0) wrong.push(`the process ended with ${String(code)}`);
  if (took > 10_000) wrong.push(`the process took ${Math.round(took)} ms to end`);
  return { inFlight, took, late, wrong };
}

/**
 * Opens requests and resolves when the server has read the head of each and waits for its body. A busy machine sheds
 * some before that; others take their place.
 */
async function inFlightOf(count: number, url: string, open: () => ClientRequest): Promise<ClientRequest[]> {
  const waiting = new Set<ClientRequest>();
  for (let tries = 0; waiting.size < count; tries += 1) {
    if (tries === TRIES) throw new Error(`The server sheds all but ${waiting.size} requests`);
    const more = Array.from({ length: count - waiting.size }, open);
    for (const one of more) {
      waiting.add(one);
      one.once('response', () => waiting.delete(one));
      one.flushHeaders();
    }
    await Promise.all(more.map((one) => once(one, 'continue')));
    // a refusal follows its "100 Continue" at once, so it arrives before the answer to a later call, though perhaps in
    // the same turn
    await liveness(url);
    await nextTurn();
    if (waiting.size < count) await pause(TRY_EVERY);
  }
  return Array.from(waiting);
}

/** Whether new connections are refused soon. Those opened before the server hears of the signal are still served. */
async function closesToNew(url: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await liveness(url);
    } catch {
      return true;
    }
    await pause(TRY_EVERY);
  }
  return false;
}

/** Status of a call on a new connection: a kept-alive one may send one last request before it is closed. */
const liveness = (url: string) => statusOf(request(`${url}/health/live`, { agent: false }).end());

async function statusOf(one: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(one, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}
