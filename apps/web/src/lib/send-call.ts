import { t } from '@lingui/core/macro';
import type { Route } from '@social-feed/contracts/routes';
import { ApiError, errorFromAnswer, MESSAGES, type Wording } from './api-error';
import { loadAnswers } from './words/answers';
import { takeArrived, type EarlyCall } from './early';
import { noteServerTime } from './server-clock';

/** Set by the API on open reads if the access cookie is missing and a refresh cookie is there. */
const SESSION_HEADER = 'X-Session';

export interface CommonOptions {
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
  /** True: returns the answer unchecked, for callers that accept incomplete ones. */
  unchecked?: boolean;
}

/**
 * A response's JSON, and whether the server treated the caller as a visitor because the session needs a refresh.
 */
export interface Received {
  answer: unknown;
  expired: boolean;
}

export interface Sent extends CommonOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
}

export interface ClientDeps {
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  token: () => string | null;
  isOnline: () => boolean;
  /** The id of the signed-in user, null for a visitor, undefined if that is not known. */
  reader: () => string | null | undefined;
}

const wordingOf = (path: string): Wording => (/^\/(auth|users|boards)\b/.test(path) ? 'accounts' : 'posts');

const urlOf = (baseUrl: string, path: string, options: Sent): string => {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = options.params?.[name];
    if (value === undefined || value === '') throw new Error(`${path} without ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`;
};

/** The error of a call without an answer. */
export const unreachable = ({ isOnline }: Pick<ClientDeps, 'isOnline'>): ApiError => {
  const message = isOnline() ? MESSAGES.unreachable : MESSAGES.offline;
  return new ApiError({ status: 0, code: 'NETWORK', message });
};

/** Sends a call once. Throws `ApiError`, or a DOMException named AbortError if `signal` aborts. */
export const send = async (deps: ClientDeps, { method, path }: Route, options: Sent): Promise<Received> => {
  const url = urlOf(deps.baseUrl, path, options);
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
      (method === 'GET' ? takeArrived(url.slice(deps.baseUrl.length), deps.reader()) : undefined) ??
      (await deps.fetch(url, {
        method,
        credentials: 'include',
        keepalive: options.keepalive === true,
        signal,
        headers: {
          Accept: 'application/json',
          ...(method !== 'GET' && options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      }));
    noteServerTime(response.headers.get('Date'));
    const bodyText = await response.text();
    if (!response.ok) {
      await loadAnswers();
      throw errorFromAnswer(response.status, bodyText, wordingOf(path));
    }
    try {
      const expired = response.headers.get(SESSION_HEADER) === 'expired';
      return { answer: JSON.parse(bodyText) as unknown, expired };
    } catch {
      const message = t`Server returned ${response.status}...`;
      throw new ApiError({ status: response.status, code: 'NOT_JSON', message, bodyText });
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (options.signal?.aborted) throw new DOMException('The call was given up', 'AbortError');
    if (timeout.signal.aborted) throw new ApiError({ status: 0, code: 'TIMEOUT', message: MESSAGES.timeout });
    throw unreachable(deps);
  } finally {
    clearTimeout(timer);
  }
};
