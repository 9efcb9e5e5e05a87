import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { requireRule } from '../../community/instance/require-rule.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { HOUR } from '../../platform/time.js';
import { refuseAdmin, type Admin } from '../admin/admin.feature.js';
import { refuseUnlessMay } from '../admin/permissions.js';
import { createMembers, type MembersDeps } from './members.js';

/** Acts of a moderator on members. A stolen session must not reach everybody. */
const ACTS_LIMIT: RateLimit = { name: 'member-acts', limit: 100, window: HOUR };
/** More than a moderator can do by hand, too few to read all members. */
const LOOK_UPS_LIMIT: RateLimit = { name: 'member-look-ups', limit: 1000, window: HOUR };

interface Deps extends MembersDeps {
  instance: Pick<Instance, 'settings'>;
  admin: Pick<Admin, 'actOn' | 'acts' | 'log'>;
}

/** The words of a request about a user. */
interface Words {
  message?: string | undefined;
  rule?: string | undefined;
  note?: string | undefined;
  days?: number | undefined;
}

/** Finding members, and what moderators and admins do to them without a report. */
export function createModeration(deps: Deps) {
  const { users, admin } = deps;
  const members = createMembers(deps);

  /** @throws AppError 400 for a rule that is none, 404, 403, 409 */
  async function act(name: contracts.MemberAct, viewer: Viewer, userId: string, words: Words = {}) {
    await requireRule(deps.instance, words.rule);
    return admin.actOn(name, viewer, userId, { ...words, message: words.message ?? '' });
  }

  /** @throws AppError 400 unless the user name confirms it, 404, 403 */
  async function remove(
    viewer: Viewer,
    userId: string,
    { userName, note }: contracts.BodyOf<typeof contracts.deleteUser>,
  ) {
    const user = await users.getExisting(userId);
    refuseUnlessMay('delete', viewer, user);
    if (userName.trim().replace(/^@/, '').toLowerCase() !== user.userNameLower)
      throw invalidField('userName', t`This is not the username of the account`);
    const named = [`@${user.userName}`, note].filter(Boolean).join('. ');
    await admin.acts.carryOut('delete', { actor: viewer, user: new Types.ObjectId(userId), note: named });
  }

  return {
    members,
    routes(mount: Mount): void {
      const reading = { perAccount: LOOK_UPS_LIMIT, moderatorsOnly: true };
      const moderating = { perAccount: ACTS_LIMIT, moderatorsOnly: true };
      const administering = { perAccount: ACTS_LIMIT, adminsOnly: true };
      mount(contracts.findMembers, reading, ({ viewer, query }) => members.find(viewer, query));
      mount(contracts.getMember, reading, async ({ viewer, params }) => ({
        data: await members.detail(viewer, params.userId),
      }));
      mount(contracts.warnUser, moderating, async ({ viewer, params, body }) => {
        await act('warn', viewer, params.userId, body);
        return { message: 'Warned' };
      });
      mount(contracts.silenceUser, moderating, async ({ viewer, params, body: { silenced, ...words } }) => ({
        data: await act(silenced ? 'silence' : 'unsilence', viewer, params.userId, words),
        message: silenced ? 'Silenced' : 'No longer silenced',
      }));
      mount(contracts.suspendUser, moderating, async ({ viewer, params, body: { reason, ...words } }) => ({
        data: await act('suspend', viewer, params.userId, { ...words, note: reason }),
        message: 'User suspended',
      }));
      mount(contracts.liftSuspension, moderating, async ({ viewer, params, body }) => ({
        data: await act('lift', viewer, params.userId, { note: body.reason }),
        message: 'Suspension lifted',
      }));
      mount(
        contracts.setModerator,
        { adminsOnly: true },
        async ({ viewer, params, body: { isModerator } }) => {
          refuseAdmin(await users.getExisting(params.userId));
          return {
            data: await act(isModerator ? 'make-moderator' : 'revoke-moderator', viewer, params.userId),
            message: isModerator ? 'The user is now a moderator' : 'The user is no longer a moderator',
          };
        },
      );
      mount(contracts.endSessionsOf, administering, async ({ viewer, params }) => {
        await act('end-sessions', viewer, params.userId);
        return { message: 'Signed out everywhere' };
      });
      mount(contracts.voidPassword, administering, async ({ viewer, params }) => {
        await act('reset-password', viewer, params.userId);
        return { message: 'The password is void, and a mail tells how to set a new one' };
      });
      mount(contracts.deleteUser, administering, async ({ viewer, params, body }) => {
        await remove(viewer, params.userId, body);
        return { message: 'The account was deleted' };
      });
    },
  };
}
