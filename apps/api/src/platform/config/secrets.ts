import { hkdfSync } from 'node:crypto';
import { ConfigError } from './env.js';

/** Public, so for development only: production rejects it. */
const DEVELOPMENT_SECRET = 'social-feed development secret, never for production';
const SECRET_MIN_LENGTH = 32;
const WELL_KNOWN_SECRET = /change.?(me|this|it)|your.?secret|example|placeholder|replace.?(me|this)|default/i;

/** Derives one key for each purpose, so a token made for one purpose is invalid for another. */
export function deriveSecrets(secret: string) {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'social-feed', use, 32));
  return {
    access: keyFor('access token'),
    refresh: keyFor('refresh token'),
    device: keyFor('known device'),
    throttle: keyFor('throttle key'),
    otp: keyFor('one-time code'),
    email: keyFor('e-mail address'),
    mail: keyFor('queued mail'),
    oauth: keyFor('social sign-in'),
    factors: keyFor('second factor'),
    appeal: keyFor('answer to a suspension'),
    cursor: keyFor('list cursor'),
    remoteMedia: keyFor('addresses of media of other sites'),
    invitation: keyFor('invitation'),
    proof: keyFor('proof of work'),
    proofKey: keyFor('key of a proof of work'),
    dayChain: keyFor('seeds of the days'),
  };
}

/**
 * Returns JWT_SECRET, or the development secret if it is unset outside production.
 * @throws ConfigError in production if it is missing, short, well known or guessable
 */
export function masterSecret(given: string | undefined, production: boolean): string {
  if (production) return checkSecret(given);
  return given ?? DEVELOPMENT_SECRET;
}

function checkSecret(secret: string | undefined): string {
  const hint = 'set it to at least 32 random characters, such as the output of "openssl rand -hex 32".';
  if (secret === undefined) {
    throw new ConfigError(`JWT_SECRET is missing: ${hint}`);
  }
  if (secret.length < SECRET_MIN_LENGTH) {
    throw new ConfigError(`JWT_SECRET is too short: ${hint}`);
  }
  if (secret === DEVELOPMENT_SECRET || WELL_KNOWN_SECRET.test(secret) || new Set(secret).size < 8) {
    throw new ConfigError(`JWT_SECRET is a default or guessable value: ${hint}`);
  }
  return secret;
}
