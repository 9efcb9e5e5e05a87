import type { ShownPost } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../../lib/api-client';

interface ShownPosts {
  data: readonly ShownPost[];
  /** How many posts there are. */
  posts: number;
}

const SHOWN = 3;

/** Picks posts in the reader's languages first, else in the order of the day. */
const pick = (posts: readonly ShownPost[]): readonly ShownPost[] => {
  const languages = navigator.languages.map((tag) => tag.split('-')[0]);
  const isForeign = ({ language }: ShownPost) => language !== undefined && !languages.includes(language);
  return posts.toSorted((one, other) => Number(isForeign(one)) - Number(isForeign(other))).slice(0, SHOWN);
};

/**
 * Three public posts that account pages show. `undefined` until they are known; none if they could not be fetched, since
 * the pages have pictures of their own. The browser keeps the answer for a minute, so that the next page has it at once.
 */
export const useShownPosts = (): ShownPosts | undefined => {
  const [known, setKnown] = useState<ShownPosts>();
  useEffect(() => {
    const leaving = new AbortController();
    api.call('showcase', { signal: leaving.signal, refresh: false }).then(
      ({ data, posts }) => setKnown({ data: pick(data), posts }),
      () => {
        if (!leaving.signal.aborted) setKnown({ data: [], posts: 0 });
      },
    );
    return () => leaving.abort();
  }, []);
  return known;
};
