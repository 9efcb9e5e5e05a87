import { Agent, get } from 'node:http';

export interface LoadResult {
  requests: number;
  seconds: number;
}

const read = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
  });

/**
 * Keeps a number of connections busy for a time; every answer must be 200 and is read to its end.
 * @param nextUrl asked before each request
 */
export async function load(
  nextUrl: () => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let requests = 0;
  const worker = async () => {
    do {
      await read(nextUrl(), agent);
      requests += 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { requests, seconds: took };
}
