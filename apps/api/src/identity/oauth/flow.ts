import { createHash, randomBytes } from 'node:crypto';
import { OAUTH_PROVIDERS, type OAuthProvider } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.js';
import type { Platform } from '../../platform/platform.js';
import { equalSecrets, seal, unsealUnexpired } from '../../platform/seal.js';
import type { OAuthReturnRecord } from './identity.model.js';

interface FlowDeps extends Pick<Platform, 'config' | 'now'> {
  /** Used states of sign-ins. */
  returns: Model<OAuthReturnRecord>;
}

export interface SocialEntry {
  invite?: string | undefined;
  sentence?: string | undefined;
}

/**
 * State of a sign-in during the visit to a provider. It is stored in a sealed HttpOnly cookie, so no server session
 * is needed.
 */
export interface Flow {
  provider: OAuthProvider;
  state: string;
  /** PKCE verifier; absent if the provider does not support PKCE. */
  verifier?: string;
  /** Value that the ID token must contain; only of OpenID Connect. */
  nonce?: string;
  landing: string;
  /** The user and session to connect the provider account to; absent for a sign-in. */
  connect?: { userId: string; sessionId: string };
  /** How a new account comes in: by an invitation, or with an applicant's sentence. */
  entry?: SocialEntry;
  /** milliseconds since 1970 */
  expiresAt: number;
}

const PURPOSE = 'oauth flow';

export const newState = (): string => randomBytes(32).toString('base64url');

/** Binds a sign-in to this browser. A second one replaces the first. */
export function rememberFlow(
  { config: { production, oauth, secrets }, now }: FlowDeps,
  res: Response,
  flow: Omit<Flow, 'expiresAt'>,
): void {
  const expiresAt = now().getTime() + oauth.flowTtl;
  const sealed = seal(secrets.oauth, PURPOSE, { ...flow, expiresAt } satisfies Flow);
  setCookie(res, 'oauth', sealed, { production, maxAge: oauth.flowTtl });
}

/** Returns and clears the pending sign-in of this browser, regardless of the query; `null` if none is pending. */
export function takeFlow({ config, now }: FlowDeps, req: Request, res: Response): Flow | null {
  const cookie = readCookie(req, 'oauth', config.production);
  clearCookie(res, 'oauth', config.production);
  if (cookie === undefined) return null;
  const flow = unsealUnexpired(config.secrets.oauth, PURPOSE, cookie, now()) as Flow | undefined;
  return flow !== undefined && OAUTH_PROVIDERS.includes(flow.provider) ? flow : null;
}

/**
 * Returns whether a request returns the state of this browser's sign-in for the first time. Copying the cookie does
 * not help, because the database stores used states.
 */
export async function takeState(
  { returns }: FlowDeps,
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
