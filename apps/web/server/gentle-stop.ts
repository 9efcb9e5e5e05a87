import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How long an idle connection may bring one more request, which may be on its way already. */
const LAST_CALL_MS = 1000;
const LOOK_EVERY_MS = 100;

/**
 * Makes a server stop without cutting anybody off: it takes no new connections, asks the clients of open ones to close
 * them with the next answer, and waits for what is under way.
 * @returns stops the server; what is not answered within the grace is cut
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
    // the HTTP server's own `close` ends idle connections at once, and with them requests that are on their way
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearInterval(looks);
    clearTimeout(cut);
  };
}
