import { createRequire } from 'node:module';
import type { OAuthProvider } from '@social-feed/contracts';
import type { Strategy } from 'passport';
import { Strategy as FacebookStrategy } from 'passport-facebook';
import { Strategy as GoogleStrategy } from 'passport-google-oauth20';
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

/** The current version of Facebook's Graph API; versions end after two years. */
const FACEBOOK_GRAPH_VERSION = 'v26.0';

/** Where a provider is: the vendor's addresses unless the demo provider plays it. */
export interface ProviderAddresses {
  authorizationURL: string;
  tokenURL: string;
  profileURL: string;
}

const VENDORS: Readonly<Record<OAuthProvider, ProviderAddresses>> = {
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
  /** Where the provider sends the browser back to. */
  callbackURL: string;
  addresses?: ProviderAddresses | undefined;
  /** milliseconds for each answer of the provider */
  answerWithin: number;
  /** Called with what must come back with the browser. */
  remember?: (flow: { state: string; verifier?: string }) => void;
  /** PKCE's secret of the sign-in that came back; its state was checked already. */
  verifier?: string | undefined;
}

type Done = (error: Error | null, ok?: unknown) => void;

/** Passport's state store without a server session: state and PKCE secret are handed out and in. */
const stateStore = ({ remember, verifier }: Pick<StrategyOptions, 'remember' | 'verifier'>) => ({
  // The number of parameters tells Passport what to pass.
  store: (_req: unknown, secret: string | undefined, _state: unknown, _meta: unknown, done: Done) => {
    const state = newState();
    remember?.({ state, ...(secret === undefined ? {} : { verifier: secret }) });
    done(null, state);
  },
  verify: (_req: unknown, _state: string, _meta: unknown, done: Done) => done(null, verifier ?? true),
});

/** A provider's Passport strategy for one request; what it finds is a `SocialProfile`. */
export function createStrategy(provider: OAuthProvider, options: StrategyOptions): Strategy {
  const { authorizationURL, tokenURL, profileURL } = options.addresses ?? VENDORS[provider];
  const shared = {
    clientID: options.clientId,
    clientSecret: options.clientSecret,
    callbackURL: options.callbackURL,
    authorizationURL,
    tokenURL,
    state: true,
    store: stateStore(options) as never,
  };
  const found = ((
    _access: string,
    _refresh: string,
    profile: { _json?: unknown },
    done: (error: unknown, profile?: SocialProfile) => void,
  ) => {
    try {
      done(null, readProfile(provider, profile._json));
    } catch (error) {
      done(error);
    }
  }) as never;
  const build: Record<OAuthProvider, () => Strategy> = {
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
  // Facebook documents the token in the query, beside its proof.
  if (provider !== 'facebook') client.useAuthorizationHeaderforGET(true);
  return strategy;
}

/**
 * Reads the profile by itself: the package asks `/v2/me`, which LinkedIn closed for new apps when it went over to OpenID
 * Connect. No PKCE: LinkedIn's token address answers `invalid_client` to a `code_verifier` from apps with a secret.
 */
function linkedIn(shared: object, profileURL: string, found: never): Strategy {
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
