import type { Written } from '@social-feed/contracts/words';
import type { Types } from 'mongoose';
import type { EventType, Outbox } from '../platform/events/outbox.js';
import type { Viewer } from '../platform/http/viewer.js';

/**
 * The event types. A stored event waits in the outbox (`pending`) of a document and is delivered at least once; its
 * `delta` has the field that names its type, and changes the counters. The others are published within a call, before
 * or after its write, and need no storage: the document itself shows what is left to do. `features.ts` subscribes.
 */
export const EVENT_TYPES = {
  // type        field of `delta`          stored on         counted on
  like: { field: 'likes' }, //             postinteractions  posts
  dislike: { field: 'dislikes' }, //       postinteractions  posts
  save: { field: 'saves' }, //             postinteractions  posts
  saved: { field: 'saved' }, //            postinteractions  boards (of the reader), collections
  share: { field: 'shares' }, //           postinteractions  posts
  view: { field: 'views' }, //             postinteractions  posts
  comment: { field: 'commentsCount' }, //  comments          posts
  reply: { field: 'replies' }, //          comments          comments
  commentLike: { field: 'likes' }, //      commentlikes      comments
  follow: { field: 'followers' }, //       relationships     boards (of the followed user)
  following: { field: 'following' }, //    relationships     boards (of the follower)
  report: { field: 'count' }, //           reports           reportcases
  boardTotal: { field: 'posts' }, //       posts             boards
  mention: { field: 'mentions' }, //       posts             - (a comment's mentions come with `comment`)
  reportWords: { field: 'reportWords' }, //  posts, comments  - (the text contains words of the host)
  // Published within a call:              by                when
  userCreated: {}, //                      users             the account is written
  signUp: {}, //                           sessions          a new user is signed in for the first time
  permanentSuspension: {}, //               admin             after a suspension without an end
  suspensionEnd: {}, //                    admin             after a suspension was lifted
  eviction: {}, //                         oauth             after sessions, tokens and provider accounts were removed
  accountDeletion: {}, //                  admin             after an admin's deletion of an account was logged
  adminRemoval: {}, //                     posts, comments   before the removal
  postRemoval: {}, //                      posts             until the post marked with `deletedAt` is gone
} as const satisfies Record<string, EventType>;

/** What subscribers get. */
export interface Subscribed {
  like: Like;
  commentLike: Like;
  comment: CommentChange;
  mention: WrittenText;
  follow: Follow;
  reportWords: FoundText;
  userCreated: Types.ObjectId;
  /** Subscribers must not throw: the account exists. */
  signUp: SignedUp;
  permanentSuspension: PermanentSuspension;
  /** The user who is no longer suspended. */
  suspensionEnd: Types.ObjectId;
  /** The user whose sessions, tokens and provider accounts ended, because a stranger may have made the account. */
  eviction: Types.ObjectId;
  /** The user whose account an admin deletes. */
  accountDeletion: Types.ObjectId;
  adminRemoval: AdminRemoval;
  /** The post. */
  postRemoval: Types.ObjectId;
}
/** What each type carries; the other types only change counters. */
export type Events = Subscribed & Record<Exclude<keyof typeof EVENT_TYPES, keyof Subscribed>, never>;

/** The outbox of the API. */
export type EventOutbox = Outbox<Events>;

/** A new user, as far as the first mail needs it. */
export interface SignedUp {
  _id: Types.ObjectId;
  email: string;
  fullName: string;
  /** Whether the address waits for its confirmation. */
  confirmEmail?: boolean | null | undefined;
  locale?: string | null | undefined;
  seenLocale?: string | null | undefined;
}

/** A like of a post or comment, in its state after a change. */
export interface Like {
  /** The author of the liked post or comment. */
  author: Types.ObjectId;
  /** The post, or the comment's post. */
  post: Types.ObjectId;
  user: Types.ObjectId;
  isLiked: boolean;
  /** Increases with each change. */
  changedAt: Date;
}

/** A comment that was written or deleted. */
export interface CommentChange {
  _id: Types.ObjectId;
  post: Types.ObjectId;
  user: Types.ObjectId;
  body: string;
  /** The author of the comment that a reply answers. */
  answers?: Types.ObjectId | undefined;
  /** The author of the post. */
  author: Types.ObjectId;
  isDeleted: boolean;
  /** When the comment was written or deleted. */
  changedAt: Date;
}

/** The text of a post or comment that may mention users, or did. */
export interface WrittenText {
  /** The post or comment. */
  ref: Types.ObjectId;
  /** The post, or the comment's post. */
  post: Types.ObjectId;
  user: Types.ObjectId;
  /** Empty if the comment was deleted. */
  words: string;
  /** When the text was written or deleted. */
  changedAt: Date;
  /** Users who are notified of the text itself. */
  notified: readonly Types.ObjectId[];
}

/** A post or comment that contains words of the host. */
export interface FoundText extends Written {
  kind: 'post' | 'comment';
  target: Types.ObjectId;
  /** The author. */
  user: Types.ObjectId;
}

/** A follow after a change. */
export interface Follow {
  /** The followed user. */
  person: Types.ObjectId;
  user: Types.ObjectId;
  isFollowing: boolean;
  /** Start time by the server's clock. */
  since: Date;
  /** Increases with every change. */
  changedAt: Date;
}

/** A suspension without an end. */
export interface PermanentSuspension {
  user: Types.ObjectId;
  /** `null` for the server command. */
  actor: Pick<Viewer, 'id' | 'userName'> | null;
}

/** An admin removes another user's content; the subscriber does it, logs it and tells the author. */
export interface AdminRemoval {
  admin: Viewer;
  act: 'remove-post' | 'remove-comment';
  /** The author. */
  user: Types.ObjectId;
  /** The post or comment. */
  target: Types.ObjectId;
  /** Its text. */
  content: string;
}
