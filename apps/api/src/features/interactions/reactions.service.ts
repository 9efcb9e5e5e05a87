import type { InteractionStatus, ReactionState, ReactionType } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { CountedFlags, FlagChange } from '../../platform/db/counted-flags.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import { isPinnedFor, presentInteraction, presentReactions } from '../posts/post.presenter.js';
import { permissionDenied, postNotFound } from '../posts/posts.service.js';
import type { PostFlag } from './interaction.model.js';

interface Parts {
  posts: Pick<CountedPosts, 'get' | 'getVisible' | 'togglePin'>;
  flags: Pick<CountedFlags<PostFlag, CountedPost>, 'change' | 'flagsOf'>;
}

const FLAG_OF = {
  like: 'liked',
  dislike: 'disliked',
  share: 'shared',
  save: 'saved',
} as const satisfies Record<ReactionType, PostFlag>;

/** Likes, dislikes, shares, saves and pins. Every call answers the state that it leaves. */
export class ReactionsService {
  constructor(private readonly parts: Parts) {}

  /** Adds or removes; doing so twice is doing it once. */
  react(
    viewer: Viewer,
    postId: string,
    type: ReactionType,
    action: 'add' | 'remove',
  ): Promise<ReactionState> {
    return this.change(viewer, postId, FLAG_OF[type], action);
  }

  /** Likes, dislikes or saves, or takes it back. */
  toggle(viewer: Viewer, postId: string, type: 'like' | 'dislike' | 'save'): Promise<ReactionState> {
    return this.change(viewer, postId, FLAG_OF[type], 'toggle');
  }

  /** @throws AppError 403 for another's post */
  async togglePin(viewer: Viewer, postId: string): Promise<ReactionState> {
    const post = await this.parts.posts.get(new Types.ObjectId(postId));
    if (post.user.toHexString() !== viewer.id) throw permissionDenied();
    const [pinned, flags] = await Promise.all([
      this.parts.posts.togglePin(post._id),
      this.parts.flags.flagsOf(post._id, new Types.ObjectId(viewer.id)),
    ]);
    return presentState(pinned, viewer, presentInteraction(flags));
  }

  /** What a user did with a post; all false for a visitor. */
  async status(viewer: Viewer | null, postId: string): Promise<InteractionStatus> {
    const { _id } = await this.parts.posts.getVisible(new Types.ObjectId(postId));
    return presentInteraction(
      viewer === null ? null : await this.parts.flags.flagsOf(_id, new Types.ObjectId(viewer.id)),
    );
  }

  private async change(
    viewer: Viewer,
    postId: string,
    flag: PostFlag,
    action: FlagChange<PostFlag>['action'],
  ): Promise<ReactionState> {
    const before = await this.parts.posts.getVisible(new Types.ObjectId(postId));
    const user = new Types.ObjectId(viewer.id);
    const { flags, target } = await this.parts.flags.change(before._id, user, { flag, action });
    if (target === null) throw postNotFound();
    return presentState(target ?? before, viewer, presentInteraction(flags));
  }
}

const presentState = (post: CountedPost, viewer: Viewer, status: InteractionStatus): ReactionState => ({
  reactions: presentReactions(post),
  userInteraction: status,
  isPinned: isPinnedFor(post, viewer.id),
  isBookmarked: status.saved,
});
