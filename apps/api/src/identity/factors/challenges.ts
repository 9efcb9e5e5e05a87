import { createHash, randomBytes } from 'node:crypto';
import { Types, type Connection } from 'mongoose';
import { MINUTE, later } from '../../platform/time.js';
import { challengeModel } from './factor.model.js';

export const CHALLENGE_TTL = 10 * MINUTE;

/** The purpose of a challenge: a response to one purpose is rejected for the others. */
export type Purpose = 'sign in' | 'second factor' | 'confirm' | 'add';

const digestOf = (challenge: string) => createHash('sha256').update(challenge).digest('base64url');

export type Challenges = ReturnType<typeof createChallenges>;

/** Challenges for passkeys. Each is used once, for one purpose and user. */
export function createChallenges(connection: Connection, now: () => Date) {
  const challenges = challengeModel(connection);
  return {
    /** @param user in hex; `null` if any user may answer */
    async make(purpose: Purpose, user: string | null): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      await challenges.create([
        {
          _id: digestOf(challenge),
          purpose,
          user: user === null ? null : new Types.ObjectId(user),
          expiresAt: later(now(), CHALLENGE_TTL),
        },
      ]);
      return challenge;
    },

    /** Uses a challenge up; false if it is unknown, used, expired, or made for something else. */
    async take(challenge: string, purpose: Purpose, user: string | null): Promise<boolean> {
      const used = await challenges.findOneAndDelete({
        _id: digestOf(challenge),
        purpose,
        user: user === null ? null : new Types.ObjectId(user),
        expiresAt: { $gt: now() },
      });
      return used !== null;
    },
  };
}
