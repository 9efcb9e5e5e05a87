import { createHash } from 'node:crypto';
import type { OAuthProvider } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.js';
import type { Platform } from '../../platform/platform.js';
import { seal, unsealUnexpired } from '../../platform/seal.js';
import { MINUTE } from '../../platform/time.js';

const PURPOSE = 'sign-in that waits for the second factor';
const TICKET_TTL = 10 * MINUTE;

/** An account at a provider, whose address the provider has verified if it is to be connected. */
export interface ProviderAccount {
  provider: OAuthProvider;
  subject: string;
  issuer?: string | undefined;
  /** The account's e-mail address, if the provider account is connected only after the second factor. */
  connectsTo?: string;
}

/** A sign-in whose first factor was right: the password, or an account at a provider. */
export interface WaitingSignIn {
  /** in hex */
  user: string;
  remember: boolean;
  /** The first factor's name, for the security log. */
  by: string;
  passwordHash?: string;
  identity?: ProviderAccount;
}

export interface Ticket extends Pick<WaitingSignIn, 'user' | 'remember' | 'by' | 'identity'> {
  /** Digest of the password's hash: a new password voids the ticket. */
  password?: string;
  /** milliseconds since 1970 */
  expiresAt: number;
}

export const passwordDigest = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

/** Keeps a waiting sign-in in a sealed cookie, so that it belongs to this browser and scripts cannot read it. */
export const createTickets = ({ config, now }: Pick<Platform, 'config' | 'now'>) => ({
  issue(res: Response, { passwordHash, ...waiting }: WaitingSignIn): void {
    const ticket: Ticket = {
      ...waiting,
      ...(passwordHash === undefined ? {} : { password: passwordDigest(passwordHash) }),
      expiresAt: now().getTime() + TICKET_TTL,
    };
    const { production } = config;
    setCookie(res, 'secondFactor', seal(config.secrets.factors, PURPOSE, ticket), {
      production,
      maxAge: TICKET_TTL,
    });
  },

  /** Returns the sign-in that waits in this browser, or `null`. */
  read(req: Request): Ticket | null {
    const cookie = readCookie(req, 'secondFactor', config.production);
    if (cookie === undefined) return null;
    const found = unsealUnexpired(config.secrets.factors, PURPOSE, cookie, now());
    return (found as Ticket | undefined) ?? null;
  },

  clear: (res: Response): void => clearCookie(res, 'secondFactor', config.production),
});
