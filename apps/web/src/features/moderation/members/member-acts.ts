import {
  MEMBER_ACTS,
  actOf,
  mayDoTo,
  type CurrentUser,
  type Member,
  type MemberAct,
} from '@social-feed/contracts';
import { sendOnce } from '../../../cache/send-once';
import { api } from '../../../lib/api-client';
import type { Words } from '../admin/act-dialog';

/** What a member is already, by the act that made it so. */
const statesOf = ({ role, silencedAt, suspendedAt }: Member): (string | undefined)[] => [
  silencedAt ? 'silence' : undefined,
  suspendedAt ? 'suspend' : undefined,
  role === 'moderator' ? 'make-moderator' : undefined,
];

/** The acts that a moderator or admin has on a member: what they may do, unless the member is so already. */
export const actsOn = (viewer: CurrentUser, member: Member): MemberAct[] => {
  const states = statesOf(member);
  return MEMBER_ACTS.filter((act) => {
    const { undoes } = actOf(act);
    const fits = undoes === undefined ? !states.includes(act) : states.includes(undoes);
    // a suspended member gets no role
    const isLate = act === 'make-moderator' && member.suspendedAt !== null;
    return fits && !isLate && mayDoTo(act, viewer.isAdmin ? 'admin' : 'moderator', member.role);
  });
};

/** Sends an act on a member. */
export const sendAct = (act: MemberAct, userId: string, words: Words): Promise<unknown> => {
  const params = { userId };
  const { message, note, typed, more } = words;
  switch (act) {
    case 'warn':
      return sendOnce({ userId, message, note, ...more }, (idempotencyKey) =>
        api.call('warnUser', { params, body: { message, note, ...more }, idempotencyKey }),
      );
    case 'silence':
    case 'unsilence':
      return api.call('silenceUser', {
        params,
        body: { silenced: act === 'silence', message, note, ...more },
      });
    case 'suspend':
      return api.call('suspendUser', { params, body: { reason: note, message, ...more } });
    case 'lift':
      return api.call('liftSuspension', { params, body: { reason: note } });
    case 'end-sessions':
      return api.call('endSessionsOf', { params });
    case 'reset-password':
      return api.call('voidPassword', { params });
    case 'make-moderator':
    case 'revoke-moderator':
      return api.call('setModerator', { params, body: { isModerator: act === 'make-moderator' } });
    case 'delete':
      return api.call('deleteUser', { params, body: { userName: typed, note } });
  }
};
