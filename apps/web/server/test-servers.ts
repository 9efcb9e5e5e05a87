import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebServerConfig } from './config.js';
import type { Draws } from './page-kinds.js';
import { createWebServer } from './web-server.js';

/** Starts a server at a free port of this machine. @returns its origin */
export const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

export function closeAll(...servers: readonly Server[]): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}

/** The web server as on a development machine, unless the test says otherwise. */
export const testWebServer = (
  config: Pick<WebServerConfig, 'folder' | 'apiTarget'> & Partial<WebServerConfig>,
  draws?: Draws,
) =>
  createWebServer(
    {
      port: 0,
      host: '127.0.0.1',
      apiOrigin: undefined,
      production: false,
      behindProxy: false,
      publicBrowsing: false,
      featureOrigins: [],
      foreignMedia: true,
      drawsPages: true,
      language: 'en',
      ...config,
    },
    draws && (() => Promise.resolve(draws)),
  );
