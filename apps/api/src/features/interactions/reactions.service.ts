import type { InteractionStatus, ReactionState, ReactionType } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import type { Hydration } from '../posts/hydrate.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { isPinnedFor, presentReactions } from '../posts/post.presenter.js';
import { COUNTERS, type PostCounters, type PostRecord } from '../posts/post.model.js';
import { permissionDenied, postNotFound } from '../posts/posts.service.js';
import type { CounterLedger } from './counter-ledger.js';
import type { Flag, FlagChange, InteractionFlags } from './interaction-flags.js';

interface Parts {
  posts: Native<PostRecord>;
  hydration: Pick<Hydration, 'authors'>;
  flags: InteractionFlags;
  ledger: CounterLedger;
  now: () => Date;
}

type Subject = Pick<PostRecord, '_id' | 'user' | 'pinnedAt'> & PostCounters;

/** What of a post a reaction to it answers. */
export const REACTED_POST = { user: 1, pinnedAt: 1, ...COUNTERS } as const;

const FLAG_OF = {
  like: 'liked',
  dislike: 'disliked',
  share: 'shared',
  save: 'saved',
} as const satisfies Record<ReactionType, Flag>;

/**
 * Likes, dislikes, shares, saves and pins (F §4, design §4). Every call answers the state that it leaves; a post that
 * nobody sees, as its author is suspended, is not found.
 */
export class ReactionsService {
  constructor(private readonly parts: Parts) {}

  /** Adds or removes; doing so twice is doing it once. */
  react(
    viewer: Viewer,
    postId: string,
    type: ReactionType,
    action: 'add' | 'remove',
  ): Promise<ReactionState> {
    return this.change(viewer, postId, (post, user) => this.parts.flags[action](post, user, FLAG_OF[type]));
  }

  /** Likes, dislikes or saves, or takes it back. */
  toggle(viewer: Viewer, postId: string, type: 'like' | 'dislike' | 'save'): Promise<ReactionState> {
    return this.change(viewer, postId, (post, user) => this.parts.flags.toggle(post, user, FLAG_OF[type]));
  }

  /** @throws AppError 403 for another's post */
  async togglePin(viewer: Viewer, postId: string): Promise<ReactionState> {
    const post = await this.find(postId);
    if (post.user.toHexString() !== viewer.id) throw permissionDenied();
    const pinned =
      (await this.setPin(post._id, { $ne: null }, null)) ??
      (await this.setPin(post._id, null, this.parts.now())) ??
      (await this.find(postId));
    return this.state(pinned, viewer, await this.parts.flags.status(post._id, new Types.ObjectId(viewer.id)));
  }

  /** What a user did with a post; all false for a visitor. */
  async status(viewer: Viewer | null, postId: string): Promise<InteractionStatus> {
    const post = await this.findShown(postId);
    return viewer === null
      ? { liked: false, disliked: false, saved: false, viewed: false }
      : this.parts.flags.status(post._id, new Types.ObjectId(viewer.id));
  }

  private async change(
    viewer: Viewer,
    postId: string,
    flip: (post: Types.ObjectId, user: Types.ObjectId) => Promise<FlagChange>,
  ): Promise<ReactionState> {
    const user = new Types.ObjectId(viewer.id);
    const post = await this.findShown(postId);
    const target = { kind: 'post' as const, id: post._id };
    const outcome = await this.parts.ledger.change([target], async ({ add }) => {
      const { delta, status } = await flip(post._id, user);
      if (status === null) return { subject: post, status };
      const subject = (await add(target, delta)) as Subject | null;
      // Deleted between our look and our write, which must not stay behind.
      if (subject === null) await this.parts.ledger.definitions.post.clean(post._id);
      return { subject, status };
    });
    if (outcome.subject === null) throw postNotFound();
    if (outcome.status !== null) return this.state(outcome.subject, viewer, outcome.status);
    const [subject, status] = await Promise.all([this.find(postId), this.parts.flags.status(post._id, user)]);
    return this.state(subject, viewer, status);
  }

  /** @throws AppError 404 also where the author is suspended */
  private async findShown(postId: string): Promise<Subject> {
    const post = await this.find(postId);
    if ((await this.parts.hydration.authors([post.user])).size === 0) throw postNotFound();
    return post;
  }

  private async find(postId: string): Promise<Subject> {
    const post = await this.parts.posts.findOne(
      { _id: new Types.ObjectId(postId) },
      { projection: REACTED_POST },
    );
    if (post === null) throw postNotFound();
    return post;
  }

  private setPin(
    _id: Types.ObjectId,
    pinnedAt: null | { $ne: null },
    value: Date | null,
  ): Promise<Subject | null> {
    return this.parts.posts.findOneAndUpdate(
      { _id, pinnedAt },
      { $set: { pinnedAt: value } },
      { returnDocument: 'after', projection: REACTED_POST },
    );
  }

  private state(post: Subject, viewer: Viewer, status: InteractionStatus): ReactionState {
    return {
      reactions: presentReactions(post),
      userInteraction: status,
      isPinned: isPinnedFor(post, viewer.id),
      isBookmarked: status.saved,
    };
  }
}
