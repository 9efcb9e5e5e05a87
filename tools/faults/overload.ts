import { hasCaddy, startCaddy } from '@social-feed/api/testing/caddy';
import { healthIs, createMember } from '@social-feed/api/testing/faults/member';
import { freePort, killNow, startApi } from '@social-feed/api/testing/faults/processes';
import { createReaders, type Readers, type Outcome } from './readers.js';

export interface OverloadResult {
  /** Whether Caddy ran in front of the API, as when deployed. */
  behindCaddy: boolean;
  /** Requests per second that the API serves, and the factor by which the test exceeded it. */
  capacity: number;
  offered: number;
  served: number;
  shed: number;
  /** Milliseconds of served requests, including the waiting time in the sender. */
  p99: number;
  /** Median milliseconds until a rejection. */
  refusedIn: number;
  /** Milliseconds after the load until reads are as fast as before. */
  recovered: number;
  /** By which factor a page of the feed is slower while users sign in. */
  stormRatio: number;
  wrong: string[];
}

const TIMES = 10;
/** Maximum connections; requests are skipped while none is free. */
const CONNECTIONS = 2000;
const SIGNING_IN = 32;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const share = (values: number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

/** Measures the requests per second of a few readers that wait for each response. */
async function capacityOf(url: URL, milliseconds: number): Promise<number> {
  const readers = createReaders(url, 16);
  const end = performance.now() + milliseconds;
  let count = 0;
  const reading = Array.from({ length: 16 }, async () => {
    while (performance.now() < end) {
      await readers.read();
      count += 1;
    }
  });
  await Promise.all(reading);
  readers.close();
  return (count * 1000) / milliseconds;
}

/** Sends a fixed number of requests per second, without waiting for earlier responses. */
async function offer(url: URL, rate: number, seconds: number): Promise<Outcome[]> {
  const readers = createReaders(url, CONNECTIONS);
  const pending: Promise<Outcome>[] = [];
  const start = performance.now();
  let wanted = 0;
  while (performance.now() - start < seconds * 1000) {
    const due = ((performance.now() - start) / 1000) * rate;
    for (; wanted < due; wanted += 1) {
      const asked = readers.read();
      if (asked) pending.push(asked);
    }
    await pause(2);
  }
  const outcomes = await Promise.all(pending);
  readers.close();
  return outcomes;
}

/** Returns the median milliseconds of a page of the feed, read in sequence. */
async function pageTime(readers: Readers, count: number): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) times.push((await readers.read())?.took ?? 0);
  return share(times, 0.5);
}

/**
 * Returns by which factor a page is slower while many users sign in at once, and wait when the API tells them to.
 */
async function signInStorm(api: string, reader: Readers): Promise<number> {
  const calm = await pageTime(reader, 100);
  const end = new AbortController();
  const visitor = createMember(api);
  const signIn = async (number: number) => {
    // different names: wrong passwords for the same name are soon rejected without hashing
    for (let tries = 0; !end.signal.aborted; tries += 1) {
      const credentials = { emailOrUsername: `nobody_${number}_${tries}`, password: 'wrong horse 1' };
      const answer = await visitor.call('POST', '/auth/login', credentials).catch(() => undefined);
      if (answer?.status === 503) await pause(Number(answer.headers.get('retry-after')) * 1000);
    }
  };
  const knocking = Array.from({ length: SIGNING_IN }, (_, number) => signIn(number));
  await pause(1000);
  const stormy = await pageTime(reader, 100);
  end.abort();
  await Promise.all(knocking);
  return stormy / calm;
}

/** Starts the API as deployed: behind Caddy if it is installed. */
async function startDeployed(uri: string) {
  const port = await freePort();
  const caddy = hasCaddy() ? await startCaddy([port]) : undefined;
  const behind = caddy && { PUBLIC_WEB_ORIGIN: caddy.url, PUBLIC_API_ORIGIN: caddy.url, TRUST_PROXY: '1' };
  const api = await startApi(uri, { API_PORT: String(port), ...behind });
  const url = caddy === undefined ? api.url : `${caddy.url}/api`;
  await healthIs(url, 200, 30_000);
  const stop = async () => {
    await killNow(api);
    await caddy?.close();
  };
  return { url, behindCaddy: caddy !== undefined, stop };
}

/** Sends ten times the load that the API can serve, then many sign-ins during reads. */
export async function overload(uri: string, seconds: number): Promise<OverloadResult> {
  const api = await startDeployed(uri);
  const author = createMember(api.url);
  await author.signUp();
  const post = { title: 'A post', description: 'A text of usual length. '.repeat(8) };
  for (let number = 0; number < 200; number += 1) await author.call('POST', '/posts', post);

  const url = new URL(`${api.url}/posts/infinite?page=1&limit=20&isFirstLoad=true&seed=7`);
  await capacityOf(url, 2000);
  const capacity = await capacityOf(url, 5000);
  const reader = createReaders(url, 1);
  const calm = await pageTime(reader, 100);
  const outcomes = await offer(url, capacity * TIMES, seconds);
  const after = performance.now();
  while ((await pageTime(reader, 10)) > 3 * calm && performance.now() - after < 30_000) await pause(50);
  const recovered = performance.now() - after;
  const stormRatio = await signInStorm(api.url, reader);
  reader.close();
  await api.stop();

  const served = outcomes.filter(({ status }) => status === 200);
  const shed = outcomes.filter(({ status }) => status === 503);
  const lost = outcomes.length - served.length - shed.length;
  const p99 = share(
    served.map(({ took }) => took),
    0.99,
  );
  const wrong: string[] = [];
  if (lost > 0) wrong.push(`${lost} requests were neither served nor refused with 503`);
  if (!shed.every(({ hasRetryAfter }) => hasRetryAfter)) wrong.push('a 503 came without Retry-After');
  if (p99 > 2000) wrong.push(`the 99th percentile of served requests is ${Math.round(p99)} ms`);
  if (recovered > 5000) wrong.push(`reading was slow for ${Math.round(recovered)} ms afterwards`);
  if (stormRatio > 5) {
    wrong.push(`a page takes ${stormRatio.toFixed(1)} times as long during a storm of sign-ins`);
  }
  return {
    behindCaddy: api.behindCaddy,
    capacity,
    offered: outcomes.length / seconds / capacity,
    served: served.length,
    shed: shed.length,
    p99,
    refusedIn: share(
      shed.map(({ took }) => took),
      0.5,
    ),
    recovered,
    stormRatio,
    wrong,
  };
}
