import { randomBytes } from 'node:crypto';
import { BY_ADMIN, type StaffAct } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import { DAY, later } from '../../platform/time.js';
import type { Effect } from './acts.js';
import type { AdminDeps } from './admin-deps.js';

const suspended = () => new AppError('CONFLICT', t`This user is suspended`);

/** Whether one suspension ends later than another; no end counts as latest. */
const endsLater = (until: Date | null, other: Date | null): boolean =>
  (until?.getTime() ?? Infinity) > (other?.getTime() ?? Infinity);

export function createEffects(deps: AdminDeps): Record<StaffAct, Effect> {
  const { outbox, users, sessions, registration, factors, posts, comments, now } = deps;
  const { updateVisibility } = posts;

  const visibilityChanged = async (user: Types.ObjectId): Promise<void> => {
    users.authors.forget(user.toHexString());
    await updateVisibility(user);
  };
  const endSessions = (user: Types.ObjectId) => sessions.revokeAccess(user);

  return {
    'remove-post': { run: ({ target }) => posts.removals.removeReported(target!) },
    'remove-comment': { run: ({ target }) => comments.service.removeReported(target!) },
    'mark-sensitive': { run: ({ target }) => posts.service.markSensitive(target!) },
    dismiss: {},
    reopen: {},
    warn: {},
    'reject-appeal': {},

    // Hides a user with all their content and ends sessions, tokens and invitations. Of two suspensions the one that
    // ends later applies. A moderator loses the role.
    suspend: {
      change({ suspendedAt = null, suspendedUntil = null, isModerator }, { days }) {
        const until = days === undefined ? null : later(now(), days * DAY);
        if (suspendedAt !== null && !endsLater(until, suspendedUntil)) return null;
        return {
          is: { suspendedAt, suspendedUntil, isAdmin: false, isModerator: isModerator ?? undefined },
          becomes: { suspendedAt: suspendedAt ?? now(), suspendedUntil: until, isModerator: undefined },
        };
      },
      before: updateVisibility,
      async after(user, { days, actor }) {
        await registration.invitations.revokeAllOf(user);
        await endSessions(user);
        await visibilityChanged(user);
        if (days === undefined) await outbox.publish('permanentSuspension', { user, actor });
      },
    },
    lift: {
      change: ({ suspendedAt, suspendedUntil = null }) =>
        suspendedAt
          ? { is: { suspendedAt, suspendedUntil }, becomes: { suspendedAt: null, suspendedUntil: null } }
          : null,
      before: updateVisibility,
      async after(user) {
        await outbox.publish('suspensionEnd', user);
        await visibilityChanged(user);
      },
    },

    silence: {
      change: ({ silencedAt }) =>
        silencedAt ? null : { is: { silencedAt: undefined }, becomes: { silencedAt: now() } },
      before: updateVisibility,
      after: updateVisibility,
    },
    unsilence: {
      change: ({ silencedAt }) =>
        silencedAt ? { is: { silencedAt }, becomes: { silencedAt: undefined } } : null,
      before: updateVisibility,
      after: updateVisibility,
    },

    'end-sessions': {
      run: async ({ user }) => {
        await endSessions(user);
        await sessions.securityLog.append({ user, event: 'session-ended', detail: BY_ADMIN });
      },
    },
    // Sets a password that nobody knows, or one that the host chose.
    'reset-password': {
      async change({ passwordHash }, { password }) {
        if (!passwordHash && password === undefined)
          throw new AppError('CONFLICT', t`This account has no password`);
        const unknown = randomBytes(32).toString('base64url');
        return {
          becomes: { passwordHash: await sessions.passwords.hash(password ?? unknown), updatedAt: now() },
        };
      },
      // Before the write, so that no session sets another one; and after it, for a concurrent sign-in.
      before: endSessions,
      async after(user, { password }) {
        await endSessions(user);
        await sessions.securityLog.append(
          password === undefined
            ? { user, event: 'password-removed', detail: BY_ADMIN }
            : { user, event: 'password-changed', detail: 'By the host' },
        );
      },
    },
    'remove-factors': { run: ({ user }) => factors.removeAll(user) },
    delete: {
      run: async ({ user }) => {
        await outbox.publish('accountDeletion', user);
      },
    },

    'make-admin': {
      change({ isAdmin, suspendedAt }) {
        if (suspendedAt) throw suspended();
        return isAdmin
          ? null
          : { is: { suspendedAt: null }, becomes: { isAdmin: true, isModerator: undefined } };
      },
    },
    'revoke-admin': { change: ({ isAdmin }) => (isAdmin ? { becomes: { isAdmin: false } } : null) },
    'make-moderator': {
      change({ isModerator, suspendedAt }) {
        if (suspendedAt) throw suspended();
        return isModerator
          ? null
          : { is: { suspendedAt: null, isAdmin: false }, becomes: { isModerator: true } };
      },
    },
    'revoke-moderator': {
      change: ({ isModerator }) =>
        isModerator ? { is: { isAdmin: false }, becomes: { isModerator: undefined } } : null,
    },
  };
}
