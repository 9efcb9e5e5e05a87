import { createHmac, randomInt } from 'node:crypto';
import { FACTOR_LIMITS } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import type { FactorRecord } from './factor.model.js';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP = 5;
/** 49 random bits. */
const LENGTH = 2 * GROUP;

interface RecoveryCodesDeps extends Pick<Platform, 'config' | 'now'> {
  factors: Model<FactorRecord>;
}

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten codes of an account that each replace a second factor once. Stored as keyed hashes. */
export function createRecoveryCodes({ config, factors, now }: RecoveryCodesDeps) {
  const hashOf = (user: string, code: string) =>
    createHmac('sha256', config.secrets.factors)
      .update(['recovery code', user, code].join('\n'))
      .digest('base64url');

  return {
    /** Replaces the codes of a user. @returns the codes, which nobody can read again */
    async make(user: string): Promise<string[]> {
      const codes = Array.from({ length: FACTOR_LIMITS.recoveryCodes }, newCode);
      const createdAt = now();
      const made = codes.map((code) => ({
        _id: new Types.ObjectId(),
        user: new Types.ObjectId(user),
        kind: 'recovery' as const,
        key: hashOf(user, code),
        name: '',
        createdAt,
        lastUsedAt: null,
      }));
      const former = await factors.find({ user, kind: 'recovery' }, { _id: 1 }).lean();
      await factors.insertMany(made);
      // Afterwards and by ID, so that a crash or a parallel call leaves too many codes rather than none.
      await factors.deleteMany({ _id: { $in: former.map(({ _id }) => _id) } });
      return codes.map((code) => `${code.slice(0, GROUP)}-${code.slice(GROUP)}`);
    },

    /** Whether a code is right. It works once. @param code in lower case, without spaces and hyphens */
    async take(user: string, code: string): Promise<boolean> {
      if (code.length !== LENGTH) return false;
      const { deletedCount } = await factors.deleteOne({ user, kind: 'recovery', key: hashOf(user, code) });
      return deletedCount === 1;
    },

    count: (user: string): Promise<number> => factors.countDocuments({ user, kind: 'recovery' }),
  };
}
