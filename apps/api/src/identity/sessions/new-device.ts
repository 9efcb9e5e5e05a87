import type { Request } from 'express';
import type { Connection, Model, Types } from 'mongoose';
import { recipient } from '../../platform/mail/layout.js';
import { invalidLink, openMailToken } from '../../platform/mail/mail-token.js';
import { seal } from '../../platform/seal.js';
import { newDeviceMail } from '../../platform/mail/account-mails.js';
import type { Platform } from '../../platform/platform.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import { MAIL_REMOVES_FACTORS_FOR, type Factors } from '../factors/factors.feature.js';
import { countMail } from '../../community/users/unverified-email-limit.js';
import type { Users } from '../../community/users/users.feature.js';
import type { ApiTokens } from './api-tokens.js';
import { disownedModel, type SessionRecord } from './session.model.js';

const PURPOSE = 'sign-in from a new device';
/** How long the link is valid, in milliseconds. An unused session expires by then. */
export const DISOWN_FOR = 30 * DAY;
/** Maximum clock difference between processes, in milliseconds. */
const CLOCK_DIFFERENCE = MINUTE;
/** New-device mails to one account: a program without cookies signs in as a new device every time. */
export const NEW_DEVICE_LIMIT: RateLimit = { name: 'new-device-mails', limit: 20, window: DAY };
/** Links tried from one client address. */
const DISOWN_LIMIT: RateLimit = { name: 'session-disown', limit: 30, window: 15 * MINUTE };

interface NewDeviceDeps extends Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'now' | 'log'> {
  connection: Connection;
  users: Pick<Users, 'get'>;
  sessions: Model<SessionRecord>;
  apiTokens: Pick<ApiTokens, 'revokeSince'>;
  factors: Pick<Factors, 'removeSince'>;
}

interface Claims {
  user: string;
  browser: string;
  until: number;
}

export type NewDevices = ReturnType<typeof createNewDevices>;

/** Notifies users by mail of sign-ins from unknown browsers, and lets them end those. */
export function createNewDevices({
  connection,
  users,
  sessions,
  apiTokens,
  factors,
  config,
  mail,
  rateLimits,
  now,
  log,
}: NewDeviceDeps) {
  const disowned = disownedModel(connection);
  const key = config.secrets.email;
  return {
    /** Notifies the user of a session. Signing in works without it, so a failure is only logged. */
    async tell({ browser, user: userId, createdAt: at, device, ip }: SessionRecord): Promise<void> {
      try {
        await rateLimits.consume(NEW_DEVICE_LIMIT, userId.toString());
        const user = await users.get(userId);
        if (user === null) return;
        await countMail(rateLimits, user);
        const claims = { user: userId.toString(), browser, until: at.getTime() + DISOWN_FOR };
        const url = `${config.webOrigin}/i/account/not-me#${seal(key, PURPOSE, claims satisfies Claims)}`;
        await mail.enqueue(newDeviceMail({ ...recipient(user), at, device, ip, url }));
      } catch (error) {
        log.warn({ err: error }, 'a user was not told of a sign-in from a new device');
      }
    },

    /**
     * Signs out the device named in a mail, including later sign-ins, and removes it from the known devices. API
     * tokens created since its first sign-in are revoked, because the device may have created them, and so are second
     * factors of the last days.
     * @returns the user's ID
     * @throws AppError 400 for a wrong or expired link, 429
     */
    async disown(req: Request, token: string): Promise<string> {
      await rateLimits.consumeForAddress(DISOWN_LIMIT, req);
      const { user, browser, until } = openMailToken(key, PURPOSE, token) as Claims;
      if (until <= now().getTime()) throw invalidLink();
      const expiresAt = later(now(), config.sessions.knownDeviceTtl);
      // This order matters: a concurrent sign-in checks this after its session is stored.
      await disowned.updateOne({ user, browser }, { $set: { expiresAt } }, { upsert: true });
      await sessions.deleteMany({ user, browser });
      // After the sessions: creating a token checks its session afterwards.
      const firstSignIn = until - DISOWN_FOR;
      await apiTokens.revokeSince(user, new Date(firstSignIn - CLOCK_DIFFERENCE));
      const lately = now().getTime() - MAIL_REMOVES_FACTORS_FOR;
      await factors.removeSince(user, new Date(Math.max(firstSignIn - CLOCK_DIFFERENCE, lately)));
      return user;
    },

    isDisowned: async (user: Types.ObjectId | string, browser: string): Promise<boolean> =>
      (await disowned.exists({ user, browser })) !== null,

    /** Deletes the devices that a user disowned. */
    deleteOf: (user: Types.ObjectId) => disowned.deleteMany({ user }),
  };
}
