import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { disconnect, issueTicket, readSignInMethods } from './connections.js';
import { identityModel, oauthReturnModel } from './identity.model.js';
import { evict } from './link-account.js';
import type { OAuthDeps } from './oauth-deps.js';
import { finishSignIn, startSignIn } from './oauth.service.js';

/** Sign-ins that may wait for a provider at once, so that a hanging provider blocks no other requests. */
const RETURNING_MAX = 50;

const STARTS = {
  google: contracts.oauthStartGoogle,
  facebook: contracts.oauthStartFacebook,
  linkedin: contracts.oauthStartLinkedin,
};
const CALLBACKS = {
  google: contracts.oauthCallbackGoogle,
  facebook: contracts.oauthCallbackFacebook,
  linkedin: contracts.oauthCallbackLinkedin,
};

export type OAuth = ReturnType<typeof createOAuth>;

/** Sign-in by provider accounts, and connecting such accounts. */
export function createOAuth(given: Omit<OAuthDeps, 'identities' | 'returns'> & Pick<Platform, 'connection'>) {
  const identities = identityModel(given.connection);
  const deps: OAuthDeps = { ...given, identities, returns: oauthReturnModel(given.connection) };

  return {
    /** Ends all sessions and API tokens of a user and disconnects the provider accounts. */
    evict: (user: Types.ObjectId) => evict(deps, user),
    /** Disconnects the provider accounts; sessions stay. */
    disconnectAll: (user: Types.ObjectId) => identities.deleteMany({ user }),
    /** Whether a provider account is connected to a user. */
    isLinked: async (person: { provider: contracts.OAuthProvider; subject: string }, user: Types.ObjectId) =>
      (await identities.exists({ ...person, user })) !== null,
    /** Names of the providers connected to a user's account. */
    providersOf: async (user: Types.ObjectId): Promise<string[]> =>
      (await identities.find({ user }, { provider: 1 }).lean()).map(
        ({ provider }) => contracts.OAUTH_PROVIDER_NAMES[provider],
      ),
    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) => ({
      connections: identities.find({ user }, { provider: 1, createdAt: 1, lastUsedAt: 1 }).lean().cursor(),
    }),

    /** Endpoints for browsers, which answer with redirects, and the connections in the settings. */
    routes(mount: Mount): void {
      // For the token and the profile, in addition to the usual request time.
      const deadline = 2 * deps.config.oauth.answerWithin + deps.config.limits.requestDeadline;
      const slots = createConcurrencyLimit(RETURNING_MAX);
      for (const provider of contracts.OAUTH_PROVIDERS) {
        mount(STARTS[provider], ({ query, ...exchange }) => startSignIn(deps, provider, query, exchange));
        mount(CALLBACKS[provider], { deadline, slots }, (exchange) => finishSignIn(deps, provider, exchange));
      }
      for (const endpoint of [contracts.oauthComingSoonX, contracts.oauthComingSoonTwitter]) {
        mount(endpoint, () => ({ message: 'Twitter login is coming soon!' }));
      }
      mount(contracts.listConnections, async ({ viewer, req }) => ({
        data: await readSignInMethods(deps, viewer, req),
      }));
      mount(contracts.beginConnection, ({ params, viewer }) => ({
        data: { ticket: issueTicket(deps, viewer, params.provider) },
      }));
      mount(contracts.removeConnection, async ({ params, viewer }) => {
        await disconnect(deps, viewer, params.provider);
        return { message: 'Account disconnected' };
      });
    },
  };
}
