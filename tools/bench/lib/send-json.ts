import type { ServerResponse } from 'node:http';

/** Sends what a floor found, as the API does, or why it failed. */
export const sendJson = (response: ServerResponse, found: Promise<unknown>): Promise<void> =>
  found.then(
    (data) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ success: true, data }));
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
