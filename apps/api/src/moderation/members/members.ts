import { isIP } from 'node:net';
import type { Member, MemberDetail, MemberFilter, QueryOf, findMembers } from '@social-feed/contracts';
import { REPORT_LIMITS } from '@social-feed/contracts';
import { Types, type QueryFilter } from 'mongoose';
import { permissionDenied } from '../../platform/http/errors.js';
import type { Order } from '../../platform/http/paging.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import type { Admin } from '../admin/admin.feature.js';
import { presentModerated } from '../admin/suspensions.js';
import type { Media } from '../../content/media/media.feature.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import type { Reports } from '../reports/reports.feature.js';
import type { Sessions } from '../../identity/sessions/sessions.feature.js';
import { mayDo, roleOf } from '../../community/users/permissions.js';
import { peopleQuery } from '../../community/users/people-terms.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { presentPublicUser, readableEmail } from '../../community/users/user.presenter.js';
import type { Users } from '../../community/users/users.feature.js';
import { beginningWith } from '../../platform/search-terms.js';

export interface MembersDeps extends Pick<Platform, 'readPage'> {
  users: Users;
  registration: { invitations: Pick<Registration['invitations'], 'get' | 'usedOf'> };
  sessions: Pick<Sessions, 'list' | 'usersAt'>;
  media: Pick<Media, 'sizeOf'>;
  admin: Pick<Admin, 'log'>;
  reports: Pick<Reports, 'countOf'>;
}

/** The newest accounts first. */
const ORDER: Order = { _id: -1 };
/** Users of one IP address that are found. */
const OF_ADDRESS_MAX = 200;
/** Invitations of one member whose newcomers are found. */
const INVITATIONS_MAX = 1000;

type Filter = QueryFilter<UserRecord>;

const SHOWN: Record<MemberFilter, Filter> = {
  all: {},
  suspended: { suspendedAt: { $type: 'date' } },
  silenced: { silencedAt: { $type: 'date' } },
  moderators: { $or: [{ isAdmin: true }, { isModerator: true }] },
};

/** Members as moderators see them. E-mail addresses, sessions and IP addresses are for admins. */
export function createMembers({
  users,
  registration: { invitations },
  sessions,
  media,
  admin,
  reports,
  readPage,
}: MembersDeps) {
  /**
   * Returns a page of members that match a search.
   * @throws AppError 403 for moderators who ask who came by an invitation
   */
  async function find(viewer: Viewer, query: QueryOf<typeof findMembers>) {
    const { q, show, invitation = '', invitedBy = '', limit, cursor } = query;
    const parts = [await cameBy(viewer, query), q === undefined ? {} : await filterOf(viewer, q)];
    if (parts.includes(null)) return { data: [], nextCursor: null };
    const { shown, nextCursor } = await readPage<UserRecord>({
      list: `members ${show} ${String(viewer.isAdmin)} ${invitation} ${invitedBy} ${q ?? ''}`,
      order: ORDER,
      limit,
      cursor,
      find: (range) => users.membersIn(range, { $and: [SHOWN[show], ...(parts as Filter[])] }),
    });
    return { data: shown.map((user) => present(user, viewer, users.picture)), nextCursor };
  }

  /** Returns the filter for those who came by an invitation, or by those of one member. */
  async function cameBy(
    viewer: Viewer,
    { invitation, invitedBy }: Pick<QueryOf<typeof findMembers>, 'invitation' | 'invitedBy'>,
  ): Promise<Filter> {
    if (invitation === undefined && invitedBy === undefined) return {};
    if (!viewer.isAdmin) throw permissionDenied();
    const lists = [];
    if (invitation !== undefined) lists.push([new Types.ObjectId(invitation)]);
    if (invitedBy !== undefined)
      lists.push(await invitations.usedOf(new Types.ObjectId(invitedBy), INVITATIONS_MAX));
    // The type is that of the partial index.
    return { $and: lists.map(($in) => ({ invitation: { $in, $type: 'objectId' } })) };
  }

  /** Returns the id and name of the member who invited a user; `null` if nobody did, or the account is gone. */
  async function inviterOf({ invitation }: UserRecord): Promise<MemberDetail['invitedBy']> {
    const found = invitation ? await invitations.get(invitation) : null;
    const maker = found && (await users.get(found.user));
    return maker && { _id: maker._id.toHexString(), userName: maker.userName };
  }

  /** Returns the filter of a search, `null` if it matches nobody. */
  async function filterOf(viewer: Viewer, q: string): Promise<Filter | null> {
    if (viewer.isAdmin && isIP(q) !== 0) return { _id: { $in: await sessions.usersAt(q, OF_ADDRESS_MAX) } };
    if (viewer.isAdmin && q.lastIndexOf('@') > 0) {
      const found = await users.findByEmail(q);
      return found && { _id: found._id };
    }
    const query = peopleQuery(q);
    if (query === null) return null;
    const { handle, named, worded } = query;
    const parts = [{ userNameLower: beginningWith(handle) }, named, worded];
    return { $or: parts.filter((part) => part !== null) };
  }

  /** @throws AppError 404 */
  async function detail(viewer: Viewer, userId: string): Promise<MemberDetail> {
    const user = await users.getExisting(userId);
    const { _id } = user;
    const mayRead = mayDo('read-notes', viewer, user);
    const [counts, history, storage, browsers, invitedBy] = await Promise.all([
      reports.countOf(_id),
      admin.log.of(_id, REPORT_LIMITS.historyShown),
      media.sizeOf(_id),
      viewer.isAdmin ? sessions.list({ id: userId, sessionId: '' }) : null,
      viewer.isAdmin ? inviterOf(user) : null,
    ]);
    return {
      ...present(user, viewer, users.picture),
      lastLogin: user.lastLogin?.toISOString() ?? null,
      // Nobody sees reports about themselves, nor notes on their decisions.
      reports: mayRead ? counts : { open: 0, all: 0 },
      history: (mayRead ? history : []).map(({ at, adminName, act, note }) => ({
        at: at.toISOString(),
        adminName,
        act,
        note,
      })),
      storage,
      invitedBy,
      sessions:
        browsers?.map(({ device, ip, createdAt, lastUsedAt }) => ({ device, ip, createdAt, lastUsedAt })) ??
        null,
    };
  }

  return { find, detail };
}

function present(user: UserRecord, viewer: Viewer, picture: Users['picture']): Member {
  const { profilepic, createdAt } = presentPublicUser(user, picture);
  return {
    ...presentModerated(user),
    profilepic,
    createdAt,
    role: roleOf(user),
    silencedAt: user.silencedAt?.toISOString() ?? null,
    email: viewer.isAdmin ? readableEmail(user.email) : null,
  };
}
