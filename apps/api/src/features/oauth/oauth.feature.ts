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

/** Sign-ins at once that wait for a provider: one that hangs takes no place of anything else. */
const RETURNING_MAX = 50;

export type OAuth = ReturnType<typeof createOAuth>;

/** Signing in by accounts at providers, and connecting such accounts. */
export function createOAuth(given: Omit<OAuthDeps, 'identities' | 'returns'> & Pick<Platform, 'connection'>) {
  const identities = identityModel(given.connection);
  const deps: OAuthDeps = { ...given, identities, returns: oauthReturnModel(given.connection) };

  return {
    /** Ends every session and API token of a user and cuts the accounts at providers. */
    evict: (user: Types.ObjectId) => evict(deps, user),
    /** Cuts the accounts at providers, and ends no session. */
    disconnectAll: (user: Types.ObjectId) => identities.deleteMany({ user }),
    /** Names of the providers that sign in to a user's account. */
    providersOf: async (user: Types.ObjectId): Promise<string[]> =>
      (await identities.find({ user }, { provider: 1 }).lean()).map(
        ({ provider }) => contracts.OAUTH_PROVIDER_NAMES[provider],
      ),
    /** What is the user's, for a copy of their data. */
    exportOf: (user: Types.ObjectId) => ({
      connections: identities.find({ user }, { provider: 1, createdAt: 1, lastUsedAt: 1 }).lean().cursor(),
    }),

    /** Addresses for browsers, answered by redirects, and the connections in the settings. */
    routes(mount: Mount): void {
      // Token and profile, beside what every request may take.
      const deadline = 2 * deps.config.oauth.answerWithin + deps.config.limits.requestDeadline;
      const places = createConcurrencyLimit(RETURNING_MAX);
      for (const provider of contracts.OAUTH_PROVIDERS) {
        mount(contracts.oauthStart[provider], ({ query, ...exchange }) =>
          startSignIn(deps, provider, query, exchange),
        );
        mount(contracts.oauthCallback[provider], { deadline, places }, (exchange) =>
          finishSignIn(deps, provider, exchange),
        );
      }
      for (const name of ['x', 'twitter'] as const) {
        mount(contracts.oauthComingSoon[name], () => ({ message: 'Twitter login is coming soon!' }));
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
