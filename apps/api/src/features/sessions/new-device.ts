import type { Request } from 'express';
import type { Connection, Model, Types } from 'mongoose';
import { invalidLink, openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import { newDeviceMail } from '../../platform/mail/templates.js';
import type { Platform } from '../../platform/platform.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import { countMail } from '../users/unproved-mails.js';
import type { Users } from '../users/users.feature.js';
import type { ApiTokens } from './api-tokens.js';
import { disownedModel, type SessionRecord } from './session.model.js';

const PURPOSE = 'sign-in from a new device';
/** For how long the link signs the device out; a session that is never used ends by then. Milliseconds. */
export const DISOWN_FOR = 30 * DAY;
/** By how much clocks of processes may differ, milliseconds. */
const CLOCK_DIFFERENCE = MINUTE;
/** Mails of new devices to one account: a program that keeps no cookies signs in as a new one each time. */
export const NEW_DEVICE_LIMIT: RateLimit = { name: 'new-device-mails', limit: 20, window: DAY };
/** Links tried from one caller's address. */
const DISOWN_LIMIT: RateLimit = { name: 'session-disown', limit: 30, window: 15 * MINUTE };

interface NewDeviceDeps extends Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'now' | 'log'> {
  connection: Connection;
  users: Pick<Users, 'get'>;
  sessions: Model<SessionRecord>;
  apiTokens: Pick<ApiTokens, 'revokeSince'>;
}

interface Claims {
  user: string;
  browser: string;
  until: number;
}

export type NewDevices = ReturnType<typeof createNewDevices>;

/** Tells users by mail of sign-ins from browsers that their account does not know, and lets them end those. */
export function createNewDevices({
  connection,
  users,
  sessions,
  apiTokens,
  config,
  mail,
  rateLimits,
  now,
  log,
}: NewDeviceDeps) {
  const disowned = disownedModel(connection);
  const key = config.secrets.email;
  return {
    /** Tells the user of a session. Signing in works without it, so a failure is only logged. */
    async tell({ browser, user: userId, createdAt: at, device, ip }: SessionRecord): Promise<void> {
      try {
        await rateLimits.consume(NEW_DEVICE_LIMIT, userId.toString());
        const user = await users.get(userId);
        if (user === null) return;
        await countMail(rateLimits, user);
        const claims = { user: userId.toString(), browser, until: at.getTime() + DISOWN_FOR };
        const url = `${config.webOrigin}/i/account/not-me#${seal(key, PURPOSE, claims satisfies Claims)}`;
        await mail.enqueue(newDeviceMail({ to: user.email, fullName: user.fullName, at, device, ip, url }));
      } catch (error) {
        log.warn({ err: error }, 'a user was not told of a sign-in from a new device');
      }
    },

    /**
     * Signs out the device that a mail told of, however often it signed in since, and has the account not know it. API
     * tokens made since its first sign-in end as well: they may be its.
     * @throws AppError 400 for a link that is wrong or old, 429
     */
    async disown(req: Request, token: string): Promise<void> {
      await rateLimits.consumeForAddress(DISOWN_LIMIT, req);
      const { user, browser, until } = openMailToken(key, PURPOSE, token) as Claims;
      if (until <= now().getTime()) throw invalidLink();
      const expiresAt = later(now(), config.sessions.knownDeviceTtl);
      // In this order: a sign-in that is under way looks once its session is stored.
      await disowned.updateOne({ user, browser }, { $set: { expiresAt } }, { upsert: true });
      await sessions.deleteMany({ user, browser });
      // After the sessions: a token that is being made looks afterwards whether its session is still there.
      const firstSignIn = until - DISOWN_FOR;
      await apiTokens.revokeSince(user, new Date(firstSignIn - CLOCK_DIFFERENCE));
    },

    isDisowned: async (user: Types.ObjectId | string, browser: string): Promise<boolean> =>
      (await disowned.exists({ user, browser })) !== null,

    /** Forgets what a user disowned. */
    deleteOf: (user: Types.ObjectId) => disowned.deleteMany({ user }),
  };
}
