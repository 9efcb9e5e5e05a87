import type { Author, Post } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Lookup } from '../../platform/db/batched-lookup.js';
import type { ReadAtOnce } from '../../platform/db/read-at-once.js';
import {
  presentAuthor,
  presentPost,
  type ShownAuthor,
  type ShownInteraction,
  type ShownPost,
} from './post.presenter.js';

interface Parts {
  /** by id, as hex digits */
  authors: Lookup<string, ShownAuthor>;
  interactions: ReadAtOnce<ShownInteraction>;
}

/** Makes answers of stored posts and comments: authors in one query, the asking user's interactions in one. */
export class Hydration {
  constructor(private readonly parts: Parts) {}

  /**
   * Posts as the contracts have them, in the given order. Those of suspended and deleted users are left out.
   * @param viewerId the asking user, `null` for a visitor
   */
  async posts(posts: readonly ShownPost[], viewerId: string | null): Promise<Post[]> {
    if (posts.length === 0) return [];
    const [authors, interactions] = await Promise.all([
      this.authors(posts.map((post) => post.user)),
      viewerId === null ? undefined : this.interactions(posts, viewerId),
    ]);
    const shown: Post[] = [];
    for (const post of posts) {
      const author = authors.get(post.user.toHexString());
      if (author === undefined) continue;
      shown.push(presentPost(post, author, interactions?.get(post._id.toHexString()), viewerId));
    }
    return shown;
  }

  /** One post, or `undefined` where its author is suspended or gone. */
  async post(post: ShownPost, viewerId: string | null): Promise<Post | undefined> {
    return (await this.posts([post], viewerId))[0];
  }

  /** Authors by id; suspended ones are missing (design §4). */
  async authors(ids: readonly Types.ObjectId[]): Promise<Map<string, Author>> {
    const distinct = [...new Set(ids.map((id) => id.toHexString()))];
    const found = await this.parts.authors(distinct);
    const authors = new Map<string, Author>();
    for (const id of distinct) {
      const user = found.get(id);
      if (user === undefined) continue;
      if (user.suspendedAt === null || user.suspendedAt === undefined) authors.set(id, presentAuthor(user));
    }
    return authors;
  }

  private async interactions(
    posts: readonly ShownPost[],
    viewerId: string,
  ): Promise<Map<string, ShownInteraction>> {
    const found = await this.parts.interactions({
      post: { $in: posts.map((post) => post._id) },
      user: new Types.ObjectId(viewerId),
    });
    return new Map(found.map((interaction) => [interaction.post.toHexString(), interaction]));
  }
}
