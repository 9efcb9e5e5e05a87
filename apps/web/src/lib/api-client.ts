import * as contracts from '@social-feed/contracts';
import type { AnswerOf, BodyInput, ParamsInput, QueryOf, RouteName } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { firstRoutes } from '@social-feed/contracts/first-routes';
import type { Route } from '@social-feed/contracts/routes';
import { env } from '../config/env';
import { ApiError, malformedAnswer } from './api-error';
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
/**
 * A refresh without a response after this long is repeated, since the response may be lost. The server accepts a
 * used refresh token for ten seconds only, and returns the same successor.
 */
const REFRESH_AGAIN_MS = 6000;
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

/** Callbacks of the session store (A §4.1). */
interface SessionHooks {
  /** The id of the signed-in user; null for a visitor. */
  reader: () => string | null;
  /** Whether to refresh after a 401; called once per failing call. */
  mayRefresh: (error: ApiError) => boolean;
  /** Called after a successful refresh; `sessionExpiry` is ISO 8601 if the server sent it. */
  onRefreshed: (sessionExpiry: string | undefined) => void;
  /** Asks the user to confirm the identity; resolves to whether that happened. The call is then repeated. */
  confirm: () => Promise<boolean>;
  /** Called when the server reports that no session exists. */
  onLost: (error: ApiError) => void;
}

/** A personal API token that the user stored in this browser by hand; the app never writes one. */
export const storedToken = (): string | null => readText(TOKEN_KEY);

/** Whether the server rejected a refresh; network failures and throttling do not end the session. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

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

/** Creates the API client: cookies, JSON, timeout, one shared refresh, typed responses (F §7, A §7). */
export const createApiClient = (overrides: Partial<ClientDeps> = {}) => {
  const deps: ClientDeps = {
    baseUrl: env.apiUrl,
    fetch: (...input) => fetch(...input),
    timeoutMs: TIMEOUT_MS,
    token: storedToken,
    isOnline: () => navigator.onLine,
    reader: () => hooks.reader?.(),
    ...overrides,
  };
  let hooks: Partial<SessionHooks> = {};
  let refreshing: Promise<void> | undefined;
  /** Number of successful refreshes: a call sent before the last one needs no further refresh. */
  let refreshes = 0;
  let renewal = new AbortController();
  /** Number of sign-ins: a late answer to a call sent before the last one says nothing about the new session. */
  let signIns = 0;

  /** The route of a call; the first use of a later one loads their table. */
  const loadRoute = async (name: RouteName): Promise<Route> => {
    try {
      return (await import('@social-feed/contracts/routes')).routes[name];
    } catch {
      throw unreachable(deps);
    }
  };

  /** Refreshes for a call that was sent after `sentAt` refreshes; waiting calls share one. */
  const refreshSince = (sentAt: number): Promise<void> => {
    if (refreshes !== sentAt) return Promise.resolve();
    const first = AbortSignal.timeout(REFRESH_AGAIN_MS);
    const { signal } = renewal;
    refreshing ??= send(deps, firstRoutes.refresh, { signal: AbortSignal.any([first, signal]) })
      .catch((error: unknown) => {
        if (!first.aborted || signal.aborted) throw error;
        return send(deps, firstRoutes.refresh, { signal });
      })
      .then(({ answer }) => {
        refreshes += 1;
        const { sessionExpiry } = asRecord(answer);
        hooks.onRefreshed?.(typeof sessionExpiry === 'string' ? sessionExpiry : undefined);
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  /** Gives up a refresh of the session that ends: its refusal would remove the cookies of the new one. */
  const beginSession = (): void => {
    signIns += 1;
    renewal.abort();
    renewal = new AbortController();
  };

  /**
   * Refreshes and repeats a read once that was answered as for a visitor. If the refresh fails, returns the first
   * response; a rejection also ends the session.
   */
  const readAgain = async (
    route: Route,
    options: Sent,
    first: Received,
    sentAt: number,
    lose: (error: ApiError) => void,
  ): Promise<unknown> => {
    try {
      await refreshSince(sentAt);
    } catch (failure) {
      if (failure instanceof ApiError && isRefusal(failure)) lose(failure);
      return first.answer;
    }
    return (await send(deps, route, { ...options, early: undefined })).answer;
  };

  /** Returns the response's JSON. */
  const request = async (name: RouteName, route: Route, options: Sent): Promise<unknown> => {
    const sentAt = refreshes;
    if (SIGN_INS.has(name)) beginSession();
    const sentIn = signIns;
    const lose = (error: ApiError) => {
      if (sentIn === signIns) hooks.onLost?.(error);
    };
    let received: Received;
    try {
      received = await send(deps, route, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || OWN_401.has(name)) throw error;
      if (options.refresh === false || hooks.mayRefresh?.(error) === false) {
        lose(error);
        throw error;
      }
      try {
        await refreshSince(sentAt);
      } catch (failure) {
        // only the server's rejection ends the session, not an unreachable server
        if (failure instanceof ApiError && isRefusal(failure)) {
          lose(error);
          throw error;
        }
        throw failure instanceof ApiError ? failure : error;
      }
      try {
        return (await send(deps, route, { ...options, early: undefined })).answer;
      } catch (again) {
        if (again instanceof ApiError && again.status === 401) lose(again);
        throw again;
      }
    }
    const repeat = received.expired && route.method === 'GET' && options.refresh !== false;
    return repeat ? readAgain(route, options, received, sentAt, lose) : received.answer;
  };

  const call = async (name: RouteName, options: Sent = {}): Promise<unknown> => {
    const route = KNOWN[name] ?? (await loadRoute(name));
    const answer = await request(name, route, options).catch(async (error: unknown) => {
      const { method, stepUp } = route;
      // Staff without the second factor get this for every read; a page that loads must not open a dialog.
      const mayAsk = method !== 'GET' || stepUp;
      const asks = mayAsk && error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
      if (asks && (await hooks.confirm?.())) return request(name, route, options);
      throw error;
    });
    return options.unchecked === true ? answer : checkAnswer(name, answer);
  };

  return {
    /**
     * Makes a call of the contracts and returns its answer. Throws `ApiError`, or a DOMException named AbortError if
     * `signal` aborts.
     */
    call: call as ApiCall,
    /** Connects the session store; replaces earlier hooks. */
    setSessionHooks: (next: Partial<SessionHooks>) => {
      hooks = next;
    },
  };
};

export const api = createApiClient();
