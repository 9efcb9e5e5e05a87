import type { Notification } from './notifications.js';

/** The action, before the post title. `of` names a post without a title. */
const DONE: Record<Notification['kind'], { did: string; of: string }> = {
  like: { did: 'liked', of: 'your post' },
  commentLike: { did: 'liked your comment on', of: 'a post' },
  comment: { did: 'commented on', of: 'your post' },
  reply: { did: 'replied to your comment on', of: 'a post' },
  mention: { did: 'mentioned you in', of: 'a post' },
  follow: { did: 'followed you', of: '' },
};

/** The other users after the first: "and Ben", "and 4 others", or an empty string. */
export const andOthers = ({ people, count, more }: Notification): string => {
  const others = count - 1;
  if (more) return others === 0 ? 'and more' : `and more than ${others} ${others === 1 ? 'other' : 'others'}`;
  if (others === 0) return '';
  const [, second] = people;
  if (others === 1 && second) return `and ${second.fullName || second.userName}`;
  return `and ${others} ${others === 1 ? 'other' : 'others'}`;
};

/** The action and the name of the post; "" if there is no post. */
export const wordsOf = ({ kind, post }: Notification): { did: string; title: string } => {
  const { did, of } = DONE[kind];
  return { did, title: post?.title ? `“${post.title}”` : of };
};
