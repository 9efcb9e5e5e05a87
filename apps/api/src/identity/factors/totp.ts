import { ACCOUNT_LIMITS, AUTHENTICATOR_APP } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types, type Model } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import { seal, unseal, unsealUnexpired } from '../../platform/seal.js';
import { MINUTE, SECOND } from '../../platform/time.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { FactorRecord } from './factor.model.js';
import { invalidCode, usedCode } from './invalid-factor.js';

/** Supported by all authenticator apps: SHA-1, six digits, 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: ACCOUNT_LIMITS.otpLength, period: 30 } as const;
const STEP = RULES.period * SECOND;
/** The clock of a phone may be a step off. */
const WINDOW = 1;
const TICKET_TTL = 10 * MINUTE;
const SECRET_BYTES = 20;

interface Ticket {
  user: string;
  secret: string;
  expiresAt: number;
}

interface TotpDeps extends Pick<Platform, 'config' | 'now'> {
  factors: Model<FactorRecord>;
  instance: Pick<Instance, 'settings'>;
}

/** Codes of authenticator apps (RFC 6238). */
export function createTotp({ config, factors, instance, now }: TotpDeps) {
  const sealingKey = config.secrets.factors;
  const keyOf = (user: string) => `totp ${user}`;
  const purposeOf = (user: string) => `secret of an authenticator app of ${user}`;

  /** Returns the time step of a code; `null` if it is wrong. */
  const stepOf = (secret: string, code: string): number | null => {
    const timestamp = now().getTime();
    const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) });
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / STEP) + delta;
  };

  return {
    /** A new secret. It is stored only once a code confirms it. */
    async begin({ _id, userName }: UserRecord): Promise<{ secret: string; uri: string; ticket: string }> {
      // A colon would separate issuer and account in the label.
      const issuer = (await instance.settings()).name.replaceAll(':', '');
      const made = new Secret({ size: SECRET_BYTES });
      const secret = made.base32;
      const uri = new TOTP({ ...RULES, issuer, label: userName, secret: made }).toString();
      const ticket: Ticket = { user: _id.toHexString(), secret, expiresAt: now().getTime() + TICKET_TTL };
      return { secret, uri, ticket: seal(sealingKey, 'new authenticator app', ticket) };
    },

    /** @throws AppError 400 for a wrong code or an expired ticket, 409 if the user has an app */
    async add(user: string, { ticket, code }: { ticket: string; code: string }): Promise<FactorRecord> {
      const made = unsealUnexpired(sealingKey, 'new authenticator app', ticket, now()) as Ticket | undefined;
      const isOpen = made?.user === user;
      const step = isOpen ? stepOf(made.secret, code) : null;
      if (!isOpen || step === null) throw invalidCode();
      const record: FactorRecord = {
        _id: new Types.ObjectId(),
        user: new Types.ObjectId(user),
        kind: 'totp',
        key: keyOf(user),
        name: AUTHENTICATOR_APP,
        createdAt: now(),
        lastUsedAt: null,
        secret: seal(sealingKey, purposeOf(user), made.secret),
        step,
      };
      try {
        await factors.create([record]);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new AppError('CONFLICT', t`You have an authenticator app. Remove it first.`, { cause: error });
      }
      return record;
    },

    /**
     * Uses up the time step of a code, so that nobody who saw it can repeat it.
     * @throws AppError 400 if it is wrong or used
     */
    async take(user: string, code: string): Promise<void> {
      const record = await factors.findOne({ key: keyOf(user) }).lean();
      if (!record?.secret) throw invalidCode();
      const secret = unseal(sealingKey, purposeOf(user), record.secret);
      const step = typeof secret === 'string' ? stepOf(secret, code) : null;
      if (step === null) throw invalidCode();
      const { matchedCount } = await factors.updateOne(
        { _id: record._id, step: { $lt: step } },
        { $set: { step, lastUsedAt: now() } },
      );
      if (matchedCount === 0) throw usedCode();
    },
  };
}
