import type { Author, Post } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { StoredAuthor } from '../users/user-store.js';
import { presentAuthor, presentPost, type StoredInteraction, type StoredPost } from './post.presenter.js';

export interface PostAssemblerDeps {
  /** Authors by id as hex digits, in the order of the ids; `undefined` for those that do not exist. */
  findAuthors: (ids: readonly string[]) => Promise<readonly (StoredAuthor | undefined)[]>;
  /** What a user did with some posts. */
  findInteractions: (posts: Types.ObjectId[], userId: string) => Promise<StoredInteraction[]>;
}

/** Makes answers of stored posts and comments: authors in one query, the asking user's interactions in one. */
export class PostAssembler {
  constructor(private readonly deps: PostAssemblerDeps) {}

  /**
   * Posts as the contracts have them, in the given order. Those of suspended and deleted users are left out.
   * @param viewerId the asking user, `null` for a visitor
   */
  async posts(posts: readonly StoredPost[], viewerId: string | null): Promise<Post[]> {
    if (posts.length === 0) return [];
    const [authors, interactions] = await Promise.all([
      this.authors(posts.map((post) => post.user)),
      viewerId === null ? undefined : this.interactions(posts, viewerId),
    ]);
    const presented: Post[] = [];
    for (const post of posts) {
      const author = authors.get(post.user.toHexString());
      if (author === undefined) continue;
      presented.push(presentPost(post, author, interactions?.get(post._id.toHexString()), viewerId));
    }
    return presented;
  }

  /** One post, or `undefined` where its author is suspended or gone. */
  async post(post: StoredPost, viewerId: string | null): Promise<Post | undefined> {
    return (await this.posts([post], viewerId))[0];
  }

  /** Authors by id; suspended ones are missing. */
  async authors(ids: readonly Types.ObjectId[]): Promise<Map<string, Author>> {
    const distinct = [...new Set(ids.map((id) => id.toHexString()))];
    const found = await this.deps.findAuthors(distinct);
    const authors = new Map<string, Author>();
    distinct.forEach((id, index) => {
      const user = found[index];
      if (user !== undefined && (user.suspendedAt ?? null) === null) authors.set(id, presentAuthor(user));
    });
    return authors;
  }

  private async interactions(
    posts: readonly StoredPost[],
    viewerId: string,
  ): Promise<Map<string, StoredInteraction>> {
    const ids = posts.map((post) => post._id);
    const found = await this.deps.findInteractions(ids, viewerId);
    return new Map(found.map((interaction) => [interaction.post.toHexString(), interaction]));
  }
}
