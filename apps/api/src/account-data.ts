import type { Types } from 'mongoose';
import type { Content } from './content.js';
import type { AccountDataOwner } from './features/account/account-deletions.js';
import type { Models } from './models.js';
import { AppError } from './platform/http/errors.js';
import type { Viewer } from './platform/http/viewer.js';
import type { MediaStorage } from './platform/storage/media-storage.js';

/** What the features keep of a user, in the order in which it is deleted. */
export function accountData(
  models: Models,
  { posts, comments, flags }: Content,
  storage: Pick<MediaStorage, 'remove'>,
): AccountDataOwner[] {
  return [
    {
      name: 'boards',
      async deleteData(user) {
        await models.Board.deleteMany({ user });
      },
    },
    {
      name: 'posts',
      async deleteData(user, signal) {
        for await (const { _id } of models.Post.find({ user, deletedAt: null }, { _id: 1 }).lean()) {
          signal.throwIfAborted();
          // All uploads of the user go below: none needs to be looked for in the posts that are left.
          await unlessGone(posts.remove(viewerOf(user), _id.toHexString(), { dropUploads: false }));
        }
      },
    },
    { name: 'comments', deleteData: (user) => comments.removeOfUser(user) },
    { name: 'interactions', deleteData: (user) => flags.removeOfUser(user) },
    {
      name: 'media',
      async deleteData(user, signal) {
        for await (const { _id } of models.MediaFile.find({ user }, { _id: 1 }).lean()) {
          signal.throwIfAborted();
          await storage.remove(_id);
          await models.MediaFile.deleteOne({ _id });
        }
      },
    },
  ];
}

/** The deleted user, as far as the posts ask who is the owner. */
const viewerOf = (user: Types.ObjectId): Viewer => ({
  id: user.toHexString(),
  userName: '',
  isAdmin: false,
  sessionId: '',
});

/** Another may have removed it between the reading and the removal. */
async function unlessGone(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  }
}
