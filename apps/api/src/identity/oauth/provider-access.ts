import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '@social-feed/contracts';
import type { Request } from 'express';
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../platform/http/errors.js';
import type { ProviderAddresses } from './strategies.js';

/** Client id and secret for the demo provider; useless elsewhere. */
export const DEMO_KEYS = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const;

/** How this application reaches a provider. */
export interface ProviderAccess {
  clientId: string;
  clientSecret: string;
  callbackURL: string;
  addresses?: ProviderAddresses;
  /** Of an OpenID Connect provider. */
  issuer?: string;
}

/** The name of a provider in sentences. */
export const providerName = ({ oauth }: Pick<Config, 'oauth'>, provider: OAuthProvider): string =>
  provider === 'oidc' ? (oauth.oidcName ?? OAUTH_PROVIDER_NAMES.oidc) : OAUTH_PROVIDER_NAMES[provider];

/** Returns `null` if a provider has no keys and the demo provider does not replace it. */
export function providerAccess(
  config: Pick<Config, 'oauth' | 'production' | 'apiOrigin' | 'webOrigin'>,
  provider: OAuthProvider,
  req: Request,
): ProviderAccess | null {
  const keys = config.oauth[provider];
  if (keys !== null) {
    // On a single origin the web app is at the root and the API under /api.
    const base = config.apiOrigin === config.webOrigin ? `${config.apiOrigin}/api` : config.apiOrigin;
    return { ...keys, callbackURL: `${base}/auth/${provider}/callback` };
  }
  const plays = !config.production && config.oauth.demo;
  if (!plays || (provider === 'oidc' && config.oauth.oidcName === null)) return null;
  return demoAccess(provider, req);
}

/**
 * The demo provider is this server. The browser reaches it at its current address, so that cookies match, and this
 * process at its own port.
 */
function demoAccess(provider: OAuthProvider, req: Request): ProviderAccess {
  const prefix = /^\/api(?=\/)/i.exec(req.originalUrl)?.[0] ?? '';
  const origin = `${req.protocol}://${req.get('host') ?? 'localhost'}`;
  if (!URL.canParse(origin)) throw new AppError('VALIDATION_FAILED', 'The Host header is malformed');
  const outside = `${origin}${prefix}`;
  const inside = `http://${ownAddress(req)}/dev/oauth/${provider}`;
  return {
    ...DEMO_KEYS,
    callbackURL: `${outside}/auth/${provider}/callback`,
    ...(provider === 'oidc' && { issuer: inside }),
    addresses: {
      authorizationURL: `${outside}/dev/oauth/${provider}/authorize`,
      tokenURL: `${inside}/token`,
      profileURL: provider === 'facebook' ? `${inside}/me` : `${inside}/userinfo`,
    },
  };
}

function ownAddress({ socket }: Request): string {
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`;
}
