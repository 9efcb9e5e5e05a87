import type * as Client from 'openid-client';
import type { Request } from 'express';
import { HOUR } from '../../platform/time.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { newState, type Flow } from './flow.js';
import { readProfile, type SocialProfile } from './profile.js';
import type { ProviderAccess } from './provider-access.js';
import { readLimited } from './provider-request.js';

/** How long a discovery document is kept, in milliseconds. */
const DISCOVERY_LASTS = HOUR;

/** Statuses by which a provider refuses userinfo for good; others, such as 429, may pass. */
const REFUSALS: readonly number[] = [401, 403, 404];

/** How the library says that a discovery document names another issuer. */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
/** Some providers end their name with a slash, which hosts leave out, or the other way round. Its document is the same. */
const withOtherEnd = (issuer: string): string => (issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`);

/** The library marks this function as deprecated so that it stands out. */
interface Insecure {
  allowInsecureRequests: (configuration: Client.Configuration) => void;
}

interface Known {
  until: number;
  configuration: Client.Configuration;
}

export type OpenId = ReturnType<typeof createOpenId>;

/**
 * Sign-in by an OpenID Connect provider, with PKCE, a state, a nonce and a signed ID token. The library is loaded with
 * the first sign-in.
 */
export function createOpenId({ answerWithin, now }: { answerWithin: number; now: () => Date }) {
  const known = new Map<string, Known>();

  /** Reads the provider's metadata. Failures are not kept. */
  async function configurationOf(access: ProviderAccess): Promise<Client.Configuration> {
    const client = await import('openid-client');
    const issuer = access.issuer ?? '';
    const found = known.get(issuer);
    if (found !== undefined && found.until > now().getTime()) return found.configuration;
    const { clientId, clientSecret } = access;
    const post = client.ClientSecretPost(clientSecret);
    const basic = client.ClientSecretBasic(clientSecret);
    /** Basic is the default of the standard, and not all providers take it. */
    const authenticate: Client.ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const method = methods.includes('client_secret_basic') ? basic : post;
      method(server, ...rest);
    };
    const discover = (address: string) =>
      client.discovery(new URL(address), clientId, undefined, authenticate, {
        timeout: answerWithin / 1000,
        [client.customFetch]: (url, options) => fetchLimited(url, options, answerWithin),
        execute: [
          client.enableNonRepudiationChecks,
          // Only outside production; see the configuration.
          ...(issuer.startsWith('http:') ? [(client as Insecure).allowInsecureRequests] : []),
        ],
      });
    const configuration = await discover(issuer).catch((error: unknown) => {
      if (!(error instanceof client.ClientError) || error.code !== OTHER_ISSUER) throw error;
      return discover(withOtherEnd(issuer));
    });
    known.set(issuer, { until: now().getTime() + DISCOVERY_LASTS, configuration });
    return configuration;
  }

  return {
    /** Returns the address of the provider's page, and the values that must return with the browser. */
    async begin(access: ProviderAccess) {
      const client = await import('openid-client');
      const configuration = await configurationOf(access);
      const flow = {
        state: newState(),
        verifier: client.randomPKCECodeVerifier(),
        nonce: client.randomNonce(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: access.callbackURL,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      // The demo provider has another address for browsers than for this process.
      const page = access.addresses === undefined ? url : new URL(access.addresses.authorizationURL);
      page.search = url.search;
      return { url: page.href, flow };
    },

    /**
     * Exchanges the code of a returned browser for the user's profile.
     * @throws the library's error for anything that the standard does not allow
     */
    async finish(access: ProviderAccess, req: Request, flow: Flow): Promise<SocialProfile> {
      const client = await import('openid-client');
      const configuration = await configurationOf(access);
      const returned = new URL(access.callbackURL);
      returned.search = new URL(req.originalUrl, access.callbackURL).search;
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: flow.verifier ?? '',
        expectedState: flow.state,
        expectedNonce: flow.nonce ?? '',
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const more = await userInfoOf(client, configuration, tokens.access_token, claims.sub);
      return {
        ...readProfile('oidc', more, claims),
        // The demo provider's changes with the port.
        ...(access.addresses === undefined && { issuer: claims.iss }),
      };
    },
  };
}

/** Returns userinfo; empty if the provider has none or refuses it, since the ID token says who the person is. */
async function userInfoOf(
  client: typeof Client,
  configuration: Client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await client.fetchUserInfo(configuration, accessToken, subject);
  } catch (error) {
    const response = error instanceof Error && error.cause instanceof Response ? error.cause : undefined;
    const status = error instanceof client.WWWAuthenticateChallengeError ? error.status : response?.status;
    if (status !== undefined && REFUSALS.includes(status)) return {};
    throw error;
  }
}

/**
 * Returns an answer as the library takes it, which rejects fields that it has no use for here: without those that are
 * `null`, and of tokens those that a sign-in needs. A provider that does not say how it signs userinfo signs it as its
 * ID tokens.
 */
function readable(text: string): string {
  try {
    const answer = JSON.parse(text, (_name, value: unknown) => value ?? undefined) as Record<string, unknown>;
    const { access_token, token_type, id_token, id_token_signing_alg_values_supported: algorithms } = answer;
    return JSON.stringify(
      access_token === undefined
        ? { userinfo_signing_alg_values_supported: algorithms, ...answer }
        : { access_token, token_type, id_token },
    );
  } catch {
    // none, or signed
    return text;
  }
}

/** Fetches with a limit of bytes and of time: the library's own timeout can be lost in Node 20. */
function fetchLimited(
  url: string,
  options: Client.CustomFetchOptions,
  answerWithin: number,
): Promise<Response> {
  return withTimeout(answerWithin, options.signal, async (signal) => {
    const response = await fetch(url, { ...options, signal } as RequestInit);
    const { status, headers } = response;
    const text = readable(await readLimited(response));
    return new Response(text === '' ? null : text, { status, headers });
  });
}
