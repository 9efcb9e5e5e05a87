import { EMPTY_POST, type Comment, type Post } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../features/content/post/model/post';

/** A 24-digit id from a number. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0');

/** A post as the API returns it. */
export const makeServerPost = (fields: Partial<Post> = {}): Post => {
  const reactions = fields.reactions ?? { likes: 3, dislikes: 1, shares: 0, saves: 0 };
  return {
    _id: idOf(1),
    ...EMPTY_POST,
    title: 'Morning light',
    description: 'The harbour before anyone is awake.',
    images: [],
    videos: [],
    createdAt: '2026-11-20T09:00:00.000Z',
    editedAt: null,
    views: 12,
    likes: reactions.likes,
    commentsCount: 2,
    userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
    isPinned: false,
    isBookmarked: false,
    user: { _id: idOf(900), userName: 'nilay', fullName: 'Nilay Demir', profilepic: '', isFollowing: false },
    ...fields,
    reactions,
  };
};

/** A post as the client stores it. */
export const makePost = (fields: Partial<Post> = {}): ClientPost => toClientPost(makeServerPost(fields));

export const makeComment = (fields: Partial<Comment> = {}): Comment => ({
  _id: idOf(5000),
  postId: idOf(1),
  body: 'What a morning.',
  user: { _id: idOf(901), userName: 'oskar', fullName: 'Oskar Lind', profilepic: '', isFollowing: false },
  createdAt: '2026-11-20T10:00:00.000Z',
  timestamp: '2026-11-20T10:00:00.000Z',
  reactions: { likes: 1 },
  userHasLiked: false,
  parent: null,
  repliesCount: 0,
  editedAt: null,
  isRemoved: false,
  ...fields,
});
