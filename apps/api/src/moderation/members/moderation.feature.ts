import * as contracts from '@social-feed/contracts';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import { HOUR } from '../../platform/time.js';
import { ACTS_LIMIT, presentModerated } from '../admin/suspensions.js';
import { createActs, type ActsDeps } from './acts.js';
import { createMembers, type MembersDeps } from './members.js';

/** More than a moderator can do by hand, too few to read all members. */
const LOOK_UPS_LIMIT: RateLimit = { name: 'member-look-ups', limit: 1000, window: HOUR };

/** Finding members, and what moderators and admins do to them without a report. */
export function createModeration(deps: MembersDeps & ActsDeps) {
  const members = createMembers(deps);
  const acts = createActs(deps);

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
        await acts.warn(viewer, params.userId, body);
        return { message: 'Warned' };
      });
      mount(contracts.silenceUser, moderating, async ({ viewer, params, body: { silenced, ...words } }) => {
        await acts.silence(viewer, params.userId, silenced, words);
        const data = presentModerated(await deps.users.getExisting(params.userId));
        return { message: silenced ? 'Silenced' : 'No longer silenced', data };
      });
      mount(contracts.endSessionsOf, administering, async ({ viewer, params }) => {
        await acts.endSessions(viewer, params.userId);
        return { message: 'Signed out everywhere' };
      });
      mount(contracts.voidPassword, administering, async ({ viewer, params }) => {
        await acts.voidPassword(viewer, params.userId);
        return { message: 'The password is void, and a mail tells how to set a new one' };
      });
      mount(
        contracts.deleteUser,
        administering,
        async ({ viewer, params, body: { userName, note = '' } }) => {
          await acts.remove(viewer, params.userId, userName, note);
          return { message: 'The account was deleted' };
        },
      );
    },
  };
}
