import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ConcurrencyLimit } from '../../platform/http/concurrency.js';
import { authenticationRequired } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import { shownUrl } from '../../community/users/media-host.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { presentCurrentUser } from '../../community/users/user.presenter.js';
import type { AccountDeps } from './account-deps.js';
import { timeoutSignal } from '../../platform/timeout-signal.js';

/** An export is expensive: it reads all data of the user. */
const EXPORT_LIMIT: RateLimit = { name: 'data-export', limit: 10, window: HOUR };
/** Time limit for the client in milliseconds. Without one, a stalled client would hold its slot forever. */
const READ_WITHIN = 10 * MINUTE;

/**
 * Starts to stream all data of the user as a JSON file, one document at a time, so that it may be of any size. The
 * response continues after this returns. If the database fails, the connection is cut, so that the client does not
 * take a partial file for a complete one.
 * @param slots limits running exports; each user may have one
 * @throws AppError 429, 503
 */
export async function sendExport(
  { users, owners, rateLimits, now, log }: AccountDeps,
  slots: ConcurrencyLimit,
  viewer: Viewer,
  res: Response,
): Promise<void> {
  const release = slots.acquire(viewer.id);
  try {
    await rateLimits.consume(EXPORT_LIMIT, viewer.id);
    const user = await users.get(viewer.id);
    if (user === null) throw authenticationRequired();
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Disposition', `attachment; filename="social-feed-${user.userName}.json"`);
    res.flushHeaders();
    const head = { exportedAt: now().toISOString(), user: exportOf(user) };
    const lists = owners.map((owner) => owner.exportOf?.(user._id) ?? {});
    const timeout = timeoutSignal(READ_WITHIN);
    // As bytes: Node 26.10 never drains a response written as non-ASCII strings.
    const file = Readable.from(fileOf(head, Object.assign({}, ...lists) as Lists), { objectMode: false });
    pipeline(file, res, { signal: timeout.signal })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a data export was cut off');
        res.destroy();
      })
      .finally(() => {
        timeout.clear();
        release();
      });
  } catch (error) {
    release();
    throw error;
  }
}

/** Also the language of the last sign-in, which no other answer has. */
const exportOf = (user: UserRecord) => ({
  ...presentCurrentUser(user, shownUrl),
  ...(user.seenLocale ? { seenLocale: user.seenLocale } : {}),
});

type Lists = Record<string, AsyncIterable<object>>;

async function* fileOf(head: object, lists: Lists): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, records] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let first = true;
    for await (const record of records) {
      yield `${first ? '' : ','}\n${JSON.stringify(record)}`;
      first = false;
    }
    yield ']';
  }
  yield '}\n';
}
