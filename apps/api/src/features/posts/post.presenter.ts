import type { Author, InteractionStatus, Media, Person, Post, ReactionCounts } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { shownUrl } from '../users/media-host.js';
import type { StoredAuthor } from '../users/user-store.js';
import { COUNTERS, type PostCounters, type PostRecord } from './post.model.js';

/** What of a post is read for showing it. */
export const POST_PROJECTION = {
  user: 1,
  title: 1,
  description: 1,
  location: 1,
  contentWarning: 1,
  sensitive: 1,
  markedSensitive: 1,
  media: 1,
  tags: 1,
  createdAt: 1,
  editedAt: 1,
  pinnedAt: 1,
  ...COUNTERS,
} as const;
export type StoredPost = Pick<PostRecord, '_id' | keyof typeof POST_PROJECTION>;

export const INTERACTION_PROJECTION = { post: 1, liked: 1, disliked: 1, saved: 1, viewed: 1 } as const;
/** What the asking user did with a post, as stored. */
export type StoredInteraction = { post: Types.ObjectId } & Partial<InteractionStatus>;

/** A counter as shown: between two writes a stored one may be behind, but none is ever seen below 0. */
export const nonNegative = (value: number): number => (value > 0 ? value : 0);

export const presentPerson = (user: Omit<StoredAuthor, 'suspendedAt'>): Person => ({
  _id: user._id.toHexString(),
  userName: user.userName,
  fullName: user.fullName,
  profilepic: shownUrl(user.profilepic),
});

/** Following is kept by the client, so the server answers the default. */
export const presentAuthor = (user: StoredAuthor): Author => ({ ...presentPerson(user), isFollowing: false });

/** What a user did with a post; all false for one who did nothing, or a visitor. */
export const presentInteraction = (
  interaction: Partial<InteractionStatus> | null | undefined,
): InteractionStatus => ({
  liked: interaction?.liked === true,
  disliked: interaction?.disliked === true,
  saved: interaction?.saved === true,
  viewed: interaction?.viewed === true,
});

export const presentReactions = (post: PostCounters): ReactionCounts => ({
  likes: nonNegative(post.likes),
  dislikes: nonNegative(post.dislikes),
  shares: nonNegative(post.shares),
  saves: nonNegative(post.saves),
});

/** Whether the pin is shown: to the owner only. */
export const isPinnedFor = (post: Pick<PostRecord, 'user' | 'pinnedAt'>, viewerId: string | null): boolean =>
  post.pinnedAt !== null && viewerId !== null && post.user.toHexString() === viewerId;

const isShown = ({ url, poster = url }: Media): boolean => shownUrl(url) !== '' && shownUrl(poster) !== '';
const withoutPoster = ({ poster: _hidden, ...item }: Media): Media[] =>
  shownUrl(item.url) === '' ? [] : [item];

/**
 * A post as the contracts have it.
 * @param author as `presentAuthor` made it
 * @param interaction what the asking user did with it
 */
export function presentPost(
  post: StoredPost,
  author: Author,
  interaction: StoredInteraction | undefined,
  viewerId: string | null,
): Post {
  const images: string[] = [];
  const videos: string[] = [];
  const media = post.media.flatMap((item) => (isShown(item) ? item : withoutPoster(item)));
  for (const { kind, url } of media) (kind === 'image' ? images : videos).push(url);
  const reactions = presentReactions(post);
  const userInteraction = presentInteraction(interaction);
  return {
    _id: post._id.toHexString(),
    title: post.title,
    description: post.description,
    images,
    videos,
    media,
    tags: post.tags,
    location: post.location,
    contentWarning: post.contentWarning ?? '',
    sensitive: post.sensitive === true || post.markedSensitive === true,
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt === null ? null : post.editedAt.toISOString(),
    views: nonNegative(post.views),
    likes: reactions.likes,
    commentsCount: nonNegative(post.commentsCount),
    reactions,
    userInteraction,
    isPinned: isPinnedFor(post, viewerId),
    isBookmarked: userInteraction.saved,
    user: author,
  };
}

export interface PostAssemblerDeps {
  /** Authors by id as hex digits, in the order of the ids; `undefined` for those whose content is not shown to whoever asks. */
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
   * @param done what the asking user did with them, where it was read already
   */
  async posts(
    posts: readonly StoredPost[],
    viewerId: string | null,
    done?: ReadonlyMap<string, StoredInteraction>,
  ): Promise<Post[]> {
    if (posts.length === 0) return [];
    const [authors, interactions] = await Promise.all([
      this.authors(posts.map((post) => post.user)),
      done ?? (viewerId === null ? undefined : this.interactions(posts, viewerId)),
    ]);
    const presented: Post[] = [];
    for (const post of posts) {
      const author = authors.get(post.user.toHexString());
      if (author === undefined) continue;
      presented.push(presentPost(post, author, interactions?.get(post._id.toHexString()), viewerId));
    }
    return presented;
  }

  /** Authors by id; those who are suspended or block whoever asks are missing. */
  async authors(ids: readonly Types.ObjectId[]): Promise<Map<string, Author>> {
    const distinct = [...new Set(ids.map((id) => id.toHexString()))];
    const found = await this.deps.findAuthors(distinct);
    const authors = new Map<string, Author>();
    distinct.forEach((id, index) => {
      const user = found[index];
      if (user !== undefined) authors.set(id, presentAuthor(user));
    });
    return authors;
  }

  /** What a user did with some posts, by post. */
  async interactions(
    posts: readonly StoredPost[],
    viewerId: string,
  ): Promise<Map<string, StoredInteraction>> {
    const ids = posts.map((post) => post._id);
    const found = await this.deps.findInteractions(ids, viewerId);
    return new Map(found.map((interaction) => [interaction.post.toHexString(), interaction]));
  }
}
