import { createRequire } from 'node:module';
import type { OAuthProvider } from '@social-feed/contracts';
import type { Strategy } from 'passport';
import { Strategy as FacebookStrategy } from 'passport-facebook';
import { Strategy as GoogleStrategy } from 'passport-google-oauth20';
import type { StateStore } from 'passport-oauth2';
import { limitRequests, type OAuth2Client } from './provider-request.js';
import { readProfile, type SocialProfile } from './profile.js';
import { newState } from './flow.js';

type ProfileDone = (error: Error | null, profile?: { _json: unknown }) => void;

// The package has neither types nor an ES module.
const { Strategy: LinkedInStrategy } = createRequire(import.meta.url)('passport-linkedin-oauth2') as {
  Strategy: new (
    options: object,
    verify: unknown,
  ) => Strategy & { _oauth2: OAuth2Client; userProfile: (accessToken: string, done: ProfileDone) => void };
};

/** Current version of Facebook's Graph API. Versions expire after two years. */
const FACEBOOK_GRAPH_VERSION = 'v26.0';

/** Addresses of a provider: the vendor's, or those of the demo provider. */
export interface ProviderAddresses {
  authorizationURL: string;
  tokenURL: string;
  profileURL: string;
}

/** Providers with a Passport strategy. */
export type PassportProvider = Exclude<OAuthProvider, 'oidc'>;

const VENDORS: Readonly<Record<PassportProvider, ProviderAddresses>> = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenURL: 'https://oauth2.googleapis.com/token',
    profileURL: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
  facebook: {
    authorizationURL: `https://www.facebook.com/${FACEBOOK_GRAPH_VERSION}/dialog/oauth`,
    tokenURL: `https://graph.facebook.com/${FACEBOOK_GRAPH_VERSION}/oauth/access_token`,
    profileURL: `https://graph.facebook.com/${FACEBOOK_GRAPH_VERSION}/me`,
  },
  // https://www.linkedin.com/oauth/.well-known/openid-configuration
  linkedin: {
    authorizationURL: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenURL: 'https://www.linkedin.com/oauth/v2/accessToken',
    profileURL: 'https://api.linkedin.com/v2/userinfo',
  },
};

export interface StrategyOptions {
  clientId: string;
  clientSecret: string;
  /** The address the provider redirects back to. */
  callbackURL: string;
  addresses?: ProviderAddresses | undefined;
  /** Timeout of each provider request in milliseconds. */
  answerWithin: number;
  /** Called with the values that must return with the browser. */
  remember?: (flow: { state: string; verifier?: string }) => void;
  /** PKCE verifier of the returned sign-in; its state was checked before. */
  verifier?: string | undefined;
}

type Done = (error: Error | null, ok?: unknown) => void;
type FoundProfile = (error: Error | null, profile?: SocialProfile) => void;

/** Passport's state store without a server session: passes the state and the PKCE verifier out and in. */
const stateStore = ({ remember, verifier }: Pick<StrategyOptions, 'remember' | 'verifier'>) => ({
  // Passport chooses the arguments by the number of parameters.
  store: (_req: unknown, secret: string | undefined, _state: unknown, _meta: unknown, done: Done) => {
    const state = newState();
    remember?.({ state, ...(secret === undefined ? {} : { verifier: secret }) });
    done(null, state);
  },
  verify: (_req: unknown, _state: string, _meta: unknown, done: Done) => done(null, verifier ?? true),
});

/** Creates a provider's Passport strategy for one request. Its result is a `SocialProfile`. */
export function createStrategy(provider: PassportProvider, options: StrategyOptions): Strategy {
  const { authorizationURL, tokenURL, profileURL } = options.addresses ?? VENDORS[provider];
  const shared = {
    clientID: options.clientId,
    clientSecret: options.clientSecret,
    callbackURL: options.callbackURL,
    authorizationURL,
    tokenURL,
    state: true,
    store: stateStore(options) as unknown as StateStore,
  };
  const found = (_access: string, _refresh: string, profile: object, done: FoundProfile) => {
    try {
      done(null, readProfile(provider, '_json' in profile ? profile._json : undefined));
    } catch (error) {
      done(error as Error);
    }
  };
  const build: Record<PassportProvider, () => Strategy> = {
    google: () =>
      new GoogleStrategy(
        { ...shared, pkce: true, scope: ['openid', 'email', 'profile'], userProfileURL: profileURL },
        found,
      ),
    facebook: () =>
      new FacebookStrategy(
        {
          ...shared,
          pkce: true,
          scope: ['public_profile', 'email'],
          profileURL,
          profileFields: ['id', 'displayName', 'emails'],
          enableProof: true,
        },
        found,
      ),
    linkedin: () => linkedIn(shared, profileURL, found),
  };
  const strategy = build[provider]();
  const client = (strategy as unknown as { _oauth2: OAuth2Client })._oauth2;
  limitRequests(client, options.answerWithin);
  // Facebook documents the token in the query, next to its proof.
  if (provider !== 'facebook') client.useAuthorizationHeaderforGET(true);
  return strategy;
}

/**
 * Fetches the profile separately: the package calls `/v2/me`, which LinkedIn closed to new apps with OpenID
 * Connect. No PKCE: LinkedIn's token endpoint returns `invalid_client` for a `code_verifier` from apps with a
 * secret.
 */
function linkedIn(shared: object, profileURL: string, found: unknown): Strategy {
  const strategy = new LinkedInStrategy({ ...shared, scope: ['openid', 'profile', 'email'] }, found);
  strategy.userProfile = (accessToken, done) => {
    strategy._oauth2.get(profileURL, accessToken, (error, body) => {
      let profile: { _json: unknown };
      try {
        if (error) throw error as Error;
        profile = { _json: JSON.parse(body ?? '') };
      } catch (cause) {
        done(new Error('LinkedIn gave no profile that can be read', { cause }));
        return;
      }
      done(null, profile);
    });
  };
  return strategy;
}
