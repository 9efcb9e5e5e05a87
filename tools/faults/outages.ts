import { healthIs } from '@social-feed/api/testing/faults/member';
import { killNow, startApi } from '@social-feed/api/testing/faults/processes';
import { startDatabase } from './database.js';

export interface OutageResult {
  /**
   * Milliseconds until requests succeed after the database's first start and after its restart, and until they get
   * 503 while it hangs.
   */
  begins: number;
  recovers: number;
  refuses: number;
  wrong: string[];
}

/** Maximum milliseconds for each. */
const WITHIN = { begins: 5000, recovers: 10_000, refuses: 5000 };

/** Tests the API with a database that is down on start, is killed and restarted, and hangs. */
export async function outages(dbPath: string, port: number, uri: string): Promise<OutageResult> {
  const wrong: string[] = [];
  const api = await startApi(uri);
  const isAlive = async (when: string) => {
    const { status } = await fetch(`${api.url}/health/live`);
    if (status !== 200) wrong.push(`liveness answers ${status} ${when}`);
  };
  await healthIs(api.url, 503, 10_000);
  await isAlive('while the database is down');

  let database = await startDatabase(dbPath, port);
  const begins = await healthIs(api.url, 200, 30_000);

  await killNow(database);
  await healthIs(api.url, 503, 10_000);
  database = await startDatabase(dbPath, port);
  const recovers = await healthIs(api.url, 200, 30_000);

  database.child.kill('SIGSTOP');
  const hung = performance.now();
  const answer = await fetch(`${api.url}/posts?limit=1`);
  const refuses = performance.now() - hung;
  if (answer.status !== 503) wrong.push(`a request to a hanging database was answered ${answer.status}`);
  await isAlive('while the database hangs');
  database.child.kill('SIGCONT');
  await healthIs(api.url, 200, 30_000);
  await killNow(api);
  await killNow(database);

  const times = { begins, recovers, refuses };
  for (const [name, limit] of Object.entries(WITHIN))
    if (times[name as keyof typeof times] > limit) wrong.push(`${name} took more than ${limit} ms`);
  return { ...times, wrong };
}
