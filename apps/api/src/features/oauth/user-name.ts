import { randomBytes } from 'node:crypto';
import { ACCOUNT_LIMITS, isReservedUserName } from '@social-feed/contracts';
import type { SocialProfile } from './profile.js';

const SUFFIX_LENGTH = 6;

/** Letters, digits and underscores of a text, accents taken off. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '');

/**
 * User names to try for a new account, the plainest first; from the second on with random digits. The person may change
 * nothing about it, so it comes from their name and not from the e-mail, which profiles never show.
 */
export function* userNameIdeas({ fullName }: Pick<SocialProfile, 'fullName'>): Generator<string> {
  const base = plain(fullName)
    .toLowerCase()
    .slice(0, ACCOUNT_LIMITS.userNameMax - SUFFIX_LENGTH - 1);
  const usable = base.length >= ACCOUNT_LIMITS.userNameMin && !isReservedUserName(base);
  if (usable) yield base;
  for (let tries = 0; tries < 10; tries += 1) {
    yield `${usable ? base : 'member'}_${randomBytes(SUFFIX_LENGTH / 2).toString('hex')}`;
  }
}
