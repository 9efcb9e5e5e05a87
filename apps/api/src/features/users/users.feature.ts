import { Router } from 'express';
import type { Connection, Types } from 'mongoose';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { findPeople } from './find-people.js';
import { profileRoutes } from './profile.routes.js';
import type { ProfileUploads } from './profile.service.js';
import { userModel } from './user.model.js';
import { findById, findByLogin, findByUserName, findTaken } from './user.service.js';
import { usersRoutes } from './users.routes.js';

export interface UsersDeps {
  connection: Connection;
  /** Hosts of pictures; none allows all. */
  mediaHosts: readonly string[];
  uploads: ProfileUploads;
  rateLimits: RateLimiter;
  now: () => Date;
}

export type Users = ReturnType<typeof createUsers>;

/** Users: who they are, what is public of them, and the edits of their names and pictures. */
export function createUsers(deps: UsersDeps) {
  const models = { User: userModel(deps.connection) };
  const store = { models };
  return {
    models,
    routes: (http: Http): Router =>
      Router()
        .use(usersRoutes(http, { ...deps, models }))
        .use(profileRoutes(http, { ...deps, models })),
    /** Whether a user is there and shown. */
    isShown: async (userId: string) => (await findById(store, userId)) !== null,
    /** Whether a user is there, suspended or not. */
    isKnown: async (user: Types.ObjectId) => (await models.User.exists({ _id: user })) !== null,
    /** A user whose profile is open to everybody. */
    findByUserName: (userName: string) => findByUserName(store, userName),
    /** The user who signs in with a name as `loginName` spells it. */
    findByLogin: (name: string) => findByLogin(store, name),
    /** What of a new account is taken, for the form's fields. */
    findTaken: (wanted: { userName: string; email: string }) => findTaken(store, wanted),
    /** People whose user name or name begins with a text. */
    findPeople: (wanted: Parameters<typeof findPeople>[1]) => findPeople(models.User, wanted),
  };
}
