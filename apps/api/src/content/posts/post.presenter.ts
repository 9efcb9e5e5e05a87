import {
  EMPTY_POST,
  filled,
  type Author,
  type InteractionStatus,
  type LinkCard,
  type Media,
  type Person,
  type Post,
  type ReactionCounts,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { MediaAddresses } from '../../community/users/media-addresses.js';
import { shownUrl } from '../../community/users/media-host.js';
import type { StoredAuthor } from '../../community/users/user-store.js';
import { commentsCloseAt, type CommentRules } from './commenting.js';
import type { PostInteractionRecord } from './interaction.model.js';
import type { Numbered, SeenPosts } from './seen-posts.js';
import { COUNTERS, WRITTEN, type PostCounters, type PostRecord, type StoredCard } from './post.model.js';

/** Fields read to show a post. */
export const POST_PROJECTION = {
  user: 1,
  ...WRITTEN,
  markedSensitive: 1,
  card: 1,
  createdAt: 1,
  editedAt: 1,
  pinnedAt: 1,
  seenNumber: 1,
  ...COUNTERS,
} as const;
export type StoredPost = Pick<PostRecord, '_id' | keyof typeof POST_PROJECTION>;

const INTERACTION_PROJECTION = { post: 1, liked: 1, disliked: 1, saved: 1, viewed: 1 } as const;
/** The viewer's stored interaction with a post. */
export type StoredInteraction = { post: Types.ObjectId } & Partial<InteractionStatus>;

/** A counter for display: a stored one may lag behind, but is never shown below 0. */
export const nonNegative = (value: number): number => (value > 0 ? value : 0);

export const presentPerson = (user: Omit<StoredAuthor, 'suspendedAt'>): Person => ({
  _id: user._id.toHexString(),
  userName: user.userName,
  fullName: user.fullName,
  profilepic: shownUrl(user.profilepic),
});

/** The client stores follows, so the server returns the default. */
export const presentAuthor = (user: StoredAuthor): Author => ({ ...presentPerson(user), isFollowing: false });

/** A user's interaction with a post; all false without one, or for a visitor. */
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

/** Whether to show the pin: only to the owner. */
export const isPinnedFor = (post: Pick<PostRecord, 'user' | 'pinnedAt'>, viewerId: string | null): boolean =>
  post.pinnedAt !== null && viewerId !== null && post.user.toHexString() === viewerId;

/** Returns media as readers get them. */
function presentMedia({ url, poster, ...item }: Media, { picture, isOutside }: MediaAddresses): Media[] {
  if (isOutside({ url, kind: item.kind })) return [];
  const shown = item.kind === 'image' ? picture(url) : shownUrl(url);
  const still = poster === undefined ? '' : picture(poster);
  return shown === '' ? [] : [{ url: shown, ...item, ...(still !== '' && { poster: still }) }];
}

function presentCard(card: StoredCard | null | undefined, { passedOn }: MediaAddresses): { card?: LinkCard } {
  if (!card?.title || card.removed === true) return {};
  const { url, site = '', title, description = '', image = '' } = card;
  return { card: { url, site, title, description, image: image && passedOn(image) } };
}

/**
 * Formats a post for the API.
 * @param author from `presentAuthor`
 * @param interaction the viewer's interaction with it
 * @param mayComment whether the viewer may comment on it
 */
export function presentPost(
  post: StoredPost,
  author: Author,
  interaction: StoredInteraction | undefined,
  viewerId: string | null,
  addresses: MediaAddresses,
  mayComment = true,
): Post {
  const images: string[] = [];
  const videos: string[] = [];
  const media = post.media.flatMap((item) => presentMedia(item, addresses));
  const outside = post.media.filter(addresses.isOutside).map(({ url, kind }) => ({ url, kind }));
  for (const { kind, url } of media) (kind === 'image' ? images : videos).push(url);
  const reactions = presentReactions(post);
  const userInteraction = presentInteraction(interaction);
  return {
    _id: post._id.toHexString(),
    ...filled(EMPTY_POST, post),
    media,
    images,
    videos,
    ...(outside.length > 0 && { outside }),
    ...presentCard(post.card, addresses),
    sensitive: post.sensitive === true || post.markedSensitive === true,
    ...presentCommenting(post, mayComment),
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

/** Open posts, which are most, have none of these fields. */
function presentCommenting(
  post: StoredPost,
  mayComment: boolean,
): Pick<Post, 'commenting' | 'commentsCloseAt' | 'mayComment'> {
  const { commenting } = post;
  const closesAt = commentsCloseAt(post);
  return {
    ...(commenting && commenting !== 'everybody' && { commenting }),
    ...(closesAt && { commentsCloseAt: closesAt.toISOString() }),
    ...(!mayComment && { mayComment }),
  };
}

export interface PostAssemblerDeps {
  addresses: MediaAddresses;
  /** Authors by hex id, in the order of the ids; `undefined` for those hidden from the viewer. */
  findAuthors: (ids: readonly string[]) => Promise<readonly (StoredAuthor | undefined)[]>;
}

interface AssemblerParts extends PostAssemblerDeps {
  interactions: Collection<PostInteractionRecord>;
  seen: Pick<SeenPosts, 'among'>;
  commentRules: Pick<CommentRules, 'refusals'>;
}

export type PostAssembler = ReturnType<typeof createPostAssembler>;

/** Formats stored posts and comments, with one query for authors and one for the viewer's interactions. */
export function createPostAssembler(deps: AssemblerParts) {
  /**
   * Formats posts for the API, in the given order; leaves out those of suspended and deleted users.
   * @param viewerId `null` for a visitor
   * @param done the viewer's interactions with them, if already read
   */
  async function posts(
    posts: readonly StoredPost[],
    viewerId: string | null,
    done?: ReadonlyMap<string, StoredInteraction>,
  ): Promise<Post[]> {
    if (posts.length === 0) return [];
    const [authorOf, interactionOf, refusals] = await Promise.all([
      authors(posts.map((post) => post.user)),
      done ?? (viewerId === null ? undefined : interactions(posts, viewerId)),
      deps.commentRules.refusals(posts, viewerId),
    ]);
    const presented: Post[] = [];
    for (const post of posts) {
      const author = authorOf.get(post.user.toHexString());
      if (author === undefined) continue;
      const id = post._id.toHexString();
      presented.push(
        presentPost(post, author, interactionOf?.get(id), viewerId, deps.addresses, !refusals.has(id)),
      );
    }
    return presented;
  }

  /** Authors by id, without those who are suspended or block the viewer. */
  async function authors(ids: readonly Types.ObjectId[]): Promise<Map<string, Author>> {
    const distinct = [...new Set(ids.map((id) => id.toHexString()))];
    const found = await deps.findAuthors(distinct);
    const authors = new Map<string, Author>();
    distinct.forEach((id, index) => {
      const user = found[index];
      if (user !== undefined) authors.set(id, presentAuthor(user));
    });
    return authors;
  }

  /** A user's interactions with some posts, by post. */
  async function interactions(
    posts: readonly Numbered[],
    viewerId: string,
  ): Promise<Map<string, StoredInteraction>> {
    const ids = posts.map((post) => post._id);
    const user = new Types.ObjectId(viewerId);
    const [found, seen] = await Promise.all([
      deps.interactions
        .find<StoredInteraction>(
          { post: { $in: ids }, user },
          { projection: INTERACTION_PROJECTION, batchSize: ids.length + 1 },
        )
        .toArray(),
      deps.seen.among(user, posts),
    ]);
    const interactionOf = new Map(found.map((interaction) => [interaction.post.toHexString(), interaction]));
    for (const id of seen) {
      const interaction = interactionOf.get(id) ?? { post: new Types.ObjectId(id) };
      interactionOf.set(id, { ...interaction, viewed: true });
    }
    return interactionOf;
  }

  return { posts, authors, interactions };
}
