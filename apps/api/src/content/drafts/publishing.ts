import type { Post } from '@social-feed/contracts';
import { t, translated } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { unchecked } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { excerpt } from '../../platform/text.js';
import { MINUTE, SECOND, later } from '../../platform/time.js';
import { recipient } from '../../platform/mail/layout.js';
import { scheduledRefusedMail } from '../../platform/mail/news-mails.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { DraftRecord } from './draft.model.js';
import { changedElsewhere, findDraft, type DraftsParts } from './drafts.service.js';

/** Due posts published by one run of the job. */
const AT_ONCE = 100;
/** How long a claim holds. Later the process that made it has ended, or the attempt has failed, and the job tries again. */
const LEASE = 2 * MINUTE;

/** Characters of the post in the mail about its refusal. */
const QUOTED = 100;
const PUT_OFF = t`You have published many posts. This one follows as soon as the limit allows it.`;

/** Publishes a draft now. @throws AppError 400 if it cannot be published */
export async function publishNow(deps: DraftsParts, userId: string, id: string): Promise<Post> {
  const { _id } = await findDraft(deps, userId, id);
  const claimed = await claim(deps, { _id });
  if (claimed === null) throw changedElsewhere();
  return publish(deps, claimed);
}

/**
 * Publishes due posts, and those whose publication was interrupted. A failed one is tried again later.
 * @throws AggregateError after all were tried
 */
export async function publishDue(deps: DraftsParts, signal: AbortSignal): Promise<void> {
  const time = deps.now();
  // Those that are being published are due once their lease is over.
  const due = await deps.drafts
    .find({ publishAt: { $lte: time } })
    .sort({ publishAt: 1, _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const failures: unknown[] = [];
  for (const draft of due) {
    signal.throwIfAborted();
    const { publishing, _id } = draft;
    const claimed = await (publishing ? claim(deps, draft, time) : claimWithinLimits(deps, draft, time));
    if (claimed === null) continue;
    try {
      await publish(deps, claimed, (author, problem) => tellRefused(deps, claimed, author, problem));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) failures.push(error);
      deps.log.info({ draft: _id, err: error }, 'a scheduled post could not be published');
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some scheduled posts could not be published');
}

/**
 * Claims a due post within the limits of posts, which scheduled ones share with others. What exceeds them is put off
 * until they allow it, so that nothing is lost.
 */
async function claimWithinLimits(
  deps: DraftsParts,
  draft: DraftRecord,
  due: Date,
): Promise<DraftRecord | null> {
  const { _id, user } = draft;
  const hit = await deps.consumePostLimits(user).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error;
    throw error;
  });
  if (!(hit instanceof AppError)) {
    const claimed = await claim(deps, draft, due);
    if (claimed === null) await hit.refund();
    return claimed;
  }
  await deps.drafts.updateOne(unchecked({ _id, publishing: { $exists: false }, publishAt: { $lte: due } }), {
    $set: { publishAt: later(due, (hit.retryAfterSeconds ?? 1) * SECOND), problem: PUT_OFF },
  });
  return null;
}

/**
 * Claims a draft for publication and chooses the ID of its post, so that a retry publishes it once.
 * @param due if given, the draft must be due then
 */
function claim(
  { drafts, now }: DraftsParts,
  { _id, publishing }: Pick<DraftRecord, '_id' | 'publishing'>,
  due?: Date,
): Promise<DraftRecord | null> {
  const unclaimed = publishing ? { 'publishing.post': publishing.post } : { publishing: { $exists: false } };
  return drafts.findOneAndUpdate(
    unchecked({ _id, ...unclaimed, ...(due && { publishAt: { $lte: due } }) }),
    { $set: { publishing: publishing ?? { post: new Types.ObjectId() }, publishAt: later(now(), LEASE) } },
    { returnDocument: 'after' },
  );
}

/**
 * Publishes a claimed draft. If the post is refused, it becomes a draft again, with the reason.
 * @param onRefused called before it is a draft again
 */
async function publish(
  deps: DraftsParts,
  { _id, user, post, publishing }: DraftRecord,
  onRefused?: (author: UserRecord, problem: string) => Promise<void>,
): Promise<Post> {
  const postId = publishing!.post;
  const author = await deps.users.get(user);
  let published: Post | null;
  try {
    if (author === null || author.suspendedAt)
      throw new AppError('ACCOUNT_SUSPENDED', t`Your account was suspended`);
    const viewer = { id: user.toHexString(), isSilenced: Boolean(author.silencedAt) };
    published = await deps.posts.create(viewer, post, postId).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return null;
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // Suspended users were told already.
    if (author !== null && !author.suspendedAt) await onRefused?.(author, error.message);
    await deps.drafts.updateOne(
      { _id },
      {
        $set: { problem: error.message },
        // It is kept, even if its author has too many drafts by that.
        $unset: { publishing: 1, from: 1, until: 1, timeZone: 1, publishAt: 1 },
        $inc: { version: 1 },
      },
    );
    throw error;
  }
  await deps.drafts.deleteOne({ _id });
  // What an earlier attempt has published may be deleted by now: then there is no post, and no draft again either.
  return published ?? deps.posts.get(postId.toHexString(), null);
}

/** Mails the author of a scheduled post that was refused: nobody is there to see it. */
function tellRefused(
  { config, mail }: DraftsParts,
  { post, publishing }: DraftRecord,
  author: UserRecord,
  problem: string,
): Promise<void> {
  const { title, description } = post;
  const draftsUrl = `${config.webOrigin}/createpost/drafts`;
  const letter = {
    ...recipient(author),
    title: excerpt(title || description || '', QUOTED),
    problem: () => translated(problem),
    draftsUrl,
  };
  return mail.enqueue(scheduledRefusedMail(letter), { id: publishing!.post.toHexString() });
}
