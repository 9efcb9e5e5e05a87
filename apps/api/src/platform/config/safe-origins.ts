import { type Env, ConfigError } from './env.js';

const isLocal = (origin: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

/** Settings whose address other machines can reach. */
const reachable = (env: Env) =>
  (['PUBLIC_WEB_ORIGIN', 'PUBLIC_API_ORIGIN'] as const).filter((name) => {
    const origin = env[name];
    return origin !== undefined && !isLocal(origin);
  });

/**
 * Outside production a demo provider signs in anyone as any user, and the secret is public.
 * @throws ConfigError if other machines could connect then, unless DEMO_DATA requests it
 */
export function requireSafeOrigins(env: Env): void {
  if (env.NODE_ENV === 'production' || env.DEMO_DATA === true) return;
  for (const name of reachable(env)) {
    throw new ConfigError(
      `${name} is ${env[name]}, which other machines can reach. Set NODE_ENV=production, or DEMO_DATA=true for a demo in which anyone can sign in as any user.`,
    );
  }
}

/**
 * Returns the settings with an address at which browsers cannot sign in: in production they drop the cookies of http
 * pages, except those of this machine. Programs with tokens can still use it.
 */
export const originsWithoutHttps = (env: Env): string[] =>
  env.NODE_ENV === 'production' ? reachable(env).filter((name) => !env[name]?.startsWith('https:')) : [];
