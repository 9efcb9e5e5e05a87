// Data as the API returns it, for tests of the app and of the browser.
import { EMPTY_POST, EMPTY_PROFILE, type Comment, type Post } from '@social-feed/contracts';

/** A 24-digit id from a number. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0');

/** The author of posts, whom the reader does not follow. */
export const AUTHOR: Post['user'] = {
  _id: idOf(900),
  userName: 'nilay',
  fullName: 'Nilay Demir',
  profilepic: '',
  isFollowing: false,
};

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
    user: AUTHOR,
    ...fields,
    reactions,
  };
};

/** A picture of a post, or a clip if the file is one. */
export const mediaItem = (name: string): Post['media'][number] => ({
  url: `https://media.test/${name}`,
  kind: name.endsWith('mp4') ? 'video' : 'image',
  alt: `About ${name}`,
  width: 800,
  height: 600,
  placeholder: '#335577',
});

export const makeComment = (fields: Partial<Comment> = {}): Comment => ({
  _id: idOf(5000),
  postId: idOf(1),
  body: 'What a morning.',
  user: { ...AUTHOR, _id: idOf(901), userName: 'oskar', fullName: 'Oskar Lind' },
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

/** A user with a profile; no test signs in as her. */
export const grace = {
  _id: idOf(77),
  fullName: 'Grace Hopper',
  userName: 'grace',
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
};

/** Her board. */
export const board = {
  _id: idOf(78),
  user: grace._id,
  ...EMPTY_PROFILE,
  bio: 'Counts in octal.',
  location: 'Arlington',
  website: 'https://www.example.org/',
  interests: ['ships'],
  bookmarks: [],
  socialStats: { followers: 1500, following: 2, posts: 3, likes: 2_500_000 },
};

/** Her analytics. */
export const analytics = {
  totalViews: 200,
  totalLikes: 51,
  totalComments: 3,
  totalShares: 1,
  avgViewsPerPost: 66.7,
  avgLikesPerPost: 17,
  totalPosts: 3,
  monthlyGrowth: 12,
  chartData: [
    { date: '2026-11-20', views: 100, likes: 1 },
    { date: '2026-11-21', views: 0, likes: 0 },
  ],
};
