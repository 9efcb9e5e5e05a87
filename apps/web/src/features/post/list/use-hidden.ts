import { useEffect, useMemo, useState, type FunctionComponent } from 'react';
import { useMuted } from '../../../cache/muted-store';
import { useOwnAccount } from '../../../lib/viewer';
import { useOpened } from '../model/card-views';
import type { ClientPost } from '../model/post';
import type * as MutedPosts from './muted-posts';

type Muting = Pick<typeof MutedPosts, 'remembering'> & {
  HiddenPosts: FunctionComponent<MutedPosts.HiddenPostsProps>;
};
let loaded: Muting | undefined;
/** Used if the code fails to load: shows all posts. */
const MISSING: Muting = { remembering: () => () => [], HiddenPosts: () => null };

/**
 * Loads the code that hides posts. Await it before the first mute on a list: until it is loaded, a list with muted
 * words shows nothing, and would lose its place.
 */
export const loadMuting = async (): Promise<Muting> => {
  try {
    return (loaded ??= await import('./muted-posts'));
  } catch {
    return MISSING;
  }
};

/** The posts of a list with a muted word, except the user's own. */
export interface Hidden {
  /** Whether the post at an index is hidden. */
  at: (index: number) => boolean;
  /** The run of hidden posts that starts at an index. */
  run: (index: number) => ClientPost[];
  open: (posts: readonly ClientPost[]) => void;
  Line: Muting['HiddenPosts'];
}

/** Returns which posts to hide; `null` if nothing is muted, `undefined` until the code is loaded. */
export const useHidden = (posts: readonly ClientPost[]): Hidden | null | undefined => {
  const muted = useMuted();
  const viewerId = useOwnAccount()?._id;
  const opened = useOpened();
  const [found, setFound] = useState<Muting>();
  const muting = found ?? loaded;
  useEffect(() => {
    if (muted.length > 0 && !muting) void loadMuting().then(setFound);
  }, [muted, muting]);
  const holds = useMemo(() => muting?.remembering(muted), [muting, muted]);
  return useMemo(() => {
    if (muted.length === 0) return null;
    if (!muting || !holds) return undefined;
    const at = (index: number): boolean => {
      const post = posts[index];
      return (
        post !== undefined &&
        post.user._id !== viewerId &&
        !opened[`post:${post._id}`] &&
        holds(post).length > 0
      );
    };
    return {
      at,
      run: (index) => {
        let end = index;
        while (at(end)) end += 1;
        return posts.slice(index, end);
      },
      open: (shown) => useOpened.setState(Object.fromEntries(shown.map(({ _id }) => [`post:${_id}`, true]))),
      Line: muting.HiddenPosts,
    };
  }, [posts, muted, muting, holds, viewerId, opened]);
};
