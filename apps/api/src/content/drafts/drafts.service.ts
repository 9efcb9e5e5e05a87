import {
  DRAFT_LIMITS,
  type BodyOf,
  type createDraft,
  type Publishing,
  type StoredDraft,
  type updateDraft,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { RateLimitHit } from '../../platform/http/rate-limit.js';
import type { Users } from '../../community/users/users.feature.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import { mediaUrls } from '../posts/post-media.js';
import type { Posts } from '../posts/posts.feature.js';
import type { DraftRecord } from './draft.model.js';
import { drawTime, type PublishingTime } from './publishing-time.js';

const tooMany = (isScheduled: boolean) =>
  new AppError(
    'CONFLICT',
    isScheduled
      ? t`At most ${DRAFT_LIMITS.scheduledPerUser} posts can wait to be published`
      : t`At most ${DRAFT_LIMITS.perUser} drafts can be kept. Delete or publish one first`,
  );
const draftNotFound = () => new AppError('NOT_FOUND', t`Draft not found`);
export const changedElsewhere = () => new AppError('CONTENT_CHANGED', t`The draft was changed elsewhere`);

/** What keeping drafts and publishing due ones needs. */
export interface DraftsParts extends Pick<Platform, 'config' | 'inTurn' | 'mail' | 'now' | 'log'> {
  drafts: Collection<DraftRecord>;
  posts: Pick<Posts['service'], 'create' | 'get' | 'prepare'>;
  uploads: Pick<UploadUses, 'dropLater'>;
  users: Pick<Users, 'get'>;
  /** Counts a post within the limits of its author. @throws AppError 429, and then counts nothing */
  consumePostLimits: (user: Types.ObjectId) => Promise<RateLimitHit>;
}

/**
 * Runs a write that adds a draft, or with `isScheduled` a scheduled post, alone among those of its author.
 * @throws AppError 409 if the author has too many
 */
const adding = <T>(
  { inTurn, drafts }: DraftsParts,
  user: Types.ObjectId,
  isScheduled: boolean,
  write: () => Promise<T>,
): Promise<T> =>
  inTurn(`drafts ${user.toHexString()}`, async () => {
    const has = await drafts.countDocuments(unchecked({ user, publishAt: { $exists: isScheduled } }));
    if (has >= DRAFT_LIMITS[isScheduled ? 'scheduledPerUser' : 'perUser']) throw tooMany(isScheduled);
    return write();
  });

export async function listDrafts({ drafts }: DraftsParts, userId: string): Promise<StoredDraft[]> {
  const found = await drafts
    .find({ user: new Types.ObjectId(userId) })
    .sort({ updatedAt: -1 })
    .limit(DRAFT_LIMITS.perUser + DRAFT_LIMITS.scheduledPerUser)
    .toArray();
  const ahead = found.filter(({ publishAt }) => publishAt !== undefined);
  // By what the author chose: a drawn minute stays a surprise.
  ahead.sort((a, b) => (a.until?.getTime() ?? 0) - (b.until?.getTime() ?? 0));
  return [...ahead, ...found.filter(({ publishAt }) => publishAt === undefined)].map(present);
}

/** @throws AppError 400 if it could not be published, 409 if the user has too many */
export async function addDraft(
  deps: DraftsParts,
  userId: string,
  { post, publishing }: BodyOf<typeof createDraft>,
): Promise<StoredDraft> {
  const user = new Types.ObjectId(userId);
  const time = publishing ? drawTime(publishing, deps.now()) : undefined;
  const at = deps.now();
  const record = await deps.posts.prepare(
    { id: userId },
    post,
    { media: [] },
    async ({ media, uploads: named, tags }) => {
      const draft: DraftRecord = {
        _id: new Types.ObjectId(),
        user,
        post: { ...post, media, tags },
        ...(named && { uploads: named }),
        ...time,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      await adding(deps, user, time !== undefined, () => deps.drafts.insertOne(draft));
      return draft;
    },
  );
  return present(record);
}

/** @throws AppError 409 if it was changed since that version, or is being published */
export async function changeDraft(
  deps: DraftsParts,
  userId: string,
  id: string,
  { post, publishing, version }: BodyOf<typeof updateDraft>,
): Promise<StoredDraft> {
  const before = await findDraft(deps, userId, id);
  const time = publishing ? timeOf(before, publishing, deps.now()) : undefined;
  const isScheduled = time !== undefined;
  const isMoved = isScheduled !== (before.publishAt !== undefined);
  const had = before.post.media;
  const sent = { ...post, media: post.media ?? [] };
  const after = await deps.posts.prepare(
    { id: userId },
    sent,
    { media: had },
    ({ media, uploads: named, tags }) => {
      const write = () =>
        deps.drafts.findOneAndUpdate(
          unchecked({ _id: before._id, version, publishing: { $exists: false } }),
          {
            $set: {
              post: { ...post, media, tags },
              uploads: named ?? [],
              version: version + 1,
              updatedAt: deps.now(),
              ...time,
            },
            $unset: {
              problem: 1,
              ...(time === undefined && { from: 1, until: 1, publishAt: 1 }),
              ...(time?.timeZone === undefined && { timeZone: 1 }),
            },
          },
          { returnDocument: 'after' },
        );
      return isMoved ? adding(deps, before.user, isScheduled, write) : write();
    },
  );
  if (after === null) throw changedElsewhere();
  const named = mediaUrls(after.post.media);
  await deps.uploads.dropLater(
    userId,
    mediaUrls(had).filter((url) => !named.includes(url)),
  );
  return present(after);
}

/** The same choice keeps the minute that was drawn for it. */
function timeOf({ from, until, publishAt }: DraftRecord, publishing: Publishing, now: Date): PublishingTime {
  const isSame =
    from?.getTime() === Date.parse(publishing.from) && until?.getTime() === Date.parse(publishing.until);
  const { timeZone } = publishing;
  return isSame && from && until && publishAt
    ? { from, until, publishAt, ...(timeZone && { timeZone }) }
    : drawTime(publishing, now);
}

/** @throws AppError 409 if it is being published */
export async function deleteDraft(deps: DraftsParts, userId: string, id: string): Promise<void> {
  const { _id, post } = await findDraft(deps, userId, id);
  const { deletedCount } = await deps.drafts.deleteOne(unchecked({ _id, publishing: { $exists: false } }));
  if (deletedCount === 0) throw changedElsewhere();
  await deps.uploads.dropLater(userId, mediaUrls(post.media));
}

/** @throws AppError 404 */
export async function findDraft({ drafts }: DraftsParts, userId: string, id: string): Promise<DraftRecord> {
  const found = await drafts.findOne({ _id: new Types.ObjectId(id), user: new Types.ObjectId(userId) });
  if (found === null) throw draftNotFound();
  return found;
}

const present = ({
  _id,
  post,
  from,
  until,
  timeZone,
  problem,
  version,
  updatedAt,
}: DraftRecord): StoredDraft => ({
  _id: _id.toHexString(),
  post,
  publishing:
    from && until
      ? { from: from.toISOString(), until: until.toISOString(), ...(timeZone && { timeZone }) }
      : null,
  problem: problem ?? null,
  version,
  updatedAt: updatedAt.toISOString(),
});
