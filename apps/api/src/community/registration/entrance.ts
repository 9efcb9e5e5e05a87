import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import type { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { clientAddress, isLoopback } from '../../platform/http/client-address.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { DAY } from '../../platform/time.js';
import type { InvitationRecord, Invitations } from './invitations.js';
import type { createProofs } from './proof.js';
import type { createRefusals } from './refusals.js';

/**
 * New accounts and applications from one address in a day. Later ones wait for the next day; people who are invited
 * do not count, so that a club can sign up in one room. Callers on this machine do not count either: they are the
 * host, or a proxy that TRUST_PROXY does not name, whose address is everybody's.
 */
export const ACCOUNTS_LIMIT: RateLimit = { name: 'accounts', limit: 20, window: DAY };

export const APPROVAL_PENDING_TEXT = t`Your application waits for the moderators. You get a mail when they have decided.`;

/** Someone who wants an account. */
export interface Newcomer {
  req: Request;
  /** Canonical. */
  email: string;
  invite?: string | undefined;
  proof?: string | undefined;
  /** The sentence of an applicant; absent for a sign-up without approval. */
  sentence?: string | undefined;
  /** Whether a provider vouches for the person, who then needs no proof of work. */
  isSocial?: boolean;
}

export interface Admission {
  /** Whether an admin decides. */
  applies: boolean;
  /**
   * Uses up what may be used once. Call it right before the account or application is stored.
   * @throws AppError 403 if another call was faster, 429
   */
  take: () => Promise<Taken>;
}

export interface Taken {
  /** The invitation that the account came by. */
  invitation?: Types.ObjectId;
  /** Gives back what was used, because nothing was stored. */
  giveBack: () => Promise<unknown>;
}

interface EntranceDeps {
  settings: () => Promise<RegistrationSettings>;
  invitations: Pick<Invitations, 'findWorking' | 'take' | 'giveBack'>;
  proofs: Pick<ReturnType<typeof createProofs>, 'check'>;
  refusals: Pick<ReturnType<typeof createRefusals>, 'isAddressRefused' | 'refuseEmail'>;
  rateLimits: Pick<RateLimiter, 'consumeForAddress'>;
}

export interface RegistrationSettings {
  registration: 'open' | 'approval' | 'invitation' | 'closed';
  registrationProof: boolean;
}

const closed = (message: string) => new AppError('REGISTRATION_CLOSED', message);
const invitationEnded = () =>
  new AppError(
    'INVITATION_REQUIRED',
    t`This invitation is used up or has ended. Please ask for another one.`,
  );

/** Decides who may come in: every way to a new account passes here. */
export function createEntrance({ settings, invitations, proofs, refusals, rateLimits }: EntranceDeps) {
  /** Whether an admin decides. @throws AppError 403 if the way to come in is another one */
  async function appliesFor(
    { invite, sentence }: Newcomer,
    invitation: InvitationRecord | null,
  ): Promise<boolean> {
    const { registration } = await settings();
    if (registration === 'closed') throw closed(t`Registration is closed.`);
    if (registration === 'open' || invitation !== null) return false;
    if (invite !== undefined) throw invitationEnded();
    if (registration === 'invitation') {
      throw new AppError('INVITATION_REQUIRED', t`You need an invitation to sign up here.`);
    }
    if (sentence === undefined || sentence === '') {
      throw new AppError(
        'APPROVAL_REQUIRED',
        t`The moderators approve new accounts. Please sign up with a sentence about yourself.`,
      );
    }
    return true;
  }

  /**
   * Checks a newcomer against the mode of registration, the refusals and the proof of work.
   * @throws AppError 400 for a refused e-mail address, 403 with the way that is open instead
   */
  return async function admit(newcomer: Newcomer): Promise<Admission> {
    const { req, email, invite, proof, isSocial = false } = newcomer;
    const address = clientAddress(req);
    const invitation = invite === undefined ? null : await invitations.findWorking(invite);
    const applies = await appliesFor(newcomer, invitation);
    if (await refusals.isAddressRefused(address)) throw closed(t`Sign-up is not possible from your network.`);
    await refusals.refuseEmail(email);
    const asksProof = !isSocial && (await settings()).registrationProof;
    const checked = asksProof ? await proofs.check(proof) : null;

    async function take(): Promise<Taken> {
      await checked?.use();
      const counts = invitation === null && !isLoopback(address);
      const hit = counts ? await rateLimits.consumeForAddress(ACCOUNTS_LIMIT, req) : null;
      if (invitation === null) return { giveBack: () => hit?.refund() ?? Promise.resolve() };
      if (!(await invitations.take(invitation._id))) throw invitationEnded();
      return { invitation: invitation._id, giveBack: () => invitations.giveBack(invitation._id) };
    }
    return { applies, take };
  };
}
