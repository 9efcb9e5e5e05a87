import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native, type Native } from '../../platform/db/native.js';
import type { ConcurrencyLimit } from '../../platform/http/concurrency.js';
import { authenticationRequired } from '../../platform/http/errors.js';
import { spend, type Budget } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { presentCurrentUser } from '../users/user.presenter.js';

/** Reading everything is dear. */
const EXPORT_BUDGET: Budget = { name: 'data-export', limit: 10, window: 60 * 60 * 1000 };

/** Milliseconds that a reader may take: one who takes for ever would hold his place for ever. */
const READ_WITHIN = 10 * 60_000;

type Projection = Record<string, 0 | 1>;

/**
 * Begins to send everything that is the user's as a JSON file, a document at a time, so that it may be of any size. The
 * answer goes on after this returns; where the database fails, the connection is cut, so that half a file is no file.
 * @param exports those under way, of which each user may have one
 * @throws AppError 429, 503
 */
export async function sendExport(
  ctx: AppContext,
  exports: ConcurrencyLimit,
  viewer: Viewer,
  res: Response,
): Promise<void> {
  const release = exports.acquire(viewer.id);
  try {
    await begin(ctx, viewer, res, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function begin(ctx: AppContext, viewer: Viewer, res: Response, release: () => void): Promise<void> {
  await spend(ctx, EXPORT_BUDGET, viewer.id);
  const user = await ctx.models.User.findById(viewer.id).lean();
  if (user === null) throw authenticationRequired();
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Disposition', `attachment; filename="social-feed-${user.userName}.json"`);
  res.flushHeaders();
  const head = { exportedAt: ctx.now().toISOString(), user: presentCurrentUser(user) };
  const signal = AbortSignal.timeout(READ_WITHIN);
  pipeline(Readable.from(fileOf(ctx, user._id, head)), res, { signal })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a data export was cut off');
      res.destroy();
    })
    .finally(release);
}

async function* fileOf(ctx: AppContext, user: Types.ObjectId, head: object): AsyncGenerator<string> {
  const { models } = ctx;
  const lists: [string, Native<never>, Projection][] = [
    ['boards', native(models.Board) as never, { user: 0, applied: 0 }],
    [
      'posts',
      native(models.Post) as never,
      {
        user: 0,
        uploads: 0,
        tagKeys: 0,
        searchWords: 0,
        applied: 0,
        pending: 0,
        inTotals: 0,
        totalsDue: 0,
        feedKeys: 0,
      },
    ],
    ['comments', native(models.Comment) as never, { post: 1, body: 1, createdAt: 1 }],
    ['commentLikes', native(models.CommentLike) as never, { comment: 1, createdAt: 1 }],
    ['interactions', native(models.PostInteraction) as never, { user: 0, pending: 0 }],
    ['sessions', native(models.Session) as never, { device: 1, ip: 1, createdAt: 1, lastUsedAt: 1 }],
    ['connections', native(models.Identity) as never, { provider: 1, createdAt: 1, lastUsedAt: 1 }],
    ['apiTokens', native(models.ApiToken) as never, { name: 1, createdAt: 1, expiresAt: 1, lastUsedAt: 1 }],
  ];
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, collection, projection] of lists) {
    yield `,\n${JSON.stringify(name)}:[`;
    let first = true;
    for await (const record of collection.find({ user } as never, { projection })) {
      yield `${first ? '' : ','}\n${JSON.stringify(record)}`;
      first = false;
    }
    yield ']';
  }
  yield '}\n';
}
