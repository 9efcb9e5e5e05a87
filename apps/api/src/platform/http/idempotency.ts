import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ERROR_STATUS, type Endpoint, type ErrorAnswer } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request, Response } from 'express';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../db/duplicate-key.js';
import { collectionOf } from '../db/collection-of.js';
import { modelOf } from '../db/record.js';
import { currentRequest, mayHaveWritten } from '../request-context.js';
import { DAY, SECOND, later } from '../time.js';
import { toAppError } from './error-handler.js';
import { AppError } from './errors.js';
import type { Viewer } from './viewer.js';

const REMEMBERED_FOR = DAY;
/** After this time a call without a response counts as lost with its process. */
const CLAIM_LASTS = 30 * SECOND;
const POLL_EVERY = 50;
const POLLS = 60;

const KEY_PATTERN = /^[\x20-\x7e]{1,200}$/;

interface IdempotentAnswer {
  status: number;
  body: unknown;
}

/** The response to a repetition if the first call failed partway, or may have. */
const UNKNOWN: IdempotentAnswer = {
  status: ERROR_STATUS.OUTCOME_UNKNOWN,
  body: {
    success: false,
    message: t`It is not known whether this was done. Look before you do it again`,
    code: 'OUTCOME_UNKNOWN',
  } satisfies ErrorAnswer,
};

interface Call {
  req: Request;
  res: Response;
  viewer: Viewer;
  endpoint: Endpoint;
  /** Throws if the user may no longer see the stored response. */
  beforeReplay?: () => Promise<unknown>;
}

/** One stored call. `_id` is a hash of user, route and key; the response is added when the call finishes. */
const schema = new Schema({
  _id: { type: String, required: true },
  /** The same key with another body is a client error. */
  bodyHash: { type: String, required: true },
  /** Distinguishes the call that holds the key from one that took it over. */
  claim: { type: String, required: true },
  claimedAt: { type: Date, required: true },
  status: Number,
  answer: String,
  expiresAt: { type: Date, required: true },
});
type IdempotencyRecord = InferSchemaType<typeof schema>;
export const idempotencyModel = modelOf<IdempotencyRecord>('Idempotency', 'idempotency', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
  aboutCalls: true,
});

interface IdempotencyDeps {
  connection: Connection;
  now: () => Date;
  log: Logger;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Runs a call once per `Idempotency-Key`, user and address: a repetition gets the stored response. Not stored, so
 * that the call can be retried, are 4xx errors and failures before the first write.
 * @throws AppError 400 for a malformed key; 409 if the key was used with another body, or if its call is still
 *   running or
 *   failed partway
 */
export function createIdempotency({ connection, now, log }: IdempotencyDeps) {
  const records = collectionOf(idempotencyModel(connection));
  return async (
    { req, res, viewer, endpoint, beforeReplay }: Call,
    run: () => Promise<IdempotentAnswer>,
  ): Promise<IdempotentAnswer> => {
    const key = req.get('idempotency-key');
    if (key === undefined) return run();
    if (!KEY_PATTERN.test(key)) {
      throw new AppError('VALIDATION_FAILED', 'Idempotency-Key must be 1 to 200 printable characters');
    }
    // Like route matching: ignores case and a trailing slash.
    const path = req.path.toLowerCase().replace(/\/$/, '');
    const _id = sha256(JSON.stringify([viewer.id, endpoint.method, path, key]));
    const bodyHash = sha256(JSON.stringify(req.body ?? null));
    const claim = randomUUID();

    const remembered = await claimKey();
    if (remembered !== null) {
      await beforeReplay?.();
      res.set('Idempotency-Replayed', 'true');
      return remembered;
    }
    const answer = await run().catch(async (error: unknown) => {
      const request = currentRequest();
      if (request !== undefined && mayHaveWritten(request) && toAppError(error).status >= 500)
        await remember(UNKNOWN);
      else
        await records.deleteOne({ _id, claim }).catch((cause: unknown) => {
          log.warn({ err: cause }, 'an idempotency claim could not be released');
        });
      throw error;
    });
    await remember(answer);
    return answer;

    /** Returns the result even if it cannot be stored: after an error the caller would repeat the call. */
    async function remember({ status, body }: IdempotentAnswer): Promise<void> {
      await records
        .updateOne({ _id, claim }, { $set: { status, answer: JSON.stringify(body) } })
        .catch((cause: unknown) => {
          log.warn({ err: cause }, 'an answer could not be remembered');
        });
    }

    /** Returns `null` if this call now holds the key, else the response of the call that used it. */
    async function claimKey(): Promise<IdempotentAnswer | null> {
      for (let poll = 0; poll < POLLS; poll += 1) {
        const time = now();
        try {
          const expiresAt = later(time, REMEMBERED_FOR);
          await records.insertOne({ _id, bodyHash, claim, claimedAt: time, expiresAt });
          return null;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const found = await records.findOne({ _id });
        if (found === null) continue;
        if (found.bodyHash !== bodyHash) {
          throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request');
        }
        const { status, answer } = found;
        if (typeof status === 'number' && typeof answer === 'string') {
          return { status, body: JSON.parse(answer) as unknown };
        }
        if (time.getTime() - found.claimedAt.getTime() > CLAIM_LASTS) {
          const taken = await records.updateOne(
            { _id, claim: found.claim },
            { $set: { claim, claimedAt: time } },
          );
          if (taken.modifiedCount === 1) return null;
        }
        await wait(POLL_EVERY);
      }
      throw new AppError('CONFLICT', t`The same request is still being processed`, { retryAfterSeconds: 1 });
    }
  };
}
