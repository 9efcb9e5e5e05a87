import type { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import { Counters } from '../../platform/db/counters.js';
import type { Native } from '../../platform/db/native.js';
import { RecentMap } from '../../platform/recent-map.js';
import { COUNTERS, type PostCounters, type PostRecord } from './post.model.js';
import { postNotFound } from './posts.service.js';

/** What of a post a reaction to it reads and answers. */
const COUNTED_POST_PROJECTION = { user: 1, pinnedAt: 1, ...COUNTERS } as const;
export type CountedPost = Pick<PostRecord, '_id' | 'user' | 'pinnedAt'> & PostCounters;

/** Posts whose authors this process remembers. */
const AUTHORS_KNOWN = 10_000;

interface Parts {
  posts: Native<PostRecord>;
  /** The users among these whose content is shown. */
  authors: (ids: readonly Types.ObjectId[]) => Promise<ReadonlyMap<string, unknown>>;
  now: () => Date;
}

/** Posts as those see them who react to them, comment and count. A post that is being deleted is not found. */
export class CountedPosts {
  readonly counters: Counters<PostRecord>;
  private readonly authorOf = new RecentMap<string, Types.ObjectId>(AUTHORS_KNOWN);

  constructor(private readonly parts: Parts) {
    this.counters = new Counters({
      collection: parts.posts,
      find: (_id) => ({ _id, deletedAt: null }),
      projection: COUNTED_POST_PROJECTION,
      set: { totalsDue: true },
      now: parts.now,
    });
  }

  /**
   * The author of a post that is shown; authors are remembered, since they never change. Whether a remembered post was
   * deleted meanwhile, the write to its counters tells.
   * @throws AppError 404 also where nobody sees the post, as its author is suspended
   */
  async shownAuthor(id: Types.ObjectId): Promise<Types.ObjectId> {
    const known = this.authorOf.get(id.toHexString());
    if (known === undefined) return (await this.getVisible(id)).user;
    if ((await this.parts.authors([known])).size === 0) throw postNotFound();
    return known;
  }

  /** @throws AppError 404 also where nobody sees the post, as its author is suspended */
  async getVisible(id: Types.ObjectId): Promise<CountedPost> {
    const post = await this.get(id);
    if ((await this.parts.authors([post.user])).size === 0) throw postNotFound();
    this.authorOf.set(id.toHexString(), post.user);
    return post;
  }

  /** @throws AppError 404 */
  async get(id: Types.ObjectId): Promise<CountedPost> {
    const post = await this.parts.posts.findOne(
      { _id: id, deletedAt: null },
      { projection: COUNTED_POST_PROJECTION },
    );
    if (post === null) throw postNotFound();
    return post;
  }

  /** Those that anybody sees, by id. */
  async findVisible(ids: readonly Types.ObjectId[]): Promise<Map<string, CountedPost>> {
    const found = await this.parts.posts
      .find({ _id: { $in: [...ids] }, deletedAt: null }, { projection: COUNTED_POST_PROJECTION })
      .toArray();
    const authors = await this.parts.authors(found.map((post) => post.user));
    return byId(found.filter((post) => authors.has(post.user.toHexString())));
  }

  /** Pins a post on its author's profile or takes the pin away. @throws AppError 404 */
  async togglePin(id: Types.ObjectId): Promise<CountedPost> {
    const isPinned = { $eq: [{ $type: '$pinnedAt' }, 'date'] };
    const post = await this.parts.posts.findOneAndUpdate(
      { _id: id, deletedAt: null },
      [{ $set: { pinnedAt: { $cond: [isPinned, null, this.parts.now()] } } }],
      { returnDocument: 'after', projection: COUNTED_POST_PROJECTION },
    );
    if (post === null) throw postNotFound();
    return post;
  }
}
