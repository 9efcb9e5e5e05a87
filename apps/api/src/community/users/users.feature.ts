import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError, refuseOthers } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { currentRequest } from '../../platform/request-context.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import type { EventOutbox } from '../events.js';
import type { Inboxes } from '../inboxes/inboxes.feature.js';
import type { Relations } from '../relations/relations.feature.js';
import type { Uploads } from '../uploads/uploads.feature.js';
import { findPeople } from './find-people.js';
import { createMediaAddresses } from './media-addresses.js';
import type { UserRecord } from './user.model.js';
import { presentCurrentUser, presentPublicUser } from './user.presenter.js';
import { createUserStore, type StoredAuthor, type UserStore } from './user-store.js';
import { userNotFound, type NewUser } from './user-writes.js';
import { type KeptNames } from './taken-names.js';

/** Enough for typing a name, too few for discovering members. */
const AVAILABILITY_LIMIT: RateLimit = { name: 'availability', limit: 60, window: MINUTE };
/** Profiles by name and the user search reveal the same; 1,200 a minute are enough for all users of one address. */
const LOOK_UPS_LIMIT: RateLimit = { name: 'look-ups', limit: 60, every: 20, window: MINUTE };
export const PROFILE_EDITS_LIMIT: RateLimit = {
  name: 'profile-edits',
  limit: 40,
  firstDay: 20,
  window: HOUR,
};

interface UsersDeps extends Pick<Platform, 'connection' | 'config' | 'rateLimits' | 'readPage' | 'now'> {
  outbox: Pick<EventOutbox, 'publish'>;
  registration: KeptNames;
  uploads: Pick<Uploads, 'hold' | 'drop'>;
  relations: Pick<Relations, 'blockersAmong'>;
  inboxes: Pick<Inboxes, 'changingAll'>;
}

const NONE: ReadonlySet<string> = new Set();

/** Replaces a user's picture, and drops the former upload. @throws AppError 400, 404 */
async function changePicture(
  { uploads }: UsersDeps,
  { edit, get }: Pick<UserStore, 'edit' | 'get'>,
  id: string,
  profilepic: string,
): Promise<UserRecord> {
  const { release } = await uploads.hold(id, [profilepic]);
  let before, user;
  try {
    before = await get(id);
    user = await edit(id, { profilepic });
  } finally {
    await release();
  }
  if (before !== null && before.profilepic !== profilepic) uploads.drop(id, [before.profilepic]);
  return user;
}

/** Changes names, and the language. @throws AppError 404, 409 if the user name is taken, 429 */
async function change(
  store: UserStore,
  id: string,
  { locale, ...names }: contracts.BodyOf<typeof contracts.updateUser>,
): Promise<UserRecord> {
  const renamed = await store.rename(id, names);
  if (locale === undefined) return renamed;
  await store.changeIf({ _id: renamed._id }, { locale: locale ?? undefined });
  return store.getExisting(id);
}

export type Users = ReturnType<typeof createUsers>;

/** Users: public profiles, and edits of names and pictures. */
export function createUsers(deps: UsersDeps) {
  const { outbox } = deps;
  const addresses = createMediaAddresses(deps.config);
  const { picture } = addresses;
  const store = createUserStore({ ...deps, picture });

  /** Ids of those users who block the current viewer. */
  async function blockersOfAsker(
    ids: readonly string[],
    viewerId = currentRequest()?.hiddenFrom,
  ): Promise<ReadonlySet<string>> {
    return viewerId === undefined || ids.length === 0 ? NONE : deps.relations.blockersAmong(ids, viewerId);
  }
  /**
   * Returns authors by id, `undefined` for those whose content the viewer does not see: deleted, suspended, or
   * blocking the viewer. Outside of a request, `viewerId` names the viewer.
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
  /** @throws AppError 404 if missing, or if the user blocks the viewer */
  async function presentFound(user: UserRecord | null): Promise<contracts.PublicUser> {
    const id = user?._id.toHexString() ?? '';
    if (user === null || (await blockersOfAsker([id])).has(id)) throw userNotFound();
    return presentPublicUser(user, picture);
  }

  return {
    ...store,
    shownAuthors,
    /** The address of a picture for readers; empty if it is not shown. */
    picture,
    /** Ids of users who block a user. */
    blockersOf: (userId: string) => deps.relations.blockersAmong([], userId),
    /**
     * Returns name and rights of the viewer. Loads the viewer's blockers in parallel, because nearly every response
     * needs them.
     */
    person: async (id: string) =>
      (await Promise.all([store.person(id), deps.relations.blockersAmong([], id)]))[0],
    /** Creates an account. @throws AppError 409 naming the taken fields */
    async create(wanted: NewUser) {
      const user = await store.create(wanted);
      await outbox.publish('userCreated', user._id);
      return user;
    },
    /**
     * Availability (404 is free, 200 is taken), public users and user search, and edits of the own name and
     * picture.
     */
    routes(mount: Mount): void {
      const availability = { perAddress: AVAILABILITY_LIMIT };
      mount(contracts.emailAvailability, availability, async ({ params }) => {
        if (await store.isEmailTaken(params.email)) return { message: 'Email is already taken' };
        throw new AppError('AVAILABLE', t`Email is available`);
      });
      mount(contracts.userNameAvailability, availability, async ({ params }) => {
        if (await store.isUserNameTaken(params.username)) return { message: 'Username is already taken' };
        throw new AppError('AVAILABLE', t`Username is available`);
      });
      const lookUps = { perAddress: LOOK_UPS_LIMIT };
      mount(contracts.getUserByName, lookUps, async ({ params }) => ({
        data: await presentFound(await store.findShown(params.userName)),
      }));
      mount(contracts.searchPeople, lookUps, ({ query }) =>
        findPeople({ ...store, picture, readPage: deps.readPage, blockersOfAsker }, query),
      );
      mount(contracts.getUserById, async ({ params }) => ({
        data: await presentFound(await store.getShown(params.userId)),
      }));
      const editing = { perAccount: PROFILE_EDITS_LIMIT };
      mount(contracts.updateProfilePicture, editing, async ({ params, body, viewer }) => {
        refuseOthers(viewer, params.userId);
        const profilepic = addresses.written(body.profilepic);
        addresses.refuseForeign('profilepic', 'image', profilepic);
        const user = await changePicture(deps, store, viewer.id, profilepic);
        return { message: 'Profile picture updated', data: presentCurrentUser(user, picture) };
      });
      mount(contracts.updateUser, editing, async ({ params, body, viewer }) => {
        refuseOthers(viewer, params.userId);
        return {
          message: 'Profile updated',
          data: presentCurrentUser(await change(store, viewer.id, body), picture),
        };
      });
    },
  };
}
