import type { Endpoint } from '@social-feed/contracts';
import type { Request, RequestHandler, Response, Router } from 'express';
import { expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { answerHeaders } from './answer-headers.js';
import { AppError } from './errors.js';
import { csrfGuard } from './origin-guard.js';
import { createMount, type Http } from './route.js';

const OWN = 'https://feed.example';
/** The routes are known after the app is created; no connection is needed. */
const { http } = createApi(testConfig());
const open = new Set<string>(http.endpoints.flatMap(({ path, anyOrigin }) => (anyOrigin ? [path] : [])));
const steps = [answerHeaders([OWN], false), csrfGuard([OWN], open)];

/** Thrown by the handler: says who calls. */
class Called extends Error {}

/** The caller, from the headers that are left. */
const authenticate = ({ headers }: Request) => {
  const who = headers.cookie !== undefined ? 'cookie' : headers.authorization !== undefined ? 'token' : null;
  const viewer = { id: 'a'.repeat(24), isAdmin: true, sessionId: who === 'cookie' ? 's' : '' };
  return Promise.resolve(who === null ? null : { ...viewer, userName: who });
};

const through = (step: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    void step(req, res, (error?: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });

/** Calls an endpoint up to its handler. @returns who is taken as the caller, or the error code, and the headers */
async function call(endpoint: Endpoint, headers: Record<string, string>) {
  let handle: ((req: Request, res: Response) => Promise<void>) | undefined;
  const take = (_path: string, given: typeof handle) => (handle = given);
  const router = { get: take, post: take, put: take, patch: take, delete: take } as unknown as Router;
  const alone: Http = {
    ...http,
    authenticate,
    runOnce: (_call, run) => run(),
    refuseUnconfirmed: () => Promise.resolve(),
    endpoints: [],
  };
  const { name, method, path, access, browserOnly, anyOrigin } = endpoint;
  const bare = { name, method, path, access, browserOnly, anyOrigin, answer: endpoint.answer } as Endpoint;
  createMount(alone, router)(bare, { takesFiles: true }, ({ viewer }) => {
    throw new Called((viewer as { userName: string } | null)?.userName ?? 'nobody');
  });
  const req = { method, path, headers: { ...headers }, params: {}, query: {} } as unknown as Request;
  const sent = new Map<string, string>();
  const setHeader = (header: string, value: string) => sent.set(header, value);
  const res = {
    req,
    setHeader,
    setHeaders: (all: Map<string, string>) => all.forEach((value, header) => sent.set(header, value)),
  };
  let outcome: unknown;
  try {
    for (const step of steps) await through(step, req, res as unknown as Response);
    await handle!(req, { ...res, headersSent: true } as unknown as Response);
  } catch (error) {
    outcome = error instanceof AppError ? error.code : error instanceof Called ? error.message : error;
  }
  return { outcome, sent };
}

const CREDENTIALS = {
  cookie: { cookie: 'sf_access=a.b.c' },
  token: { authorization: 'Bearer sf_pat_x' },
  both: { cookie: 'sf_access=a.b.c', authorization: 'Bearer sf_pat_x' },
  none: {},
};
type Credential = keyof typeof CREDENTIALS;
const ORIGINS = {
  own: OWN,
  foreign: 'https://other.example',
  similar: `${OWN}.other.example`,
  null: 'null',
  none: undefined,
};

/** Who a call is made by, or the code of its refusal. */
function expected(endpoint: Endpoint, by: Credential, isForeign: boolean): string {
  const { access, browserOnly, method, anyOrigin } = endpoint;
  if (isForeign && method !== 'GET' && anyOrigin !== true && (by !== 'token' || access === 'public')) {
    return 'FOREIGN_ORIGIN';
  }
  if (access === 'public') return 'nobody';
  const hasCookie = (by === 'cookie' || by === 'both') && !isForeign;
  const who = hasCookie ? 'cookie' : by === 'token' || by === 'both' ? 'token' : 'nobody';
  if (who === 'nobody' && access === 'user') return 'AUTHENTICATION_REQUIRED';
  return who === 'token' && browserOnly === true ? 'PERMISSION_DENIED' : who;
}

it.each(http.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s takes cookies from its own origin alone, and tokens from all [B29-4]',
  async (_name, endpoint) => {
    for (const by of Object.keys(CREDENTIALS) as Credential[]) {
      for (const [kind, origin] of Object.entries(ORIGINS)) {
        const { outcome, sent } = await call(endpoint, {
          ...CREDENTIALS[by],
          ...(origin === undefined ? {} : { origin }),
        });
        const isForeign = kind !== 'own' && kind !== 'none';
        expect(outcome, `${by} from ${kind}`).toBe(expected(endpoint, by, isForeign));
        expect(sent.get('Access-Control-Allow-Origin')).toBe(isForeign ? '*' : origin);
        expect(sent.get('Access-Control-Allow-Credentials')).toBe(kind === 'own' ? 'true' : undefined);
        expect(sent.get('Vary')).toBe('Origin');
      }
    }
  },
);
