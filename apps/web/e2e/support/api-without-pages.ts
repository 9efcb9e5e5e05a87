import { createServer, type Server } from 'node:http';
import { createProxyServer } from 'httpxy';

const CALL = /^\/(?:api|media|demo-media)\//;

/**
 * The API of the stack for another web server, without the pages that it makes: these are of the stack's own build.
 * @param api its address
 * @param web the origin of the stack, whose calls it takes
 */
export const apiWithoutPages = (api: string, web: string): Server => {
  const proxy = createProxyServer({ target: new URL(api).origin, headers: { origin: web } });
  proxy.on('error', (_error, _request, response) => {
    response?.destroy();
  });
  return createServer((request, response) => {
    if (CALL.test(request.url ?? '')) proxy.web(request, response).catch(() => undefined);
    else response.writeHead(404).end();
  });
};
