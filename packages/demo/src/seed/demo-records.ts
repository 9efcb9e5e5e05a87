import { EMPTY_PROFILE, type Media } from '@social-feed/contracts';
import {
  commentAt,
  DEMO_EPOCH,
  followersOf,
  followsOf,
  mediaUrl,
  personAt,
  postAt,
  reactionsOf,
  type DemoOptions,
  type MediaItem,
} from '../data/index.js';
import type { Types } from 'mongoose';
import {
  type BoardRecord,
  commentRank,
  type CommentLikeRecord,
  type CommentRecord,
  type NewPost,
  type PostInteractionRecord,
  NO_COUNTS,
  type RelationshipRecord,
  personTerms,
  postTerms,
  tagKeys,
  type UserRecord,
} from '@social-feed/api/seeding';
import { demoId } from './demo-id.js';

/** All inputs of a set's records other than their number. */
export interface DemoSet {
  /** Number of the set; posts of different sets have different ids. */
  readonly set: number;
  readonly options: DemoOptions;
  readonly mediaOrigin: string;
  readonly reactions: boolean;
}

/** A post with its related documents. Its counters match their numbers. */
export interface PostBundle {
  post: NewPost;
  interactions: PostInteractionRecord[];
  comments: CommentRecord[];
  commentLikes: CommentLikeRecord[];
}

/** Users are shared by all sets, so their ids depend only on their number. */
export const personId = (index: number): Types.ObjectId => demoId('user', [index], new Date(0));

export const postId = ({ set }: DemoSet, index: number): Types.ObjectId =>
  demoId('post', [set, index], DEMO_EPOCH);

const fileUrl = (origin: string, file: string | undefined): string =>
  file === undefined ? '' : mediaUrl(origin, file);

/** Returns a user's documents: user, board and follows. */
export function personRecords(
  index: number,
  { mediaOrigin, passwordHash }: { mediaOrigin: string; passwordHash: string },
): { user: UserRecord; board: BoardRecord; relationships: RelationshipRecord[] } {
  const person = personAt(index);
  const follows = followsOf(index);
  const dates = { createdAt: person.joinedAt, updatedAt: person.joinedAt };
  const _id = personId(index);
  return {
    user: {
      _id,
      fullName: person.fullName,
      userName: person.userName,
      userNameLower: person.userName.toLowerCase(),
      searchTerms: personTerms(person),
      email: person.email,
      emailVerified: true,
      passwordHash,
      profilepic: fileUrl(mediaOrigin, person.avatar),
      isAdmin: false,
      suspendedAt: null,
      suspendedUntil: null,
      lastLogin: null,
      ...dates,
    },
    board: {
      _id: demoId('board', [index], new Date(0)),
      user: _id,
      ...EMPTY_PROFILE,
      coverPhoto: fileUrl(mediaOrigin, person.cover),
      bio: person.bio,
      location: person.location,
      website: person.website ?? '',
      interests: [...person.interests],
      followers: followersOf(index),
      following: follows.length,
      ...dates,
    },
    relationships: follows.map(({ person: followed, at }) => ({
      _id: demoId('relationship', [index, followed], at),
      user: _id,
      person: personId(followed),
      following: true,
      followingSince: at,
      followingChangedAt: at,
      blocking: false,
    })),
  };
}

const mediaRecord = (item: MediaItem, origin: string): Media => ({
  url: mediaUrl(origin, item.file),
  kind: item.kind,
  alt: item.alt,
  width: item.width,
  height: item.height,
  placeholder: item.placeholder,
  ...(item.poster === undefined ? {} : { poster: mediaUrl(origin, item.poster) }),
});

/** Returns the post with this number and its related documents. */
export function postBundle(demo: DemoSet, index: number): PostBundle {
  const { options, mediaOrigin, set } = demo;
  const made = postAt(index, options);
  const _id = postId(demo, index);
  const tags = [...made.tags];
  const words = {
    title: made.title ?? '',
    description: made.description ?? '',
    location: made.location ?? '',
    tags,
  };
  const counts = made.counts;
  const post: NewPost = {
    _id,
    user: personId(made.author),
    ...words,
    ...(made.contentWarning === '' ? {} : { contentWarning: made.contentWarning }),
    ...(made.sensitive ? { sensitive: true } : {}),
    // A post without words has none.
    language: words.title === '' && words.description === '' ? null : made.language,
    media: [...made.images, ...made.videos].map((item) => mediaRecord(item, mediaOrigin)),
    hasMedia: made.images.length + made.videos.length > 0,
    tagKeys: tagKeys(words),
    searchTerms: postTerms(words),
    createdAt: made.createdAt,
    editedAt: null,
    pinnedAt: made.isPinned ? made.createdAt : null,
    views: counts.views,
    likes: counts.likes,
    dislikes: counts.dislikes,
    shares: counts.shares,
    saves: counts.saves,
    commentsCount: counts.comments,
  };
  if (!demo.reactions) return { post: withoutCounts(post), interactions: [], comments: [], commentLikes: [] };

  const interactions = reactionsOf(index, options).map((reaction): PostInteractionRecord => {
    const { liked, disliked, saved, shared, viewed, at } = reaction;
    return {
      _id: demoId('interaction', [set, index, reaction.person], at),
      post: _id,
      user: personId(reaction.person),
      liked,
      disliked,
      saved,
      shared,
      viewed,
      ...(liked ? { likedAt: at } : {}),
      ...(saved ? { savedAt: at } : {}),
      viewedAt: at,
      viewDuration: reaction.viewDuration,
      referralSource: reaction.referralSource,
      createdAt: at,
      updatedAt: at,
    };
  });
  const comments: CommentRecord[] = [];
  const commentLikes: CommentLikeRecord[] = [];
  for (let number = 0; number < counts.comments; number += 1) {
    const { author, body, createdAt, likedBy, replyTo } = commentAt(index, number, options);
    const parent = replyTo === undefined ? undefined : comments[replyTo];
    if (parent !== undefined) parent.replies = (parent.replies ?? 0) + 1;
    const comment = demoId('comment', [set, index, number], createdAt);
    comments.push({
      _id: comment,
      post: _id,
      user: personId(author),
      body,
      createdAt,
      likes: likedBy.length,
      ...(parent === undefined ? { rank: commentRank(likedBy.length, createdAt) } : { parent: parent._id }),
    });
    for (const person of likedBy) {
      const likeId = demoId('comment-like', [set, index, number, person], createdAt);
      commentLikes.push({
        _id: likeId,
        comment,
        user: personId(person),
        post: _id,
        liked: true,
        createdAt,
        updatedAt: createdAt,
      });
    }
  }
  return { post, interactions, comments, commentLikes };
}

const withoutCounts = (post: NewPost): NewPost => ({ ...post, ...NO_COUNTS });
