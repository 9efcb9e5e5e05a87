import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { waitForAnswer } from './lib/wait-for.mjs';

const MIGRATING = 'The database is being migrated and indexed';
const UNSAID = 'Service temporarily unavailable';

let server;
afterEach(() => {
  server.close();
  vi.restoreAllMocks();
});

/** Serves these answers in turn, and 200 after them. @returns its address */
async function serving(...answers) {
  const left = [...answers];
  server = createServer((_request, response) => {
    const message = left.shift();
    response.statusCode = message === undefined ? 200 : 503;
    response.end(message?.startsWith('<') ? message : JSON.stringify({ message }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}/health`;
}

it('says once that a migration runs, and nothing where no reason is given', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const url = await serving('<html>', UNSAID, MIGRATING, MIGRATING, UNSAID);
  await waitForAnswer('The API', url);
  expect(said.mock.calls).toEqual([[`The API: ${MIGRATING}.\n`]]);
});

it('says the next reason too, such as a migration that failed', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await waitForAnswer('The API', await serving(MIGRATING, 'The migration 0002-x failed.'));
  expect(said.mock.calls).toEqual([
    [`The API: ${MIGRATING}.\n`],
    ['The API: The migration 0002-x failed.\n'],
  ]);
});

it('refuses after the given time', async () => {
  const url = await serving(...Array.from({ length: 50 }, () => UNSAID));
  await expect(waitForAnswer('The API', url, { seconds: 0 })).rejects.toThrow(
    `The API did not answer at ${url} in 0 seconds.`,
  );
});
