import type { CurrentUser, Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { SHOWN_POST } from '../posts/post.presenter.js';
import { refuseForeignHost } from './media-host.js';
import type { UserRecord } from './user.model.js';
import { presentCurrentUser } from './user.presenter.js';
import { USER_NAME_TAKEN, isUserNameTaken, keptName } from './user.service.js';

const refuseOthers = (viewer: Viewer, userId: string) => {
  if (viewer.id !== userId.toLowerCase()) throw new AppError('PERMISSION_DENIED', 'Permission denied');
};

/** @throws AppError 403 for another than the owner */
export async function changePicture(
  ctx: AppContext,
  viewer: Viewer,
  userId: string,
  profilepic: string,
): Promise<CurrentUser> {
  refuseOthers(viewer, userId);
  refuseForeignHost(ctx, 'profilepic', profilepic);
  await ctx.media.uses.hold(viewer.id, [profilepic]);
  const before = await ctx.models.User.findById(viewer.id, { profilepic: 1 }).lean();
  const user = await change(ctx, viewer, { profilepic });
  if (before !== null && before.profilepic !== profilepic) {
    ctx.media.uses.drop(viewer.id, [before.profilepic]);
  }
  return user;
}

/**
 * Changes name or user name; another letter case of the own user name is free.
 * @throws AppError 403 for another than the owner, 409 where the user name is taken
 */
export async function changeNames(
  ctx: AppContext,
  viewer: Viewer,
  userId: string,
  { fullName, userName }: { fullName?: string | undefined; userName?: string | undefined },
): Promise<CurrentUser> {
  refuseOthers(viewer, userId);
  const isOther = userName !== undefined && userName.toLowerCase() !== viewer.userName.toLowerCase();
  if (isOther && (await isUserNameTaken(ctx, userName))) throw nameTaken();
  return change(ctx, viewer, {
    ...(fullName === undefined ? {} : { fullName: keptName(fullName) }),
    ...(userName === undefined ? {} : { userName, userNameLower: userName.toLowerCase() }),
  });
}

const nameTaken = (cause?: unknown) =>
  new AppError('ALREADY_EXISTS', USER_NAME_TAKEN.message, { errors: [USER_NAME_TAKEN], cause });

async function change(ctx: AppContext, viewer: Viewer, fields: Partial<UserRecord>): Promise<CurrentUser> {
  try {
    const user = await ctx.models.User.findOneAndUpdate(
      { _id: viewer.id },
      { $set: { ...fields, updatedAt: ctx.now() } },
      { returnDocument: 'after', lean: true },
    );
    if (user === null) throw new AppError('NOT_FOUND', 'User not found');
    return presentCurrentUser(user);
  } catch (error) {
    // Another took the name between our look and our write: the unique index decides.
    throw isDuplicateKey(error) ? nameTaken(error) : error;
  }
}

/** The own bookmarked posts, latest bookmark first; those of suspended authors are left out of a page. */
export async function bookmarkedPosts(
  ctx: AppContext,
  viewer: Viewer,
  page: number,
  limit: number,
): Promise<{ data: Post[]; pagination: { currentPage: number; hasNext: boolean; totalPosts: number } }> {
  const user = new Types.ObjectId(viewer.id);
  const interactions = native(ctx.models.PostInteraction);
  const [totalPosts, saved] = await Promise.all([
    interactions.countDocuments({ user, saved: true }),
    interactions
      .find({ user, saved: true }, { projection: { post: 1 } })
      .sort({ savedAt: -1 })
      .skip((page - 1) * limit)
      .limit(limit + 1)
      .toArray(),
  ]);
  const ids = saved.slice(0, limit).map(({ post }) => post);
  const found = await native(ctx.models.Post)
    .find({ _id: { $in: ids } }, { projection: SHOWN_POST })
    .toArray();
  const byId = new Map(found.map((post) => [post._id.toHexString(), post]));
  const posts = ids.flatMap((id) => byId.get(id.toHexString()) ?? []);
  return {
    data: await ctx.content.hydration.posts(posts, viewer.id),
    pagination: { currentPage: page, hasNext: saved.length > limit, totalPosts },
  };
}
