import type { batchViews, BodyOf, trackView } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { CountedFlags } from '../../platform/db/counted-flags.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import { nonNegative } from '../posts/post.presenter.js';
import { postNotFound } from '../posts/posts.service.js';
import type { PostFlag } from './interaction.model.js';

type ViewFields = BodyOf<typeof trackView>;
type BatchBody = BodyOf<typeof batchViews>;

export interface ViewResult {
  viewAdded: boolean;
  totalViews: number;
}

interface Parts {
  posts: Pick<CountedPosts, 'getVisible' | 'findVisible'>;
  flags: Pick<CountedFlags<PostFlag, CountedPost>, 'change' | 'addToAll'>;
}

/** Views: once per post and user, never by the author. */
export class ViewsService {
  constructor(private readonly parts: Parts) {}

  /** Counts one view; the message says why it did not count. */
  async track(viewer: Viewer, postId: string, fields: ViewFields): Promise<ViewResult & { message: string }> {
    const before = await this.parts.posts.getVisible(new Types.ObjectId(postId));
    if (before.user.toHexString() === viewer.id) {
      return { ...uncounted(before), message: 'Self-view is not counted' };
    }
    const user = new Types.ObjectId(viewer.id);
    const { target: post } = await this.parts.flags.change(before._id, user, {
      flag: 'viewed',
      action: 'add',
      extras: extrasOf(fields),
    });
    if (post === null) throw postNotFound();
    return post === undefined
      ? { ...uncounted(before), message: 'View was already counted' }
      : { viewAdded: true, totalViews: nonNegative(post.views), message: 'View counted' };
  }

  /** Counts several; unknown posts, own posts and repetitions are answered with `viewAdded: false`. */
  async trackAll(
    viewer: Viewer,
    views: BatchBody['postViews'],
  ): Promise<(ViewResult & { postId: string })[]> {
    const fieldsOf = new Map<string, ViewFields>();
    for (const view of views) {
      const id = view.postId.toLowerCase();
      if (!fieldsOf.has(id)) fieldsOf.set(id, view);
    }
    const posts = await this.parts.posts.findVisible(
      [...fieldsOf.keys()].map((id) => new Types.ObjectId(id)),
    );
    const foreign = [...posts.values()].filter((post) => post.user.toHexString() !== viewer.id);
    const added = await this.parts.flags.addToAll(
      new Types.ObjectId(viewer.id),
      'viewed',
      foreign.map((post) => ({ target: post._id, extras: extrasOf(fieldsOf.get(post._id.toHexString())!) })),
    );
    return views.map(({ postId }) => {
      const id = postId.toLowerCase();
      const post = posts.get(id);
      const isAdded = added.has(id);
      const totalViews = (post === undefined ? 0 : nonNegative(post.views)) + (isAdded ? 1 : 0);
      // The first of several views of one post is the one that counts.
      return { postId: id, viewAdded: isAdded && fieldsOf.delete(id), totalViews };
    });
  }
}

const uncounted = (post: CountedPost): ViewResult => ({
  viewAdded: false,
  totalViews: nonNegative(post.views),
});

/** Where a reader came from is a group of the analytics, so its spelling is made one. */
const extrasOf = ({ viewDuration, referralSource, feed }: ViewFields) => ({
  viewDuration,
  referralSource: referralSource.trim().toLowerCase() || 'direct',
  ...(feed === undefined ? {} : { feed: String(feed) }),
});
