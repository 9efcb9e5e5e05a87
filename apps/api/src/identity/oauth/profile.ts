import { randomBytes } from 'node:crypto';
import {
  ACCOUNT_LIMITS,
  canonicalEmail,
  isReservedUserName,
  looksLikeEmail,
  trimUnseen,
  type OAuthProvider,
} from '@social-feed/contracts';
import anyAscii from 'any-ascii';
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
  /** The name by which the person wishes to be called. */
  preferredName?: string;
}

const id = z.string().check(z.minLength(1), z.maxLength(255));

/**
 * Claims by name. Only the id is needed: providers send `null`, empty text or other types for what they do not know,
 * and none of that may end a sign-in.
 */
type Claims = Readonly<Record<string, unknown>>;

const claimsOf = (answer: unknown): Claims =>
  typeof answer === 'object' && answer !== null ? (answer as Claims) : {};

/** Returns the first answer's text of this name that shows something. */
function textOf(answers: readonly Claims[], name: string): string | undefined {
  for (const { [name]: value } of answers) {
    const text = typeof value === 'string' ? trimUnseen(value) : '';
    if (text !== '') return text;
  }
  return undefined;
}

/** Providers send `null` for what they do not know. */
const isPresent = (claim: unknown): boolean => claim !== undefined && claim !== null;
const isGiven = (claim: unknown): boolean => isPresent(claim) && claim !== '';

/** LinkedIn and others sent text for a while. Anything else, such as a number, does not say that it is verified. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/**
 * Returns the e-mail address, and whether its provider says that it is verified. A word about one address says nothing
 * about another one, so both come from one answer; if two answers name the same address, the first with a word counts.
 */
function emailOf(answers: readonly Claims[]): Pick<SocialProfile, 'email' | 'emailVerified'> {
  const given = textOf(answers, 'email');
  if (given === undefined || !looksLikeEmail(given)) return { email: null, emailVerified: false };
  const about = answers.filter((claims) => {
    const named = textOf([claims], 'email');
    return named === undefined || named === given;
  });
  const words = about.map((claims) => claims['email_verified']).filter(isGiven);
  // An answer without an address may confirm what another says, and never overrule it.
  const ownWord = answers.find((claims) => textOf([claims], 'email') === given)?.['email_verified'];
  const isDenied = isGiven(ownWord) && !isTrue(ownWord);
  return { email: canonicalEmail(given), emailVerified: !isDenied && isTrue(words[0]) };
}

/** Some providers put the e-mail address into names, which other users see. */
const shown = (text: string | undefined): string | undefined =>
  text === undefined || /[^\s@]@[^\s@]/.test(text) ? undefined : text;

/** The first of the standard claims that names the person. */
function nameOf(answers: readonly Claims[]): string {
  const parts = ['given_name', 'family_name'].map((name) => shown(textOf(answers, name)));
  const whole = parts.filter((part) => part !== undefined).join(' ');
  const names = ['name', 'nickname', 'preferred_username'].map((name) => shown(textOf(answers, name)));
  const [name, nickname, preferred] = names;
  return truncated(name ?? (whole === '' ? undefined : whole) ?? nickname ?? preferred ?? '');
}

/** Truncates a name to the limit without splitting a character. */
const truncated = (name: string): string =>
  name
    .slice(0, ACCOUNT_LIMITS.nameMax)
    .trim()
    .replace(/\p{Cs}$/u, '');

/**
 * Reads a provider's profile. Takes what has the right type and ignores the rest.
 *
 * - Google: https://developers.google.com/identity/openid-connect/openid-connect (userinfo)
 * - Facebook: https://developers.facebook.com/docs/graph-api/reference/user (v26.0)
 * - LinkedIn: https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 *   (userinfo)
 * - OpenID Connect: https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 * @param given the responses that describe the person; for each claim the first with a usable value counts
 * @throws ZodError without an id
 */
export function readProfile(provider: OAuthProvider, ...given: readonly unknown[]): SocialProfile {
  const answers = given.map(claimsOf);
  const isFacebook = provider === 'facebook';
  const { email, emailVerified } = emailOf(answers);
  const preferred = shown(textOf(answers, 'preferred_username')) ?? shown(textOf(answers, 'nickname'));
  return {
    provider,
    subject: id.parse(
      answers.find((claims) => isPresent(claims[isFacebook ? 'id' : 'sub']))?.[isFacebook ? 'id' : 'sub'],
    ),
    email,
    // Facebook does not report whether an address is verified, so it counts as unverified.
    emailVerified: !isFacebook && emailVerified,
    fullName: nameOf(answers),
    ...(preferred !== undefined && { preferredName: truncated(preferred) }),
  };
}

const SUFFIX_LENGTH = 6;
const BASED_TRIES = 7;

/** Letters, digits and underscores of a text, written in Latin letters without accents. */
const plain = (text: string) =>
  anyAscii(text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '_'))
    .replace(/[^A-Za-z0-9_]+/g, '')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
    .slice(0, ACCOUNT_LIMITS.userNameMax - SUFFIX_LENGTH - 1)
    .replace(/_$/, '');

const isUsable = (name: string) => name.length >= ACCOUNT_LIMITS.userNameMin && !isReservedUserName(name);

/**
 * Yields user names to try for a new account, plainest first; then with random digits. They come from the names by
 * which the person wishes to be called and not from the e-mail address, because profiles never show that and the user
 * may keep the name.
 */
export function* userNameIdeas({
  preferredName = '',
  fullName,
}: Pick<SocialProfile, 'fullName' | 'preferredName'>): Generator<string> {
  const bases = [...new Set([plain(preferredName), plain(fullName)])].filter(isUsable);
  yield* bases;
  for (let tries = 0; tries < 10; tries += 1) {
    // The host may refuse all names that begin like this one.
    const start = tries < BASED_TRIES ? (bases[0] ?? 'member') : 'member';
    yield `${start}_${randomBytes(SUFFIX_LENGTH / 2).toString('hex')}`;
  }
}
