import * as contracts from '@social-feed/contracts';
import type { AnswerOf, BodyInput, ParamsInput, QueryOf, RouteName } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { firstRoutes } from '@social-feed/contracts/first-routes';
import type { Route } from '@social-feed/contracts/routes';
import { env } from '../config/env';
import { ApiError, malformedAnswer } from './api-error';
import {
  beginSession,
  createSession,
  isRefusal,
  refreshSince,
  type Session,
  type SessionHooks,
} from './client-session';
import { asRecord, readText } from './json';
import {
  send,
  unreachable,
  type ClientDeps,
  type CommonOptions,
  type Received,
  type Sent,
} from './send-call';

/** Routes known from the start: in development and tests all, because their answers are checked. */
const KNOWN: Partial<Record<RouteName, Route>> = import.meta.env.PROD ? firstRoutes : contracts;
const TIMEOUT_MS = 15_000;
const TOKEN_KEY = 'authToken';
/** Calls whose 401 does not mean an expired session. */
const OWN_401 = new Set<RouteName>([
  'login',
  'register',
  'refresh',
  'logout',
  'secondFactorOptions',
  'secondFactor',
  'createAppeal',
]);
/** Calls that begin another session. */
const SIGN_INS = new Set<RouteName>(['login', 'register', 'passkeySignIn', 'secondFactor']);

/** A part of a request: required if the contract has a schema for it. */
type Part<K extends string, T> = undefined extends T ? { [P in K]?: T } : { [P in K]: T };

/** The query, unparsed. Empty, null and undefined values are omitted (F §5). */
export type CallQuery<N extends RouteName> =
  QueryOf<Calls[N]> extends infer Q extends object ? { [K in keyof Q]?: Q[K] | null | undefined } : never;

export type CallOptions<N extends RouteName> = CommonOptions &
  Part<'params', ParamsInput<Calls[N]>> &
  Part<'body', BodyInput<Calls[N]>> & { query?: CallQuery<N> };

interface ApiCall {
  <N extends RouteName>(name: N, options: CallOptions<N> & { unchecked: true }): Promise<unknown>;
  <N extends RouteName>(
    name: N,
    ...options: object extends CallOptions<N> ? [CallOptions<N>?] : [CallOptions<N>]
  ): Promise<AnswerOf<Calls[N]>>;
}

/** A personal API token that the user stored in this browser by hand; the app never writes one. */
export const storedToken = (): string | null => readText(TOKEN_KEY);

/**
 * Development and tests parse an answer with its schema. Production only checks that it reports success, because
 * parsing would load the schemas. Throws ApiError.
 */
const checkAnswer = (name: RouteName, answer: unknown): unknown => {
  if (import.meta.env.PROD) {
    if (asRecord(answer)['success'] === true) return answer;
  } else {
    const parsed = contracts[name].answer.safeParse(answer);
    if (parsed.success) return parsed.data;
  }
  throw malformedAnswer();
};

/** The route of a call; the first use of a later one loads their table. */
const loadRoute = async (deps: ClientDeps, name: RouteName): Promise<Route> => {
  try {
    return (await import('@social-feed/contracts/routes')).routes[name];
  } catch {
    throw unreachable(deps);
  }
};

/** Ends the session, unless a later sign-in has begun another. */
type Lose = (error: ApiError) => void;

/** Sends a call once more after a refresh. */
const sendAgain = async ({ deps }: Session, route: Route, options: Sent): Promise<unknown> =>
  (await send(deps, route, { ...options, early: undefined })).answer;

/**
 * Refreshes and repeats a read once that was answered as for a visitor. If the refresh fails, returns the first
 * response; a rejection also ends the session.
 */
const readAgain = async (
  session: Session,
  route: Route,
  options: Sent,
  first: Received,
  sentAt: number,
  lose: Lose,
): Promise<unknown> => {
  try {
    await refreshSince(session, sentAt);
  } catch (failure) {
    if (failure instanceof ApiError && isRefusal(failure)) lose(failure);
    return first.answer;
  }
  return sendAgain(session, route, options);
};

/** Refreshes and repeats a call once that was rejected with 401. */
const repeatRejected = async (
  session: Session,
  route: Route,
  options: Sent,
  error: ApiError,
  sentAt: number,
  lose: Lose,
): Promise<unknown> => {
  if (options.refresh === false || session.hooks.mayRefresh?.(error) === false) {
    lose(error);
    throw error;
  }
  try {
    await refreshSince(session, sentAt);
  } catch (failure) {
    // only the server's rejection ends the session, not an unreachable server
    if (failure instanceof ApiError && isRefusal(failure)) {
      lose(error);
      throw error;
    }
    throw failure instanceof ApiError ? failure : error;
  }
  try {
    return await sendAgain(session, route, options);
  } catch (again) {
    if (again instanceof ApiError && again.status === 401) lose(again);
    throw again;
  }
};

/** Returns the response's JSON. */
const request = async (session: Session, name: RouteName, route: Route, options: Sent): Promise<unknown> => {
  const sentAt = session.refreshes;
  if (SIGN_INS.has(name)) beginSession(session);
  const sentIn = session.signIns;
  const lose: Lose = (error) => {
    if (sentIn === session.signIns) session.hooks.onLost?.(error);
  };
  let received: Received;
  try {
    received = await send(session.deps, route, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || OWN_401.has(name)) throw error;
    return repeatRejected(session, route, options, error, sentAt, lose);
  }
  const repeat = received.expired && route.method === 'GET' && options.refresh !== false;
  return repeat ? readAgain(session, route, options, received, sentAt, lose) : received.answer;
};

const callRoute = async (session: Session, name: RouteName, options: Sent = {}): Promise<unknown> => {
  const route = KNOWN[name] ?? (await loadRoute(session.deps, name));
  const answer = await request(session, name, route, options).catch(async (error: unknown) => {
    const { method, stepUp } = route;
    // Staff without the second factor get this for every read; a page that loads must not open a dialog.
    const mayAsk = method !== 'GET' || stepUp;
    const asks = mayAsk && error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
    if (asks && (await session.hooks.confirm?.())) return request(session, name, route, options);
    throw error;
  });
  return options.unchecked === true ? answer : checkAnswer(name, answer);
};

/** Creates the API client: cookies, JSON, timeout, one shared refresh, typed responses (F §7, A §7). */
export const createApiClient = (overrides: Partial<ClientDeps> = {}) => {
  const session = createSession({
    baseUrl: env.apiUrl,
    fetch: (...input) => fetch(...input),
    timeoutMs: TIMEOUT_MS,
    token: storedToken,
    isOnline: () => navigator.onLine,
    reader: () => session.hooks.reader?.(),
    ...overrides,
  });
  return {
    /**
     * Makes a call of the contracts and returns its answer. Throws `ApiError`, or a DOMException named AbortError if
     * `signal` aborts.
     */
    call: ((name: RouteName, options?: Sent) => callRoute(session, name, options)) as ApiCall,
    /** Connects the session store; replaces earlier hooks. */
    setSessionHooks: (hooks: Partial<SessionHooks>) => {
      session.hooks = hooks;
    },
  };
};

export const api = createApiClient();
