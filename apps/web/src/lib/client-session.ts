import { firstRoutes } from '@social-feed/contracts/first-routes';
import type { ApiError } from './api-error';
import { asRecord } from './json';
import { send, type ClientDeps } from './send-call';

/**
 * A refresh without a response after this long is repeated, since the response may be lost. The server accepts a
 * used refresh token for ten seconds only, and returns the same successor.
 */
const REFRESH_AGAIN_MS = 6000;

/** Callbacks of the session store (A §4.1). */
export interface SessionHooks {
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

/** What the API client knows of the session of its calls. */
export interface Session {
  deps: ClientDeps;
  hooks: Partial<SessionHooks>;
  refreshing: Promise<void> | undefined;
  /** Number of successful refreshes: a call sent before the last one needs no further refresh. */
  refreshes: number;
  renewal: AbortController;
  /** Number of sign-ins: a late answer to a call sent before the last one says nothing about the new session. */
  signIns: number;
}

export const createSession = (deps: ClientDeps): Session => ({
  deps,
  hooks: {},
  refreshing: undefined,
  refreshes: 0,
  renewal: new AbortController(),
  signIns: 0,
});

/** Whether the server rejected a refresh; network failures and throttling do not end the session. */
export const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

/** Refreshes for a call that was sent after `sentAt` refreshes; waiting calls share one. */
export const refreshSince = (session: Session, sentAt: number): Promise<void> => {
  const { deps, renewal } = session;
  if (session.refreshes !== sentAt) return Promise.resolve();
  const first = AbortSignal.timeout(REFRESH_AGAIN_MS);
  const { signal } = renewal;
  session.refreshing ??= send(deps, firstRoutes.refresh, { signal: AbortSignal.any([first, signal]) })
    .catch((error: unknown) => {
      if (!first.aborted || signal.aborted) throw error;
      return send(deps, firstRoutes.refresh, { signal });
    })
    .then(({ answer }) => {
      session.refreshes += 1;
      const { sessionExpiry } = asRecord(answer);
      session.hooks.onRefreshed?.(typeof sessionExpiry === 'string' ? sessionExpiry : undefined);
    })
    .finally(() => {
      session.refreshing = undefined;
    });
  return session.refreshing;
};

/** Gives up a refresh of the session that ends: its refusal would remove the cookies of the new one. */
export const beginSession = (session: Session): void => {
  session.signIns += 1;
  session.renewal.abort();
  session.renewal = new AbortController();
};
