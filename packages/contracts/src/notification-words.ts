import type { Notification } from './notifications.js';
import { plural, t } from './t.js';

/** Who did it: the first, and a second by name or how many others. */
export const whoOf = ({ people, count, more }: Pick<Notification, 'people' | 'count' | 'more'>): string => {
  const others = count - 1;
  const [name = '', second] = people.map(({ fullName, userName }) => fullName || userName);
  if (more && others === 0) return t`${name} and more`;
  if (more)
    return t`${name} ${plural(others, { one: 'and more than # other', other: 'and more than # others' })}`;
  if (others === 0) return name;
  if (others === 1 && second !== undefined) return t`${name} and ${second}`;
  return t`${name} ${plural(others, { one: 'and # other', other: 'and # others' })}`;
};

type Said = (who: string, count: number, title: string) => string;

/** What each kind says, of a post with a title and of one without. The number of people chooses the form of the verb. */
const SENTENCES: Record<Notification['kind'], { titled: Said; untitled: Said }> = {
  like: {
    titled: (who, count, title) => t`${who} ${plural(count, { one: 'liked', other: 'liked' })} “${title}”`,
    untitled: (who, count) => t`${who} ${plural(count, { one: 'liked', other: 'liked' })} your post`,
  },
  commentLike: {
    titled: (who, count, title) =>
      t`${who} ${plural(count, { one: 'liked', other: 'liked' })} your comment on “${title}”`,
    untitled: (who, count) =>
      t`${who} ${plural(count, { one: 'liked', other: 'liked' })} your comment on a post`,
  },
  comment: {
    titled: (who, count, title) =>
      t`${who} ${plural(count, { one: 'commented', other: 'commented' })} on “${title}”`,
    untitled: (who, count) =>
      t`${who} ${plural(count, { one: 'commented', other: 'commented' })} on your post`,
  },
  reply: {
    titled: (who, count, title) =>
      t`${who} ${plural(count, { one: 'replied', other: 'replied' })} to your comment on “${title}”`,
    untitled: (who, count) =>
      t`${who} ${plural(count, { one: 'replied', other: 'replied' })} to your comment on a post`,
  },
  mention: {
    titled: (who, count, title) =>
      t`${who} ${plural(count, { one: 'mentioned', other: 'mentioned' })} you in “${title}”`,
    untitled: (who, count) =>
      t`${who} ${plural(count, { one: 'mentioned', other: 'mentioned' })} you in a post`,
  },
  follow: {
    titled: (who, count) => t`${who} ${plural(count, { one: 'followed', other: 'followed' })} you`,
    untitled: (who, count) => t`${who} ${plural(count, { one: 'followed', other: 'followed' })} you`,
  },
};

/** A notification in one sentence. */
export const sentenceOf = (notification: Notification): string => {
  const { kind, post, count } = notification;
  const { titled, untitled } = SENTENCES[kind];
  const say = post?.title ? titled : untitled;
  return say(whoOf(notification), count, post?.title ?? '');
};
