import { usePreferences } from '../../../lib/preferences';
import { useOpened } from './card-views';
import type { ClientPost } from './post';

type Part = 'words' | 'media';

/** Opens what an author warns of, or closes it. */
export const setOpened = (post: { _id: string }, part: Part, opened: boolean): void =>
  useOpened.setState({ [`${part}:${post._id}`]: opened });

type Warned = Pick<ClientPost, '_id' | 'contentWarning' | 'sensitive'>;

/** Whether a warning stands in place of all of a post, and what becomes of its media: as the reader sets and opens. */
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
