import type { Types } from 'mongoose';
import type { Http } from '../../platform/http/http.js';
import type { Platform } from '../../platform/platform.js';
import { findPeople } from './find-people.js';
import { createUserStore } from './user-store.js';
import type { NewUser } from './user-writes.js';
import { usersRoutes, type UsersRoutesDeps } from './users.routes.js';

export interface UsersDeps extends Pick<Platform, 'connection' | 'now'>, Omit<UsersRoutesDeps, 'store'> {
  /** Makes what every user has besides the account. Harmless when done twice. */
  onCreated: (user: Types.ObjectId) => Promise<unknown>;
}

export type Users = ReturnType<typeof createUsers>;

/** Users: who they are, what is public of them, and the edits of their names and pictures. */
export function createUsers(deps: UsersDeps) {
  const store = createUserStore(deps);
  return {
    ...store,
    /** Makes an account. @throws AppError 409 naming the fields that are taken */
    async create(wanted: NewUser) {
      const user = await store.create(wanted);
      await deps.onCreated(user._id);
      return user;
    },
    /** People whose user name or name begins with a text. */
    findPeople: (wanted: Parameters<typeof findPeople>[1]) => findPeople(store, wanted),
    routes: (http: Http) => usersRoutes(http, { ...deps, store }),
  };
}
