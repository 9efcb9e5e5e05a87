import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitRequests, type OAuth2Client } from './provider-request.js';

let answer = '';
const asked: (string | undefined)[] = [];
const server = createServer((req, res) => {
  asked.push(req.url);
  if (req.url === '/token' && answer.startsWith('/')) res.writeHead(307, { Location: answer }).end();
  else res.end(answer);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The arguments that the package receives for a response. */
const told = (text: string) =>
  new Promise<unknown>((resolve) => {
    answer = text;
    const client = { _customHeaders: {} } as OAuth2Client;
    limitRequests(client, 10_000);
    const { port } = server.address() as AddressInfo;
    client._request('POST', `http://127.0.0.1:${port}/token`, null, 'a=1', null, (error, data) =>
      resolve(error ?? data),
    );
  });

// The package reads its fields outside of any `try`, which would end the process.
it.each(['null', ' null\n'])('treats the response %j as a failure', async (text) => {
  expect(await told(text)).toBeInstanceOf(Error);
});

it.each(['{"access_token":"a"}', 'access_token=a', ''])('passes %j on', async (text) => {
  expect(await told(text)).toBe(text);
});

it('follows no redirect, which would get the secret', async () => {
  expect(await told('/elsewhere')).toBeInstanceOf(Error);
  expect(asked).not.toContain('/elsewhere');
});
