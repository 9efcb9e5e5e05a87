import { TOKEN_SCOPES, type Endpoint, type TokenScope } from '@social-feed/contracts';
import type { Request, Response, Router } from 'express';
import { expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { AppError } from './errors.js';
import { createMount } from './route.js';

/** The routes are known after the app is created; no connection is needed. */
const { http } = createApi(testConfig());

/** Calls an endpoint with a token, up to a handler that does nothing. @returns the error code, if any */
async function call(endpoint: Endpoint, scopes: readonly TokenScope[]): Promise<string | undefined> {
  const viewer = { id: '0123456789abcdef01234567', userName: 'ada', isAdmin: true, sessionId: '', scopes };
  const alone = { ...http, authenticate: () => Promise.resolve(viewer), endpoints: [] };
  let handle: ((req: Request, res: Response) => Promise<void>) | undefined;
  const take = (_path: string, given: typeof handle) => (handle = given);
  const router = { get: take, post: take, put: take, patch: take, delete: take } as unknown as Router;
  createMount(alone, router)(endpoint, { takesFiles: true }, () => Promise.reject(new Error('called')));
  const req = { method: endpoint.method, headers: {}, params: {}, query: {}, body: {}, get: () => undefined };
  const refusal = await handle!(
    req as unknown as Request,
    { req, headersSent: true } as unknown as Response,
  ).catch((error: unknown) => error);
  return refusal instanceof AppError ? refusal.code : undefined;
}

/** What a token needs, `null` if nothing, and `undefined` if it cannot call at all. */
function needed({ access, browserOnly, path, method }: Endpoint): TokenScope | null | undefined {
  if (access === 'public') return null;
  if (browserOnly === true) return undefined;
  if (/^\/admin\b/.test(path)) return 'moderate';
  return method === 'GET' ? 'read' : 'write';
}

it.each(http.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s needs its scope [B29-5]',
  async (_name, endpoint) => {
    const scope = needed(endpoint);
    for (const without of TOKEN_SCOPES) {
      const scopes = TOKEN_SCOPES.filter((other) => other !== without);
      const code = await call(endpoint, scopes);
      if (scope === undefined) expect(code).toBe('PERMISSION_DENIED');
      else if (scope === without) expect(code).toBe('INSUFFICIENT_SCOPE');
      else expect(['PERMISSION_DENIED', 'INSUFFICIENT_SCOPE']).not.toContain(code);
    }
  },
);
