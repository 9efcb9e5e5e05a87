import { Agent, request as httpRequest } from 'node:http';

export interface LoadResult {
  requests: number;
  seconds: number;
}

/** A request of a benchmark; GET by default. */
export interface Call {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const read = ({ url, method = 'GET', headers, body }: Call, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent, method, ...(headers ? { headers } : {}) }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode < 200 || statusCode > 299) reject(new Error(`${method} ${url} answered ${statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
    sent.end(body);
  });

/**
 * Keeps a number of connections busy for a time. Every response must succeed and is read to its end.
 * @param next called before each request
 */
export async function load(
  next: () => Call,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let requests = 0;
  const worker = async () => {
    do {
      await read(next(), agent);
      requests += 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { requests, seconds: took };
}
