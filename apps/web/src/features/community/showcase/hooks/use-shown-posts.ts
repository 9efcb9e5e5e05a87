import type { ShownPost } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../../lib/api-client';

interface ShownPosts {
  data: readonly ShownPost[];
  /** How many posts there are. */
  posts: number;
}

/**
 * The public posts that account pages show. `undefined` until they are known; none if they could not be fetched, since
 * the pages have pictures of their own. The browser keeps the answer for a minute, so that the next page has it at once.
 */
export const useShownPosts = (): ShownPosts | undefined => {
  const [known, setKnown] = useState<ShownPosts>();
  useEffect(() => {
    const leaving = new AbortController();
    api.call('showcase', { signal: leaving.signal, refresh: false }).then(setKnown, () => {
      if (!leaving.signal.aborted) setKnown({ data: [], posts: 0 });
    });
    return () => leaving.abort();
  }, []);
  return known;
};
