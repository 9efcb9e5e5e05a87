import type { AnswerOf, Endpoint } from '@social-feed/contracts';
import type * as z from 'zod/mini';
import { env } from '../config/env';
import { ApiError, errorFromAnswer, malformedAnswer, MESSAGES, type Wording } from './api-error';
import type { EarlyCall } from './early';
import { asRecord, readText } from './json';
import { noteServerTime } from './server-clock';

const TIMEOUT_MS = 15_000;
/**
 * A refresh without a response after this long is repeated, since the response may be lost. The server accepts a
 * used refresh token for ten seconds only, and returns the same successor.
 */
const REFRESH_AGAIN_MS = 6000;
const TOKEN_KEY = 'authToken';
/** Calls whose 401 does not mean an expired session. */
const OWN_401 = new Set(['/auth/login', '/auth/register', '/auth/refresh', '/auth/logout']);

/** The target of a call: a contract endpoint, or its address only, to keep schemas out of the first page's code. */
export type Call = Pick<Endpoint, 'method' | 'path'>;
/** Set by the API on open reads if the access cookie is missing and a refresh cookie is there. */
const SESSION_HEADER = 'X-Session';
export const REFRESH: Call = { method: 'POST', path: '/auth/refresh' };

type Primitive = string | number | boolean | null | undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]?: infer S }
  ? InputOf<S>
  : undefined;

/** Options of a call. Empty, null and undefined query values are omitted (F §5). */
export interface CallOptions<E> {
  params?: Record<string, string | number>;
  query?: { [K in keyof Part<E, 'query'>]?: Primitive } & Record<string, Primitive>;
  body?: Part<E, 'body'>;
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`: the server runs a repeated call with the same key once. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
  /** False: reports a 401 directly, without a refresh. */
  refresh?: boolean;
  /**
   * True: the browser completes the request even if the page is left. Bodies of all such requests are limited to 64
   * kB.
   */
  keepalive?: boolean;
  /** The same call, sent earlier: its response is used unless it failed on the way. */
  early?: EarlyCall | undefined;
}

/**
 * A response's JSON, and whether the server treated the caller as a visitor because the session needs a refresh.
 */
interface Received {
  answer: unknown;
  expired: boolean;
}

type Sent = Omit<CallOptions<unknown>, 'body'> & { body?: unknown };

/** Callbacks of the session store (A §4.1). */
interface SessionHooks {
  /** Whether to refresh after a 401; called once per failing call. */
  mayRefresh: (error: ApiError) => boolean;
  /** Called after a successful refresh; `sessionExpiry` is ISO 8601 if the server sent it. */
  onRefreshed: (sessionExpiry: string | undefined) => void;
  /** Called when the server reports that no session exists. */
  onLost: (error: ApiError) => void;
}

interface ClientDeps {
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  token: () => string | null;
  isOnline: () => boolean;
}

/** A personal API token that the user stored in this browser by hand; the app never writes one. */
export const storedToken = (): string | null => readText(TOKEN_KEY);

/** Whether the server rejected a refresh; network failures and throttling do not end the session. */
const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

const wordingOf = (path: string): Wording => (/^\/(auth|users|boards)\b/.test(path) ? 'accounts' : 'posts');

const urlOf = (baseUrl: string, path: string, options: Sent): string => {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = options.params?.[name];
    if (value === undefined || value === '') throw new Error(`Missing path parameter ${name} of ${path}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  const entries: [string, Primitive][] = Object.entries(options.query ?? {});
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`;
};

/** Creates the API client: cookies, JSON, timeout, one shared refresh, typed responses (F §7, A §7). */
export const createApiClient = (overrides: Partial<ClientDeps> = {}) => {
  const deps: ClientDeps = {
    baseUrl: env.apiUrl,
    fetch: (...input) => fetch(...input),
    timeoutMs: TIMEOUT_MS,
    token: storedToken,
    isOnline: () => navigator.onLine,
    ...overrides,
  };
  let hooks: Partial<SessionHooks> = {};
  let refreshing: Promise<void> | undefined;
  /** Number of successful refreshes: a call sent before the last one needs no further refresh. */
  let refreshes = 0;

  const send = async (endpoint: Call, options: Sent): Promise<Received> => {
    const url = urlOf(deps.baseUrl, endpoint.path, options);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), deps.timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
    const token = deps.token();
    const { early } = options;
    if (early) signal.addEventListener('abort', early.abort);
    try {
      const taken = await early?.answer.catch(() => undefined);
      const response =
        taken ??
        (await deps.fetch(url, {
          method: endpoint.method,
          credentials: 'include',
          keepalive: options.keepalive === true,
          signal,
          headers: {
            Accept: 'application/json',
            ...(endpoint.method !== 'GET' && options.body === undefined
              ? {}
              : { 'Content-Type': 'application/json' }),
            ...(token ? { Authorization: `Bearer ${token}` } : {}),
            ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
            ...options.headers,
          },
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        }));
      noteServerTime(response.headers.get('Date'));
      const bodyText = await response.text();
      if (!response.ok) throw errorFromAnswer(response.status, bodyText, wordingOf(endpoint.path));
      try {
        const expired = response.headers.get(SESSION_HEADER) === 'expired';
        return { answer: JSON.parse(bodyText) as unknown, expired };
      } catch {
        const message = `Server returned ${response.status}...`;
        throw new ApiError({ status: response.status, code: 'NOT_JSON', message, bodyText });
      }
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (options.signal?.aborted) throw new DOMException('The call was given up', 'AbortError');
      if (timeout.signal.aborted)
        throw new ApiError({ status: 0, code: 'TIMEOUT', message: MESSAGES.timeout });
      const message = deps.isOnline() ? MESSAGES.unreachable : MESSAGES.offline;
      throw new ApiError({ status: 0, code: 'NETWORK', message });
    } finally {
      clearTimeout(timer);
    }
  };

  /** Refreshes for a call that was sent after `sentAt` refreshes; waiting calls share one. */
  const refreshSince = (sentAt: number): Promise<void> => {
    if (refreshes !== sentAt) return Promise.resolve();
    const first = AbortSignal.timeout(REFRESH_AGAIN_MS);
    refreshing ??= send(REFRESH, { signal: first })
      .catch((error: unknown) => {
        if (!first.aborted) throw error;
        return send(REFRESH, {});
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

  /**
   * Refreshes and repeats a read once that was answered as for a visitor. If the refresh fails, returns the first
   * response; a rejection also ends the session.
   */
  const readAgain = async (
    endpoint: Call,
    options: Sent,
    first: Received,
    sentAt: number,
  ): Promise<unknown> => {
    try {
      await refreshSince(sentAt);
    } catch (failure) {
      if (failure instanceof ApiError && isRefusal(failure)) hooks.onLost?.(failure);
      return first.answer;
    }
    return (await send(endpoint, { ...options, early: undefined })).answer;
  };

  /** Returns the response's JSON unchecked, for callers that normalise it first. */
  const request = async (endpoint: Call, options: Sent = {}): Promise<unknown> => {
    const sentAt = refreshes;
    let received: Received;
    try {
      received = await send(endpoint, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || OWN_401.has(endpoint.path)) throw error;
      if (options.refresh === false || hooks.mayRefresh?.(error) === false) {
        hooks.onLost?.(error);
        throw error;
      }
      try {
        await refreshSince(sentAt);
      } catch (failure) {
        // only the server's rejection ends the session, not an unreachable server
        if (failure instanceof ApiError && isRefusal(failure)) {
          hooks.onLost?.(error);
          throw error;
        }
        throw failure;
      }
      try {
        return (await send(endpoint, { ...options, early: undefined })).answer;
      } catch (again) {
        if (again instanceof ApiError && again.status === 401) hooks.onLost?.(again);
        throw again;
      }
    }
    const repeat = received.expired && endpoint.method === 'GET' && options.refresh !== false;
    return repeat ? readAgain(endpoint, options, received, sentAt) : received.answer;
  };

  /**
   * Calls an endpoint and checks the response against its contract; unknown keys are dropped. Throws `ApiError`, or
   * a DOMException named AbortError if `signal` aborts.
   */
  const call = async <E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E> = {},
  ): Promise<AnswerOf<E>> => {
    const answer = await request(endpoint, options);
    const parsed = endpoint.answer.safeParse(answer);
    if (parsed.success) return parsed.data as AnswerOf<E>;
    throw malformedAnswer();
  };

  return {
    call,
    request,
    /** Connects the session store; replaces earlier hooks. */
    setSessionHooks: (next: Partial<SessionHooks>) => {
      hooks = next;
    },
  };
};

export const api = createApiClient();
