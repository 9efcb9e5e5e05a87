import { createHash, randomBytes } from 'node:crypto';
import { OAUTH_PROVIDERS, type OAuthProvider } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.js';
import { equalSecrets, seal, unseal } from '../../platform/seal.js';
import type { OAuthDeps } from './oauth-deps.js';

/** A sign-in on its way to a provider and back. It travels in a sealed HttpOnly cookie: no server session is needed. */
export interface Flow {
  provider: OAuthProvider;
  state: string;
  /** PKCE's secret; absent where the provider takes none. */
  verifier?: string;
  landing: string;
  /** The session of the user to whom the account at the provider is to be added; absent for a sign-in. */
  connect?: { userId: string; sessionId: string };
  /** milliseconds since 1970 */
  expiresAt: number;
}

const PURPOSE = 'oauth flow';

export const newState = (): string => randomBytes(32).toString('base64url');

/** Binds a sign-in to this browser. A second one begun in it takes the place of the first. */
export function rememberFlow(
  { config: { production, oauth, secrets }, now }: OAuthDeps,
  res: Response,
  flow: Omit<Flow, 'expiresAt'>,
): void {
  const expiresAt = now().getTime() + oauth.flowTtl;
  const sealed = seal(secrets.oauth, PURPOSE, { ...flow, expiresAt } satisfies Flow);
  setCookie(res, 'oauth', sealed, { production, maxAge: oauth.flowTtl });
}

/** The sign-in that this browser began and did not finish, whatever the request says; `null` where there is none. */
export function takeFlow({ config, now }: OAuthDeps, req: Request, res: Response): Flow | null {
  const cookie = readCookie(req, 'oauth', config.production);
  clearCookie(res, 'oauth', config.production);
  if (cookie === undefined) return null;
  const flow = unseal(config.secrets.oauth, PURPOSE, cookie) as Flow | undefined;
  if (flow === undefined || !OAUTH_PROVIDERS.includes(flow.provider)) return null;
  return flow.expiresAt > now().getTime() ? flow : null;
}

/**
 * Whether a request brings back the state of this browser's own sign-in for the first time. A copied cookie does not
 * help: the database remembers states that came back.
 */
export async function takeState(
  { returns }: OAuthDeps,
  flow: Flow,
  { provider, state }: { provider: OAuthProvider; state: unknown },
): Promise<boolean> {
  if (flow.provider !== provider || typeof state !== 'string' || !equalSecrets(state, flow.state))
    return false;
  const _id = createHash('sha256').update(state).digest('base64url');
  try {
    await returns.create([{ _id, expiresAt: new Date(flow.expiresAt) }]);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
