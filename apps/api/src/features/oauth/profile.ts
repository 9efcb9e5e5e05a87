import { randomBytes } from 'node:crypto';
import {
  ACCOUNT_LIMITS,
  canonicalEmail,
  isReservedUserName,
  looksLikeEmail,
  type OAuthProvider,
} from '@social-feed/contracts';
import * as z from 'zod/mini';

/** A user's profile at a provider. */
export interface SocialProfile {
  provider: OAuthProvider;
  /** The user's id at the provider. Provider and id form the identity. */
  subject: string;
  /** Of OpenID Connect; the id is unique within it only. */
  issuer?: string;
  /** Canonical; `null` if missing or invalid. */
  email: string | null;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  fullName: string;
}

const id = z.string().check(z.minLength(1), z.maxLength(255));

/**
 * Claims of OpenID Connect's userinfo, whose `email_verified` LinkedIn sent as text for a while, and fields of
 * Facebook's user node, whose `email` is absent if the user has none or withholds it. The id has two names.
 */
const person = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.nullable(z.string())),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
});

const usable = (email: string | null | undefined): string | null => {
  const wanted = (email ?? '').trim();
  return looksLikeEmail(wanted) ? canonicalEmail(wanted) : null;
};

/** Truncates a name to the limit without splitting a character. */
const nameOf = (name = ''): string =>
  name
    .trim()
    .slice(0, ACCOUNT_LIMITS.nameMax)
    .replace(/\p{Cs}$/u, '');

/**
 * Parses a provider's profile response.
 *
 * - Google: https://developers.google.com/identity/openid-connect/openid-connect (userinfo)
 * - Facebook: https://developers.facebook.com/docs/graph-api/reference/user (v26.0)
 * - LinkedIn: https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 *   (userinfo)
 * @throws ZodError for an invalid response
 */
export function readProfile(provider: OAuthProvider, answer: unknown): SocialProfile {
  const { name, email, email_verified: verified } = person.parse(answer);
  const isFacebook = provider === 'facebook';
  return {
    provider,
    subject: id.parse((answer as { id?: unknown; sub?: unknown })[isFacebook ? 'id' : 'sub']),
    email: usable(email),
    // Facebook does not report whether an address is verified, so it counts as unverified.
    emailVerified: !isFacebook && (verified === true || verified === 'true'),
    fullName: nameOf(name),
  };
}

const SUFFIX_LENGTH = 6;
const BASED_TRIES = 7;

/** Letters, digits and underscores of a text, without accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '');

/**
 * Yields user names to try for a new account, plainest first; from the second on with random digits. They come from
 * the full name and not from the e-mail address, because profiles never show that and the user may keep the name.
 */
export function* userNameIdeas({ fullName }: Pick<SocialProfile, 'fullName'>): Generator<string> {
  const base = plain(fullName)
    .toLowerCase()
    .slice(0, ACCOUNT_LIMITS.userNameMax - SUFFIX_LENGTH - 1);
  const usable = base.length >= ACCOUNT_LIMITS.userNameMin && !isReservedUserName(base);
  if (usable) yield base;
  for (let tries = 0; tries < 10; tries += 1) {
    // The host may refuse all names that begin like this one.
    const start = usable && tries < BASED_TRIES ? base : 'member';
    yield `${start}_${randomBytes(SUFFIX_LENGTH / 2).toString('hex')}`;
  }
}
