import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { healthIs, createMember } from './member.js';
import { startApi } from './processes.js';

export interface StopResult {
  inFlight: number;
  /** Milliseconds from the signal until the process exits. */
  took: number;
  wrong: string[];
}

/** Milliseconds between the halves of a request: long enough for the server to read the first. */
const HALFWAY = 500;

/**
 * Sends SIGTERM with requests in flight: all complete, new connections are rejected, and the process exits with 0
 * within 10 s.
 */
export async function stopUnderLoad(uri: string, inFlight: number, source = false): Promise<StopResult> {
  const api = await startApi(uri, { source });
  await healthIs(api.url, 200, 60_000);
  const member = createMember(api.url);
  await member.signUp();
  const body = JSON.stringify({ title: 'Written while the server stops' });
  const half = Math.floor(body.length / 2);
  const requests = Array.from({ length: inFlight }, () =>
    request(`${api.url}/posts`, { method: 'POST', agent: false, headers: member.headersOf(body) }),
  );
  const answered = Promise.allSettled(requests.map(statusOf));
  for (const one of requests) one.write(body.slice(0, half));
  await new Promise((resolve) => setTimeout(resolve, HALFWAY));
  const start = performance.now();
  api.child.kill('SIGTERM');
  await api.line('stopping');
  // On a new connection: a kept-alive one may send one last request before it is closed.
  const late = await statusOf(request(`${api.url}/health/live`, { agent: false }).end()).catch(
    () => undefined,
  );
  for (const one of requests) one.end(body.slice(half));
  const wrong: string[] = [];
  if (late !== undefined) wrong.push('a new connection was still served');
  for (const answer of await answered) {
    if (answer.status === 'rejected') wrong.push(`a request in flight was cut off: ${String(answer.reason)}`);
    else if (answer.value !== 201) wrong.push(`a request in flight was answered ${answer.value}`);
  }
  const code = await api.ended;
  const took = performance.now() - start;
  if (code !== 0) wrong.push(`the process ended with ${String(code)}`);
  if (took > 10_000) wrong.push(`the process took ${Math.round(took)} ms to end`);
  return { inFlight, took, wrong };
}

async function statusOf(one: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(one, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}
