import type { Types } from 'mongoose';
import type { Http } from '../../platform/http/http.js';
import type { Platform } from '../../platform/platform.js';
import { currentRequest } from '../../platform/request-context.js';
import { findPeople } from './find-people.js';
import { createUserStore, type StoredAuthor } from './user-store.js';
import type { NewUser } from './user-writes.js';
import { usersRoutes, type UsersRoutesDeps } from './users.routes.js';

export interface UsersDeps
  extends Pick<Platform, 'connection' | 'now'>, Omit<UsersRoutesDeps, 'store' | 'blockersOfAsker'> {
  /** Those of these users who block a user, by id. */
  blockersAmong: (ids: readonly string[], userId: string) => Promise<ReadonlySet<string>>;
  /** Makes what every user has besides the account. Harmless when done twice. */
  onCreated: (user: Types.ObjectId) => Promise<unknown>;
}

const NONE: ReadonlySet<string> = new Set();

export type Users = ReturnType<typeof createUsers>;

/** Users: who they are, what is public of them, and the edits of their names and pictures. */
export function createUsers(deps: UsersDeps) {
  const store = createUserStore(deps);

  /** Those of these users who block whoever asks, by id. */
  async function blockersOfAsker(
    ids: readonly string[],
    viewerId = currentRequest()?.viewerId,
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
    /** People whose user name or name begins with a text. */
    findPeople: (wanted: Parameters<typeof findPeople>[1]) =>
      findPeople({ ...store, blockersOfAsker }, wanted),
    routes: (http: Http) => usersRoutes(http, { ...deps, store, blockersOfAsker }),
  };
}
