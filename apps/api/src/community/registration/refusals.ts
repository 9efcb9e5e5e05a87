import {
  REFUSAL_KIND_NAMES,
  REGISTRATION_LIMITS,
  type Refusal,
  type RefusalKind,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Schema, Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import { beginningWith } from '../../platform/search-terms.js';
import { DAY, later } from '../../platform/time.js';
import { canonicalValue, valuesForAddress, valuesForEmail, valuesForName } from './refusal-values.js';

/** Names, addresses and networks that new accounts may not have. */
const schema = new Schema({
  kind: { type: String, enum: REFUSAL_KIND_NAMES, required: true },
  /** Canonical. */
  value: { type: String, required: true },
  /** For admins only. */
  reason: { type: String, default: '' },
  /** `null`: no end. */
  until: { type: Date, default: null },
  adminName: { type: String, required: true },
  createdAt: { type: Date, required: true },
});
schema.index({ kind: 1, value: 1 }, { unique: true });
schema.index({ kind: 1, createdAt: -1, _id: -1 });
type RefusalRecord = RecordOf<typeof schema, { kind: RefusalKind }>;

export const refusalModel = modelOf<RefusalRecord>('Refusal', 'refusals', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'until' },
});

/** The one sentence for a refused address; the reason is for admins. */
const EMAIL_REFUSED = t`This e-mail address cannot be used here. Please use another one`;

const ORDER = { createdAt: -1, _id: -1 } as const;

type RefusalsDeps = Pick<Platform, 'connection' | 'inTurn' | 'readPage' | 'now'>;

export interface NewRefusals {
  kind: RefusalKind;
  values: readonly string[];
  reason?: string | undefined;
  days?: number | undefined;
}

/** Domains and addresses of mail, ranges of addresses and user names that new accounts may not have. */
export function createRefusals({ connection, inTurn, readPage, now }: RefusalsDeps) {
  const records = collectionOf(refusalModel(connection));
  const lasting = () => ({ $or: [{ until: null }, { until: { $gt: now() } }] });

  async function matches(wanted: { kind: RefusalKind; values: string[] }[]): Promise<boolean> {
    const any = wanted.map(({ kind, values }) => ({ kind, value: { $in: values } }));
    if (any.length === 0) return false;
    return (await records.findOne({ $and: [{ $or: any }, lasting()] }, { projection: { _id: 1 } })) !== null;
  }

  return {
    isNameRefused: (userName: string) => matches(valuesForName(userName)),
    isAddressRefused: (address: string) => matches(valuesForAddress(address)),
    /** @throws AppError 400 if new accounts may not have the address. @param email canonical */
    async refuseEmail(email: string): Promise<void> {
      if (await matches(valuesForEmail(email))) throw invalidField('email', EMAIL_REFUSED);
    },

    /**
     * Adds values; one that is there gets the new reason and end.
     * @returns how many are new
     * @throws AppError 400 naming the first invalid values, 409 if there are too many
     */
    async add(adminName: string, { kind, values, reason = '', days }: NewRefusals): Promise<number> {
      const typed = values.filter((value) => value.trim() !== '');
      const found = new Map(typed.map((value) => [value, canonicalValue(kind, value)]));
      const invalid = [...found].filter(([, value]) => value === undefined).map(([value]) => value.trim());
      if (invalid.length > 0) {
        throw invalidField('values', t`These are not valid: ${invalid.slice(0, 5).join(', ')}`);
      }
      const wanted = [...new Set(found.values())] as string[];
      if (wanted.length === 0) throw invalidField('values', t`Give at least one value`);
      return inTurn('refusals', async () => {
        const [all, known] = await Promise.all([
          records.countDocuments({}),
          records.countDocuments({ kind, value: { $in: wanted } }),
        ]);
        if (all - known + wanted.length > REGISTRATION_LIMITS.refusalsMax) {
          throw new AppError('CONFLICT', t`There can be at most ${REGISTRATION_LIMITS.refusalsMax} entries`);
        }
        const createdAt = now();
        const until = days === undefined ? null : later(createdAt, days * DAY);
        const { upsertedCount } = await records.bulkWrite(
          wanted.map((value) => ({
            updateOne: {
              filter: { kind, value },
              update: { $set: { reason, until, adminName, createdAt } },
              upsert: true,
            },
          })),
          { ordered: false },
        );
        return upsertedCount;
      });
    },

    /** @throws AppError 404. @returns the removed one */
    async remove(id: string): Promise<RefusalRecord> {
      const removed = await records.findOneAndDelete({ _id: new Types.ObjectId(id) });
      if (removed === null) throw new AppError('NOT_FOUND', t`Refusal not found`);
      return removed;
    },

    async page({
      kind,
      q,
      limit,
      cursor,
    }: {
      kind: RefusalKind;
      q?: string | undefined;
      limit: number;
      cursor?: string | undefined;
    }) {
      const only = q === undefined ? {} : { value: beginningWith(q.toLowerCase()) };
      const { shown, nextCursor } = await readPage({
        list: `refusals ${kind} ${q ?? ''}`,
        order: ORDER,
        limit,
        cursor,
        find: (range) => records.find({ $and: [{ kind, ...only }, lasting(), range] }),
      });
      return { data: shown.map(present), nextCursor };
    },
  };
}

const present = ({ _id, kind, value, reason, until, createdAt, adminName }: RefusalRecord): Refusal => ({
  _id: _id.toString(),
  kind,
  value,
  reason,
  until: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  adminName,
});
