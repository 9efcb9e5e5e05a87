import {
  getInstanceSettings,
  listNotices,
  listSuspended,
  updateInstanceSettings,
  type BodyOf,
  type ModeratedUser,
  type StaffAct,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { AdminRemoval } from '../../community/events.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { AppError } from '../../platform/http/errors.js';
import { pageOffset, type Order as ListOrder } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { signInChangedMail } from '../../platform/mail/account-mails.js';
import { SECOND } from '../../platform/time.js';
import { createActs, type Acts, type Order, type Outcome } from './acts.js';
import type { AdminDeps } from './admin-deps.js';
import { createAdminLog } from './admin-log.js';
import { createEffects } from './effects.js';
import { noteOfSettings } from './note-of.js';
import { createNotices } from './notices.js';
import { createNotifier } from './notifier.js';
import type { Actor } from './permissions.js';

/** Latest first. */
const SUSPENDED_ORDER: ListOrder = { suspendedAt: -1, _id: -1 };
const SUSPENSIONS_END_EVERY = 20 * SECOND;

type Words = Omit<Order, 'actor' | 'user'>;

interface Administration extends AdminDeps {
  acts: Acts;
}

export type Admin = ReturnType<typeof createAdmin>;

/** Carries an act out, and returns the user after it. */
async function actOn(
  { acts, users }: Administration,
  act: StaffAct,
  actor: Actor,
  userId: string,
  words: Words = {},
): Promise<ModeratedUser> {
  await acts.carryOut(act, { actor, user: new Types.ObjectId(userId), ...words });
  return presentModerated(await users.getExisting(userId));
}

/** Carries an act of the server command out. */
async function byHost(
  { users, acts }: Administration,
  act: StaffAct,
  name: string,
): Promise<{ user: UserRecord } & Outcome> {
  const user = await users.findByLogin(name);
  if (user === null) throw userNotFound();
  if (act === 'make-moderator' || act === 'revoke-moderator') refuseAdmin(user);
  return { user, ...(await acts.carryOut(act, { actor: null, user: user._id })) };
}

const setRole = async (admin: Administration, act: StaffAct, name: string) => {
  const { user, changed } = await byHost(admin, act, name);
  return { userName: user.userName, changed };
};

/** For users who lost all their second factors; only for the server command. */
async function removeFactors(
  admin: Administration,
  name: string,
): Promise<{ userName: string; removed: number }> {
  const { user, removed } = await byHost(admin, 'remove-factors', name);
  const { userName } = user;
  if (removed > 0) {
    const what = () => t`The host removed the second step of your sign-in, passkeys included.`;
    const settingsUrl = `${admin.config.webOrigin}/settings/security`;
    await admin.mail.enqueue(signInChangedMail({ ...recipient(user), what, settingsUrl }));
  }
  return { userName, removed };
}

/** Lifts expired suspensions, one at a time: each is reread first, because it may have been extended. */
async function liftEnded({ users, now, acts }: Administration, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const ended = await users.suspensionEnded(now());
    if (ended === null) return;
    const { _id: user, suspendedUntil } = ended;
    const cause = 'suspension-ended' as const;
    await acts.carryOut('lift', { actor: null, user, cause, only: { suspendedUntil } });
  }
}

/** Changes settings, and keeps the files of a new logo. The former logo's are removed if nothing names them. */
async function updateSettings(
  { instance, uploads }: Administration,
  viewer: Viewer,
  changes: BodyOf<typeof updateInstanceSettings>,
) {
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

/** The acts of moderators, admins and the host, their log, and the settings of the instance. */
export function createAdmin(deps: AdminDeps) {
  const { instance, users, readPage } = deps;
  const log = createAdminLog(deps);
  const notices = createNotices(deps.connection, deps.now);
  const notifier = createNotifier({ ...deps, notices });
  const acts = createActs({ users, log, notifier, effects: createEffects(deps) });
  const admin: Administration = { ...deps, acts };
  deps.jobs.define('suspensions-end', { every: SUSPENSIONS_END_EVERY }, (_nothing, { signal }) =>
    liftEnded(admin, signal),
  );

  return {
    acts,
    actOn: (act: StaffAct, actor: Actor, userId: string, words?: Words) =>
      actOn(admin, act, actor, userId, words),
    log,
    notices,
    users,
    /** Removes a post or comment that an admin deleted, and tells its author. */
    removeContent: async ({ act, admin, ...removal }: AdminRemoval): Promise<void> => {
      await acts.carryOut(act, { ...removal, actor: admin, message: '' });
    },
    suspend: (
      actor: Actor,
      userId: string,
      { reason, days }: { reason?: string; days?: number | undefined } = {},
    ) => actOn(admin, 'suspend', actor, userId, { note: reason, days }),
    lift: (actor: Actor, userId: string, note?: string) => actOn(admin, 'lift', actor, userId, { note }),

    /**
     * Grants or revokes a role by user name; only for the server command.
     * @throws AppError 404 for an unknown user, 409 for a suspended one
     */
    setAdmin: (name: string, isAdmin: boolean) =>
      setRole(admin, isAdmin ? 'make-admin' : 'revoke-admin', name),
    setModerator: (name: string, isModerator: boolean) =>
      setRole(admin, isModerator ? 'make-moderator' : 'revoke-moderator', name),
    removeFactors: (name: string) => removeFactors(admin, name),

    exportOf: (user: Types.ObjectId) => ({ moderationNotices: notices.exportOf(user) }),
    deleteOf: (user: Types.ObjectId) => notices.deleteOf(user),

    routes(mount: Mount): void {
      mount(listNotices, async ({ viewer }) => ({ data: await notices.of(new Types.ObjectId(viewer.id)) }));
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
        const user = new Types.ObjectId(viewer.id);
        const noted = noteOfSettings(Object.keys(body));
        await log.append({ admin: viewer, act: 'change-settings', user, ...noted });
        return { data: await updateSettings(admin, viewer, body), defaults };
      });
    },
  };
}

/** @throws AppError 409 */
export function refuseAdmin({ isAdmin }: UserRecord): void {
  if (isAdmin) throw new AppError('CONFLICT', t`An admin moderates already`);
}

/** A user as moderators see them. */
export const presentModerated = ({
  _id,
  userName,
  fullName,
  suspendedAt,
  suspendedUntil,
}: UserRecord): ModeratedUser => ({
  _id: _id.toString(),
  userName,
  fullName,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  suspendedUntil: suspendedUntil?.toISOString() ?? null,
});
