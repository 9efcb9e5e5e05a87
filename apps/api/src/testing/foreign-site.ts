import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from '../platform/outbound/target.js';

export const PUBLIC_ADDRESS = '93.184.216.34';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

export type ForeignSite = Awaited<ReturnType<typeof startForeignSite>>;

/** Starts a local server that plays all hosts of the internet. Names of `.internal` are private. */
export async function startForeignSite() {
  const answers = new Map<string, Answer>();
  const requests: IncomingMessage[] = [];
  const targets: Target[] = [];
  const server = createServer((req, res) => {
    requests.push(req);
    const answer = answers.get(`http://${req.headers.host}${req.url}`);
    if (answer === undefined) res.writeHead(404).end();
    else answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    requests,
    /** The checked addresses to which connections went. */
    targets,
    /** For `createOutbound` and the overrides of an API. */
    outbound: {
      resolve: (name: string): Promise<string[]> =>
        Promise.resolve([name.endsWith('.internal') ? '10.0.0.1' : PUBLIC_ADDRESS]),
      dial: (target: Target): Target => {
        targets.push(target);
        return { addresses: ['127.0.0.1'], port };
      },
    },
    /** Answers at an address, with a body and its type or by a function. */
    at(address: string, answer: Answer | Buffer | string, type = 'text/html'): void {
      const send: Answer = (_req, res) => res.writeHead(200, { 'Content-Type': type }).end(answer);
      answers.set(address, typeof answer === 'function' ? answer : send);
    },
    /** Number of requests for an address. */
    countOf: (address: string): number =>
      requests.filter(({ headers, url }) => `http://${headers.host}${url}` === address).length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
