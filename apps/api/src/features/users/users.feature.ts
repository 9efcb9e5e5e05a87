import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { AppError, refuseOthers } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { currentRequest } from '../../platform/request-context.js';
import { findPeople } from './find-people.js';
import { refuseForeignHost } from './media-host.js';
import type { UserRecord } from './user.model.js';
import { presentCurrentUser, presentPublicUser } from './user.presenter.js';
import { createUserStore, type StoredAuthor } from './user-store.js';
import { userNotFound, type NewUser } from './user-writes.js';

/** Enough for typing a name, too few for finding out who is a member. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: 60_000 };
/** Profiles by name and the search for people tell the same; 1,200 a minute are enough for all who read from one address. */
const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 60, every: 20, window: 60_000 };
export const PROFILE_EDITS_LIMIT: RateLimit = {
  name: 'profile-edits',
  limit: 40,
  firstDay: 20,
  window: 60 * 60_000,
};

interface UsersDeps extends Pick<Platform, 'connection' | 'config' | 'rateLimits' | 'readPage' | 'now'> {
  uploads: {
    /** Keeps uploads that a profile names from now on. @throws AppError 400 for those of others */
    hold: (userId: string, urls: string[]) => Promise<{ release: () => Promise<void> }>;
    /** Gives up uploads that no profile names any more. */
    drop: (userId: string, urls: string[]) => void;
  };
  /** Those of these users who block a user, by id. */
  blockersAmong: (ids: readonly string[], userId: string) => Promise<ReadonlySet<string>>;
  /** Makes what every user has besides the account. Harmless when done twice. */
  onCreated: (user: Types.ObjectId) => Promise<unknown>;
}

const NONE: ReadonlySet<string> = new Set();

export type Users = ReturnType<typeof createUsers>;

/** Users: who they are, what is public of them, and the edits of their names and pictures. */
export function createUsers(deps: UsersDeps) {
  const { config, uploads } = deps;
  const store = createUserStore(deps);

  /** Those of these users who block whoever asks, by id. */
  async function blockersOfAsker(
    ids: readonly string[],
    viewerId = currentRequest()?.hiddenFrom,
  ): Promise<ReadonlySet<string>> {
    return viewerId === undefined || ids.length === 0 ? NONE : deps.blockersAmong(ids, viewerId);
  }
  /**
   * Authors by id, `undefined` for those whose content whoever asks does not see: who is gone, suspended, or blocks the
   * asking user. Where nobody asks, `viewerId` says for whom it is.
   */
  async function shownAuthors(
    ids: readonly string[],
    viewerId?: string,
  ): Promise<(StoredAuthor | undefined)[]> {
    const [found, blockers] = await Promise.all([store.authors(ids), blockersOfAsker(ids, viewerId)]);
    return found.map((user, index) =>
      (user?.suspendedAt ?? null) !== null || blockers.has(ids[index]!) ? undefined : user,
    );
  }
  /** @throws AppError 404 for nobody, and for who blocks the asking user */
  async function presentFound(user: UserRecord | null): Promise<contracts.PublicUser> {
    const id = user?._id.toHexString() ?? '';
    if (user === null || (await blockersOfAsker([id])).has(id)) throw userNotFound();
    return presentPublicUser(user);
  }

  return {
    ...store,
    shownAuthors,
    /** Name and rights of whoever asks; who blocks them is read beside, since nearly every answer asks for it. */
    person: async (id: string) => (await Promise.all([store.person(id), deps.blockersAmong([], id)]))[0],
    /** Makes an account. @throws AppError 409 naming the fields that are taken */
    async create(wanted: NewUser) {
      const user = await store.create(wanted);
      await deps.onCreated(user._id);
      return user;
    },
    /** Availability (404 is free, 200 is taken), public users and the search for them, and edits of the own name and picture. */
    routes(mount: Mount): void {
      const availability = { perAddress: AVAILABILITY_LIMIT };
      mount(contracts.emailAvailability, availability, async ({ params }) => {
        if (await store.isEmailTaken(params.email)) return { message: 'Email is already taken' };
        throw new AppError('AVAILABLE', 'Email is available');
      });
      mount(contracts.userNameAvailability, availability, async ({ params }) => {
        if (await store.isUserNameTaken(params.username)) return { message: 'Username is already taken' };
        throw new AppError('AVAILABLE', 'Username is available');
      });
      const lookUps = { perAddress: LOOK_UPS_LIMIT };
      mount(contracts.getUserByName, lookUps, async ({ params }) => ({
        data: await presentFound(await store.findShown(params.userName)),
      }));
      mount(contracts.searchPeople, lookUps, ({ query }) =>
        findPeople({ ...store, readPage: deps.readPage, blockersOfAsker }, query),
      );
      mount(contracts.getUserById, async ({ params }) => ({
        data: await presentFound(await store.getShown(params.userId)),
      }));
      const editing = { perAccount: PROFILE_EDITS_LIMIT };
      mount(contracts.updateProfilePicture, editing, async ({ params, body: { profilepic }, viewer }) => {
        refuseOthers(viewer, params.userId);
        refuseForeignHost(config.mediaHosts, 'profilepic', profilepic);
        const { release } = await uploads.hold(viewer.id, [profilepic]);
        const before = await store.get(viewer.id);
        const user = await store.edit(viewer.id, { profilepic }).finally(release);
        if (before !== null && before.profilepic !== profilepic) uploads.drop(viewer.id, [before.profilepic]);
        return { message: 'Profile picture updated', data: presentCurrentUser(user) };
      });
      mount(contracts.updateUser, editing, async ({ params, body, viewer }) => {
        refuseOthers(viewer, params.userId);
        return { message: 'Profile updated', data: presentCurrentUser(await store.rename(viewer.id, body)) };
      });
    },
  };
}
