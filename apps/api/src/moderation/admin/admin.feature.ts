import {
  getInstanceSettings,
  liftSuspension,
  listNotices,
  listSuspended,
  setModerator,
  suspendUser,
  updateInstanceSettings,
  type BodyOf,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import { pageOffset, type Order } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { requireRule } from '../../community/instance/require-rule.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { AdminDeps } from './admin-deps.js';
import { createAdminLog, noteOf } from './admin-log.js';
import { createFactorRemoval } from './factor-removal.js';
import { createNotices } from './notices.js';
import { createRoles, type Role } from './roles.js';
import { ACTS_LIMIT, createSuspensions, presentModerated } from './suspensions.js';
import { createNotifier } from './notifier.js';
import { createUndoing } from './undoing.js';

/** Latest first. */
const SUSPENDED_ORDER: Order = { suspendedAt: -1, _id: -1 };

export type Admin = ReturnType<typeof createAdmin>;

/** Moderators, admins, and their actions on users. Admins remove posts and comments by the endpoints that authors use. */
export function createAdmin(deps: AdminDeps) {
  const { instance, uploads, users, readPage, now } = deps;
  const log = createAdminLog(deps);
  const notices = createNotices(deps.connection, now);
  const roles = createRoles({ users, log });
  const notifier = createNotifier({ ...deps, notices });
  const undoing = createUndoing({ users, log });
  const { suspend, lift } = createSuspensions({ ...deps, log, notifier, undoing });

  async function setRole(name: string, role: Role, has: boolean) {
    const user = await users.findByLogin(name);
    if (user === null) throw userNotFound();
    return roles.set(null, user, role, has);
  }

  /** Changes settings, and keeps the files of a new logo. The former logo's are removed if nothing names them. */
  async function updateSettings(viewer: Viewer, changes: BodyOf<typeof updateInstanceSettings>) {
    const { logo } = changes;
    if (logo === undefined) return instance.update(changes);
    const former = (await instance.read()).logo;
    const hold = await uploads.hold(viewer.id, logo === null ? [] : [logo]);
    try {
      const settings = await instance.update(changes);
      if (former !== settings.logo) await uploads.dropLater(viewer.id, [former]);
      return settings;
    } finally {
      await hold.release();
    }
  }

  /** Suspends a user, and tells them by mail and in the notices that they find when it ends. */
  async function suspendWithNotice(viewer: Viewer, userId: string, body: BodyOf<typeof suspendUser>) {
    const { reason = '', days, message = '', rule } = body;
    await requireRule(instance, rule);
    return suspend(viewer, userId, {
      reason: noteOf(rule, reason || message),
      days,
      notice: { kind: 'suspend', message, rule },
    });
  }

  return {
    log,
    notices,
    notifier,
    undoing,
    users,
    suspend,
    lift,

    /**
     * Grants or revokes a role by user name; only for the server command.
     * @throws AppError 404 for an unknown user, 409 for a suspended one
     */
    setAdmin: (name: string, isAdmin: boolean) => setRole(name, 'admin', isAdmin),
    setModerator: (name: string, isModerator: boolean) => setRole(name, 'moderator', isModerator),

    removeFactors: createFactorRemoval(deps, log),
    exportOf: (user: Types.ObjectId) => ({ moderationNotices: notices.exportOf(user) }),
    deleteOf: (user: Types.ObjectId) => notices.deleteOf(user),

    routes(mount: Mount): void {
      const moderating = { perAccount: ACTS_LIMIT, moderatorsOnly: true };
      mount(listNotices, async ({ viewer }) => ({ data: await notices.of(new Types.ObjectId(viewer.id)) }));
      mount(suspendUser, moderating, async ({ viewer, params, body }) => ({
        message: 'User suspended',
        data: await suspendWithNotice(viewer, params.userId, body),
      }));
      mount(liftSuspension, moderating, async ({ viewer, params, body }) => ({
        message: 'Suspension lifted',
        data: await lift(viewer, params.userId, body.reason),
      }));
      mount(setModerator, { adminsOnly: true }, async ({ viewer, params, body: { isModerator } }) => {
        await roles.set(viewer, await users.getExisting(params.userId), 'moderator', isModerator);
        return {
          message: isModerator ? 'The user is now a moderator' : 'The user is no longer a moderator',
          data: presentModerated(await users.getExisting(params.userId)),
        };
      });
      mount(listSuspended, { moderatorsOnly: true }, async ({ query: { page, limit, cursor } }) => {
        const skip = cursor ? 0 : pageOffset({ page, limit });
        const { shown, nextCursor } = await readPage({
          list: 'suspended',
          order: SUSPENDED_ORDER,
          limit,
          cursor,
          find: (range) => users.suspendedIn(range, skip),
        });
        const pagination = { currentPage: page, hasNext: nextCursor !== null };
        return { data: shown.map(presentModerated), nextCursor, pagination };
      });
      const { defaults } = instance;
      mount(getInstanceSettings, { adminsOnly: true }, async () => ({
        data: await instance.read(),
        defaults,
      }));
      mount(updateInstanceSettings, { adminsOnly: true }, async ({ viewer, body }) => {
        const note = Object.keys(body).join(', ');
        await log.append({
          admin: viewer,
          act: 'change-settings',
          user: new Types.ObjectId(viewer.id),
          note,
        });
        return { data: await updateSettings(viewer, body), defaults };
      });
    },
  };
}
