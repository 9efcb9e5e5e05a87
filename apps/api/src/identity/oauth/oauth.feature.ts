import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { disconnect, issueTicket, readSignInMethods } from './connections.js';
import { identityModel, oauthReturnModel } from './identity.model.js';
import type { ApplicationRecord } from '../../community/registration/applications.js';
import type { ProviderAccount } from '../factors/ticket.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { link } from './identities.js';
import { completeByFactor, evict } from './link-account.js';
import type { OAuthDeps } from './oauth-deps.js';
import { finishSignIn, startSignIn } from './oauth.service.js';
import { createOpenId } from './openid.js';
import { providerName } from './provider-access.js';

/** Sign-ins that may wait for a provider at once, so that a hanging provider blocks no other requests. */
const RETURNING_MAX = 50;

const STARTS = {
  google: contracts.oauthStartGoogle,
  facebook: contracts.oauthStartFacebook,
  linkedin: contracts.oauthStartLinkedin,
  oidc: contracts.oauthStartOidc,
};
const CALLBACKS = {
  google: contracts.oauthCallbackGoogle,
  facebook: contracts.oauthCallbackFacebook,
  linkedin: contracts.oauthCallbackLinkedin,
  oidc: contracts.oauthCallbackOidc,
};

export type OAuth = ReturnType<typeof createOAuth>;

/** Sign-in by provider accounts, and connecting such accounts. */
export function createOAuth(
  given: Omit<OAuthDeps, 'identities' | 'returns' | 'openId'> & Pick<Platform, 'connection'>,
) {
  const identities = identityModel(given.connection);
  const { answerWithin } = given.config.oauth;
  const openId = createOpenId({ answerWithin, now: given.now });
  const deps: OAuthDeps = { ...given, openId, identities, returns: oauthReturnModel(given.connection) };

  return {
    /** Ends all sessions and API tokens of a user and disconnects the provider accounts. */
    evict: (user: Types.ObjectId) => evict(deps, user),
    /** Links the provider account of an applicant to the new account. */
    linkApplicant: async (user: Types.ObjectId, { provider, subject }: ApplicationRecord): Promise<void> => {
      if (provider !== undefined && subject !== undefined) await link(deps, { provider, subject }, user);
    },
    /** Disconnects the provider accounts; sessions stay. */
    disconnectAll: (user: Types.ObjectId) => identities.deleteMany({ user }),
    /** Completes a sign-in by a provider account after the second factor. @returns whether it still may */
    completeByFactor: (account: ProviderAccount, user: UserRecord) => completeByFactor(deps, account, user),
    /** Names of the providers connected to a user's account. */
    providersOf: async (user: Types.ObjectId): Promise<string[]> =>
      (await identities.find({ user }, { provider: 1 }).lean()).map(({ provider }) =>
        providerName(given.config, provider),
      ),
    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) => ({
      connections: identities.find({ user }, { provider: 1, createdAt: 1, lastUsedAt: 1 }).lean().cursor(),
    }),

    /** Endpoints for browsers, which answer with redirects, and the connections in the settings. */
    routes(mount: Mount): void {
      // For the token and the profile, in addition to the usual request time; OpenID Connect reads metadata and keys too.
      const within = (requests: number) => requests * answerWithin + deps.config.limits.requestDeadline;
      const slots = createConcurrencyLimit(RETURNING_MAX);
      for (const provider of contracts.OAUTH_PROVIDERS) {
        const isOpenId = provider === 'oidc';
        mount(STARTS[provider], isOpenId ? { deadline: within(1), slots } : {}, ({ query, ...exchange }) =>
          startSignIn(deps, provider, query, exchange),
        );
        const deadline = within(isOpenId ? 4 : 2);
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
