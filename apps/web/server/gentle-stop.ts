import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How long an idle connection may send one more request, which may already be on its way. */
const LAST_CALL_MS = 1000;
const LOOK_EVERY_MS = 100;

/**
 * Lets a server stop gracefully: it accepts no new connections, sends `Connection: close` with the next responses,
 * and waits for running requests.
 * @returns a function that stops the server; requests unanswered after the grace period are cut
 */
export function gentleStop(server: Server): (graceMs: number) => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let stopping = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    if (stopping) response.shouldKeepAlive = false;
  });
  return async (graceMs) => {
    stopping = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
    const startedAt = performance.now();
    const looks = setInterval(() => {
      if (performance.now() - startedAt >= LAST_CALL_MS) server.closeIdleConnections();
    }, LOOK_EVERY_MS);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // the HTTP server's own `close` ends idle connections at once, and with them requests in transit
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearInterval(looks);
    clearTimeout(cut);
  };
}
