import { signUpChallenge } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import { createApplications } from './applications.js';
import { createEntrance, type RegistrationSettings } from './entrance.js';
import { createInvitations } from './invitations.js';
import { createProofs } from './proof.js';
import { createRefusals } from './refusals.js';

/** Challenges cost as much as a look-up. */
const CHALLENGES_LIMIT: RateLimit = { name: 'challenges', limit: 300, window: HOUR };

interface RegistrationDeps extends Pick<
  Platform,
  'connection' | 'inTurn' | 'config' | 'rateLimits' | 'readPage' | 'now'
> {
  instance: { settings: () => Promise<RegistrationSettings> };
}

export type Registration = ReturnType<typeof createRegistration>;

/**
 * Who may come in: the mode of registration, invitations, applications, proof of work and refusals. It knows no
 * users; `admissions` is where admins decide.
 */
export function createRegistration(deps: RegistrationDeps) {
  const { config, instance } = deps;
  const refusals = createRefusals(deps);
  const invitations = createInvitations({ ...deps, key: config.secrets.invitation });
  const applications = createApplications(deps);
  const proofs = createProofs(deps);
  const settings = () => instance.settings();

  return {
    refusals,
    invitations,
    applications,
    admit: createEntrance({ ...deps, settings, refusals, invitations, proofs }),

    /**
     * Whether an applicant has the name or it is refused. An application that becomes an account keeps its own name,
     * even a refused one, because an admin approved it.
     */
    isNameKept: async (userName: string, application?: Types.ObjectId): Promise<boolean> =>
      (application === undefined && (await refusals.isNameRefused(userName))) ||
      applications.hasName(userName, application),
    /** Whether an applicant has the address. @param email canonical */
    isEmailKept: applications.hasEmail,

    exportOf: invitations.exportOf,
    deleteOf: invitations.deleteOf,

    routes(mount: Mount): void {
      mount(signUpChallenge, { perAddress: CHALLENGES_LIMIT }, async () => ({
        data: (await settings()).registrationProof ? await proofs.challenge() : null,
      }));
    },
  };
}
