import { isDeepStrictEqual } from 'node:util';
import {
  scopeOf,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '@social-feed/contracts';
import type { Request, Response, Router } from 'express';
import type { Config } from '../config/config.js';
import { currentRequest } from '../request-context.js';
import type { ConcurrencyLimit } from './concurrency.js';
import { readCookie } from './cookies.js';
import { AppError, authenticationRequired, permissionDenied, secondFactorMissing } from './errors.js';
import type { Idempotency } from './idempotency.js';
import { refuseForm } from './json-body.js';
import { refuseForeignWrite } from './origin-guard.js';
import { linkNextPage } from './next-page.js';
import type { RateLimit, RateLimiter } from './rate-limit.js';
import { sendJson } from './send-json.js';
import { mayModerate, type Authenticate, type Viewer } from './viewer.js';
import { parsePart } from './parse-part.js';
import { withDeadline } from './with-deadline.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** ID of the signed-in user, for the log. */
    callerId?: string;
  }
}

/** Dependencies of mounted endpoints. */
export interface Http {
  readonly config: Pick<Config, 'production' | 'checkAnswers' | 'limits'>;
  /** Identifies the caller. */
  readonly authenticate: Authenticate;
  /** Runs a call once per `Idempotency-Key`. */
  readonly runOnce: Idempotency;
  readonly rateLimits: Pick<RateLimiter, 'consumeForAddress' | 'consumeForAccount'>;
  /** Rejects a caller who must first confirm the identity, see `Route.stepUp`. */
  readonly refuseUnconfirmed: (viewer: Viewer, stepUp: NonNullable<Endpoint['stepUp']>) => Promise<void>;
  /** Calls in flight without a limit of their own. */
  readonly slots: ConcurrencyLimit;
  /** All endpoints mounted so far; mounting adds to it. */
  readonly endpoints: Endpoint[];
}

type ViewerOf<E extends Endpoint> = E['access'] extends 'user'
  ? Viewer
  : E['access'] extends 'public'
    ? null
    : Viewer | null;

/** A request and its response. */
export interface Exchange {
  req: Request;
  res: Response;
}

/** Input of a handler: the parsed parts of the request and the caller. */
interface RouteInput<E extends Endpoint> extends Exchange {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Never null if access is `user`, always null if it is `public`. */
  viewer: ViewerOf<E>;
}

/** Returned for a client that has the current response: it gets 304. */
export const NOT_MODIFIED = Symbol('not modified');

/** Returns the response without its `success`; undefined if the handler has already responded. */
type RouteHandler<E extends Endpoint, Answer = Omit<AnswerOf<E>, 'success'>> = (
  input: RouteInput<E>,
) => Answer | Promise<Answer | typeof NOT_MODIFIED> | (object extends Answer ? Promise<void> : never);

const methodOf = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

export interface RouteOptions<E extends Endpoint> {
  /** Rate limits by the caller's address and by user; each call counts as one use. */
  perAddress?: RateLimit;
  perAccount?: RateLimit | readonly RateLimit[];
  adminsOnly?: boolean;
  /** For moderators and admins. */
  moderatorsOnly?: boolean;
  /**
   * Checks that the user can still see the call's target, before the response of an earlier call is repeated. For a
   * first call the handler checks that.
   */
  beforeReplay?: (input: RouteInput<E>) => Promise<unknown>;
  /** Whether users who block the caller are still visible, as for moderators who read. */
  pastBlocks?: boolean;
  /** Milliseconds until the response is 503. */
  deadline?: number;
  /** The concurrency limit of this endpoint's calls, instead of the shared one. */
  slots?: ConcurrencyLimit;
  /** Whether the handler reads a form with files. */
  takesFiles?: boolean;
}

/** Mounts an endpoint of the contracts. Endpoints match in mounting order. */
export interface Mount {
  <E extends Endpoint>(endpoint: E, handler: RouteHandler<E>): void;
  <E extends Endpoint>(endpoint: E, options: RouteOptions<E>, handler: RouteHandler<E>): void;
}

export const createMount =
  (http: Http, router: Router): Mount =>
  <E extends Endpoint>(endpoint: E, given: RouteOptions<E> | RouteHandler<E>, handler?: RouteHandler<E>) => {
    if (typeof given === 'function') route(http, router, endpoint, {}, given);
    else route(http, router, endpoint, given, handler!);
  };

/**
 * The steps of a call: concurrency limit, access, parsing, idempotency, rate limits, the handler, then (in tests) a
 * check of the response against the contract. The slot is released once the response is known, however slowly it is
 * read.
 */
function route<E extends Endpoint>(
  http: Http,
  router: Router,
  endpoint: E,
  options: RouteOptions<E>,
  handler: RouteHandler<E>,
): void {
  const { slots = http.slots, takesFiles = false, pastBlocks = false } = options;
  const { deadline = http.config.limits.requestDeadline } = options;
  if ((options.adminsOnly || options.moderatorsOnly) && scopeOf(endpoint) !== 'moderate') {
    throw new Error(`${endpoint.name} is for staff, so its scope must be moderate`);
  }
  http.endpoints.push(endpoint);
  router[methodOf[endpoint.method]](endpoint.path, async (req: Request, res: Response) => {
    refuseForeignWrite(req, endpoint);
    if (!takesFiles) refuseForm(req);
    const answer = await slots.run(() => withDeadline(deadline, res, () => answerTo(req, res)));
    if (res.headersSent || res.destroyed) return;
    if (answer.status === 304) {
      res.status(304).end();
      return;
    }
    linkNextPage(req, res, answer.body);
    sendJson(res, answer.status, answer.body);
  });

  async function answerTo(req: Request, res: Response): Promise<{ status: number; body: unknown }> {
    const viewer = await findViewer(http, endpoint, req);
    const context = currentRequest();
    if (context !== undefined) {
      context.hiddenFrom =
        pastBlocks || (mayModerate(viewer ?? NO_RIGHTS) && req.method === 'GET') ? undefined : viewer?.id;
      context.unconfirmed = viewer?.unconfirmed;
      // Recording a token's use does not count as a write.
      context.hasWritten = false;
      context.writesBegun = 0;
    }
    if (endpoint.access === 'optional' && viewer === null) tellOfEndedSession(http, req, res);
    const input = {
      params: parsePart(endpoint.params, req.params, 'params'),
      query: parsePart(endpoint.query, req.query, 'query'),
      body: parsePart(endpoint.body, req.body ?? {}, 'body'),
      viewer,
      req,
      res,
    } as RouteInput<E>;
    if (!hasRole(options, viewer ?? NO_RIGHTS)) {
      // Before idempotency, so that an admin's response is not repeated to a former admin.
      await spend(http, options, input);
      throw viewer?.lacksFactor === undefined ? permissionDenied() : secondFactorMissing(viewer);
    }
    if (endpoint.stepUp !== undefined && viewer !== null)
      await http.refuseUnconfirmed(viewer, endpoint.stepUp);
    const run = async () => {
      await spend(http, options, input);
      const answer = await handler(input);
      if (answer === NOT_MODIFIED) return { status: 304, body: undefined };
      const body = { success: true, ...answer };
      if (http.config.checkAnswers) checkAnswer(endpoint, body);
      return { status: endpoint.status ?? 200, body };
    };
    if (endpoint.idempotent !== true || viewer === null) return run();
    const beforeReplay = async () => options.beforeReplay?.(input);
    return http.runOnce({ req, res, viewer, endpoint, beforeReplay }, run);
  }
}

const NO_RIGHTS = { isAdmin: false };

const hasRole = (
  { adminsOnly, moderatorsOnly }: Pick<RouteOptions<Endpoint>, 'adminsOnly' | 'moderatorsOnly'>,
  viewer: Pick<Viewer, 'isAdmin' | 'isModerator'>,
): boolean => (adminsOnly !== true || viewer.isAdmin) && (moderatorsOnly !== true || mayModerate(viewer));

async function spend(
  { rateLimits }: Http,
  { perAddress, perAccount = [] }: Pick<RouteOptions<Endpoint>, 'perAddress' | 'perAccount'>,
  { req, viewer }: { req: Request; viewer: Viewer | null },
): Promise<void> {
  if (perAddress !== undefined) await rateLimits.consumeForAddress(perAddress, req);
  for (const limit of [perAccount].flat()) await rateLimits.consumeForAccount(limit, viewer?.id ?? '');
}

async function findViewer(http: Http, endpoint: Endpoint, req: Request): Promise<Viewer | null> {
  if (endpoint.access === 'public') return null;
  const viewer = await http.authenticate(req);
  if (viewer !== null) req.callerId = viewer.id;
  if (viewer === null && endpoint.access === 'user') throw authenticationRequired();
  if (endpoint.browserOnly === true && viewer?.sessionId === '') {
    throw new AppError('PERMISSION_DENIED', 'This cannot be done with an API token. Please sign in.');
  }
  const scope = scopeOf(endpoint);
  if (viewer?.scopes?.includes(scope) === false) {
    throw new AppError('INSUFFICIENT_SCOPE', `This needs an API token with the scope "${scope}"`);
  }
  return viewer;
}

/**
 * A public read with an expired access cookie gets the response for visitors. This header tells a client that can
 * refresh its session to do so and retry (docs/accounts.md).
 */
function tellOfEndedSession(http: Http, req: Request, res: Response): void {
  if (readCookie(req, 'refresh', http.config.production) !== undefined) res.setHeader('X-Session', 'expired');
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(answer));
  const expected = endpoint.answer.parse(sent);
  if (!isDeepStrictEqual(expected, sent)) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} answers ${JSON.stringify(sent)} where its contract says ${JSON.stringify(expected)}`,
    );
  }
}
