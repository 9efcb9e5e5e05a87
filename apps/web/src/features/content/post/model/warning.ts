import { usePreferences } from '../../../../lib/preferences';
import { useOpened } from './card-views';
import type { ClientPost } from './post';

type Part = 'words' | 'media';

/** Opens or closes the warned part of a post. */
export const setOpened = (post: { _id: string }, part: Part, opened: boolean): void =>
  useOpened.setState({ [`${part}:${post._id}`]: opened });

type Warned = Pick<ClientPost, '_id' | 'contentWarning' | 'sensitive'>;

/** Whether a closed warning replaces the post, and how to show its media, from the user's settings and presses. */
export const useWarning = (
  post: Warned | undefined,
): { closed: boolean; media: 'shown' | 'blurred' | 'hidden' } => {
  const wordsOpened = useOpened((opened) => opened[`words:${post?._id}`]);
  const mediaOpened = useOpened((opened) => opened[`media:${post?._id}`]);
  const choice = usePreferences((state) => state.sensitive);
  const blurred = choice === 'hide' ? 'hidden' : choice === 'show' || mediaOpened ? 'shown' : 'blurred';
  return {
    closed: Boolean(post?.contentWarning) && !wordsOpened,
    media: post?.sensitive ? blurred : 'shown',
  };
};
