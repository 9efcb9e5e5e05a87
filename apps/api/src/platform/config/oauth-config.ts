import { ConfigError, type Env } from './env.js';

const SECOND = 1000;

export interface OAuthKeys {
  clientId: string;
  clientSecret: string;
}

export interface OAuthConfig {
  /** Keys of the providers; `null` where unset. */
  google: OAuthKeys | null;
  facebook: OAuthKeys | null;
  linkedin: OAuthKeys | null;
  /** Whether a provider without keys is played by the demo provider; never in production. */
  demo: boolean;
  /** How long a sign-in may take at the provider. */
  flowTtl: number;
  /** How long a provider may take to answer this server. */
  answerWithin: number;
}

/** @throws ConfigError where one of the two keys is missing */
function oauthKeys(env: Env, provider: 'GOOGLE' | 'FACEBOOK' | 'LINKEDIN'): OAuthKeys | null {
  const clientId = env[`${provider}_CLIENT_ID`];
  const clientSecret = env[`${provider}_CLIENT_SECRET`];
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  const [missing, given] = clientId === undefined ? ['ID', 'SECRET'] : ['SECRET', 'ID'];
  throw new ConfigError(`${provider}_CLIENT_${missing} is missing beside ${provider}_CLIENT_${given}.`);
}

/** @throws ConfigError where a provider has one of its two keys only */
export const oauthConfig = (env: Env, production: boolean): OAuthConfig => ({
  google: oauthKeys(env, 'GOOGLE'),
  facebook: oauthKeys(env, 'FACEBOOK'),
  linkedin: oauthKeys(env, 'LINKEDIN'),
  demo: !production,
  flowTtl: 600 * SECOND,
  answerWithin: 10 * SECOND,
});
