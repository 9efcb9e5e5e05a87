import type { Notification } from './notifications.js';

/** What people did, before the title of the post, which `of` names where it has none. */
const DONE: Record<Notification['kind'], { did: string; of: string }> = {
  like: { did: 'liked', of: 'your post' },
  commentLike: { did: 'liked your comment on', of: 'a post' },
  comment: { did: 'commented on', of: 'your post' },
  reply: { did: 'replied to your comment on', of: 'a post' },
  mention: { did: 'mentioned you in', of: 'a post' },
  follow: { did: 'followed you', of: '' },
};

/** "and Ben", "and 4 others": who did it beside the first person; empty for nobody. */
export const andOthers = ({ people, count, more }: Notification): string => {
  const others = count - 1;
  if (more) return others === 0 ? 'and more' : `and more than ${others} ${others === 1 ? 'other' : 'others'}`;
  if (others === 0) return '';
  const [, second] = people;
  if (others === 1 && second) return `and ${second.fullName || second.userName}`;
  return `and ${others} ${others === 1 ? 'other' : 'others'}`;
};

/** What they did, and how the post is called; "" for no post. */
export const wordsOf = ({ kind, post }: Notification): { did: string; title: string } => {
  const { did, of } = DONE[kind];
  return { did, title: post?.title ? `“${post.title}”` : of };
};
