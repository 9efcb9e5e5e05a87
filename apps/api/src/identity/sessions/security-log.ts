import { createHash } from 'node:crypto';
import {
  SECURITY_EVENTS,
  SECURITY_LOG_LIMITS,
  type SecurityEvent,
  type SecurityLogEntry,
} from '@social-feed/contracts';
import { Schema, Types } from 'mongoose';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { clientAddress, networkOf } from '../../platform/http/client-address.js';
import type { Order } from '../../platform/http/paging.js';
import type { Platform } from '../../platform/platform.js';
import { currentRequest, runForRequest } from '../../platform/request-context.js';
import { excerpt } from '../../platform/text.js';
import { DAY } from '../../platform/time.js';
import { deviceName } from './device-name.js';

/** Events that others can cause at will: those of one account and day are one entry. */
const COLLAPSED: ReadonlySet<SecurityEvent> = new Set(['sign-in-failed', 'factor-failed']);

const schema = new Schema({
  user: { type: Schema.Types.ObjectId, required: true },
  /** Of the latest one, if there were several. */
  at: { type: Date, required: true },
  event: { type: String, enum: SECURITY_EVENTS, required: true },
  detail: { type: String, default: '' },
  /** Browser and system, for example "Firefox on Windows". */
  device: { type: String, default: '' },
  network: { type: String, default: '' },
  count: { type: Number, required: true },
});
schema.index({ user: 1, at: -1, _id: -1 });

export type SecurityLogRecord = RecordOf<typeof schema>;

export const securityLogModel = modelOf<SecurityLogRecord>('SecurityLog', 'securitylog', schema, {
  backup: 'kept',
  ofUser: { by: 'user', exportedAs: 'securityLog', onDeletion: 'delete' },
  expires: { at: 'at', after: SECURITY_LOG_LIMITS.days * DAY },
});

/** Latest first. */
const ORDER: Order = { at: -1, _id: -1 };

export interface SecurityLogItem {
  user: Types.ObjectId | string;
  event: SecurityEvent;
  /** The way of signing in, or the name of the token, device, provider or factor. Never a secret. */
  detail?: string;
  /** How many, for example sessions ended. */
  count?: number;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/**
 * The log of sign-ins, failed sign-ins and changes of each account, which its owner and admins read. Addresses are
 * stored without their last part, which is enough to recognise a foreign network.
 */
export function createSecurityLog({
  connection,
  readPage,
  now,
  log,
}: Pick<Platform, 'connection' | 'readPage' | 'now' | 'log'>) {
  const records = collectionOf(securityLogModel(connection));

  async function write({ user, event, detail = '', count = 1 }: SecurityLogItem, from: Origin, at: Date) {
    const owner = new Types.ObjectId(user);
    const entry = { at, detail: excerpt(detail, SECURITY_LOG_LIMITS.detailMax), ...from };
    const collapsed = COLLAPSED.has(event);
    const _id = collapsed ? idOfDay(owner, event, at) : new Types.ObjectId();
    const update = { $set: entry, $setOnInsert: { user: owner, event }, $inc: { count } };
    await retryDuplicate(() => records.updateOne({ _id }, unchecked(update), { upsert: true }));
    if (!collapsed) await trim(owner);
  }

  /** Deletes the oldest entries beyond the maximum. */
  async function trim(user: Types.ObjectId): Promise<void> {
    const [first] = await records
      .find({ user }, { projection: { at: 1 } })
      .sort(ORDER)
      .skip(SECURITY_LOG_LIMITS.entriesMax)
      .limit(1)
      .toArray();
    if (first !== undefined) await records.deleteMany({ user, at: { $lte: first.at } });
  }

  return {
    /**
     * Adds an entry with device and network of the current request. What is logged works without the log, so a
     * failure is only reported to the host. Never rejects.
     */
    async append(item: SecurityLogItem): Promise<void> {
      const from = originOf();
      const at = now();
      try {
        // Not as part of the request: a caller that does not wait would be cut off with the answer.
        await runForRequest(undefined, () => write(item, from, at));
      } catch (error) {
        log.warn({ err: error, event: item.event }, 'an entry of the security log was not written');
      }
    },

    /**
     * Returns a page of a user's entries, latest first.
     * @throws AppError 400 for a malformed cursor
     */
    async list(
      userId: string,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<{ data: SecurityLogEntry[]; nextCursor: string | null }> {
      const user = new Types.ObjectId(userId);
      const { shown, nextCursor } = await readPage({
        list: `security-log ${userId}`,
        order: ORDER,
        limit,
        cursor,
        find: (range) => records.find({ user, ...range }),
      });
      return { data: shown.map(present), nextCursor };
    },

    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) =>
      records.find({ user }, { projection: { _id: 0, user: 0 } }).sort(ORDER),

    deleteOf: (user: Types.ObjectId) => records.deleteMany({ user }),
  };
}

type Origin = Pick<SecurityLogRecord, 'device' | 'network'>;

/** Device and network of the current request; empty in background work. */
function originOf(): Origin {
  const req = currentRequest()?.req;
  if (req === undefined) return { device: '', network: '' };
  return { device: deviceName(req.get('user-agent')), network: networkOf(clientAddress(req)) };
}

/** The ID of the one entry of an event, account and day, so that concurrent attempts share it. */
function idOfDay(user: Types.ObjectId, event: SecurityEvent, at: Date): Types.ObjectId {
  const key = `${user.toHexString()} ${event} ${at.toISOString().slice(0, 10)}`;
  return new Types.ObjectId(createHash('sha256').update(key).digest().subarray(0, 12));
}

const present = ({
  _id,
  at,
  event,
  detail,
  device,
  network,
  count,
}: SecurityLogRecord): SecurityLogEntry => ({
  _id: _id.toString(),
  at: at.toISOString(),
  event,
  detail,
  device,
  network,
  count,
});
