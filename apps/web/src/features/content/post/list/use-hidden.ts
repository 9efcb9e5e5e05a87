import { useEffect, useMemo, useState, type FunctionComponent } from 'react';
import { isRead, useLanguages } from '../../../../cache/language-store';
import { useMuted } from '../../../../cache/muted-store';
import { useOwnAccount } from '../../../../lib/viewer';
import { useOpened } from '../model/card-views';
import type { ClientPost } from '../model/post';
import type * as MutedPosts from './muted-posts';

export type Muting = Pick<typeof MutedPosts, 'findInPosts' | 'findInComments'> & {
  HiddenPosts: FunctionComponent<MutedPosts.HiddenPostsProps>;
  HiddenComment: FunctionComponent<MutedPosts.HiddenCommentProps>;
};
let loaded: Muting | undefined;

/**
 * Loads the code that hides posts. Await it before the first mute or choice of languages on a list: until it is loaded,
 * such a list shows nothing, and would lose its place. Resolves to null if it fails to load: then all posts show.
 */
export const loadMuting = async (): Promise<Muting | null> => {
  try {
    return (loaded ??= await import('./muted-posts'));
  } catch {
    return null;
  }
};

/** Returns the code that hides posts and comments; `null` if it failed to load, `undefined` until it is loaded. */
export const useMuting = (isNeeded: boolean): Muting | null | undefined => {
  const [found, setFound] = useState<Muting | null>();
  const muting = found === undefined ? loaded : found;
  useEffect(() => {
    if (isNeeded && muting === undefined) void loadMuting().then(setFound);
  }, [isNeeded, muting]);
  return muting;
};

/** The posts of a list with a muted word, and those in a language that is not read, except the user's own. */
export interface Hidden {
  /** Whether the post at an index is hidden. */
  at: (index: number) => boolean;
  /** Whether the post at an index belongs to the line of the one before it. */
  joins: (index: number) => boolean;
  /** Whether the post at an index is hidden for its language alone. */
  byLanguage: (index: number) => boolean;
  /** The run of posts hidden for one reason that starts at an index. */
  run: (index: number) => ClientPost[];
  open: (posts: readonly ClientPost[]) => void;
  Line: Muting['HiddenPosts'];
}

interface Lists {
  languages: readonly string[];
  /** The reader, whose own posts stay; undefined for a visitor. */
  viewerId: string | undefined;
  /** What the reader has opened since the page loaded. */
  opened: Readonly<Record<string, boolean>>;
}

/** Which of these posts a reader's lists hide. */
export const hiddenIn = (
  posts: readonly ClientPost[],
  { languages, viewerId, opened }: Lists,
  holds: ReturnType<Muting['findInPosts']>,
  Line: Muting['HiddenPosts'],
): Hidden => {
  const reasonAt = (index: number): 'word' | 'language' | undefined => {
    const post = posts[index];
    if (!post || post.user._id === viewerId || opened[`post:${post._id}`]) return undefined;
    if (holds(post).length > 0) return 'word';
    return isRead(languages, post.language) ? undefined : 'language';
  };
  return {
    at: (index) => reasonAt(index) !== undefined,
    joins: (index) => reasonAt(index) !== undefined && reasonAt(index) === reasonAt(index - 1),
    byLanguage: (index) => reasonAt(index) === 'language',
    run: (index) => {
      let end = index + 1;
      while (reasonAt(end) === reasonAt(index)) end += 1;
      return posts.slice(index, end);
    },
    open: (shown) => useOpened.setState(Object.fromEntries(shown.map(({ _id }) => [`post:${_id}`, true]))),
    Line,
  };
};

/** Returns which posts to hide; `null` if all are shown, `undefined` until the code is loaded. */
export const useHidden = (posts: readonly ClientPost[]): Hidden | null | undefined => {
  const muted = useMuted();
  const languages = useLanguages();
  const hides = muted.length > 0 || languages.length > 0;
  const viewerId = useOwnAccount()?._id;
  const opened = useOpened();
  const muting = useMuting(hides);
  const holds = useMemo(() => muting?.findInPosts(muted), [muting, muted]);
  return useMemo(() => {
    if (!hides || muting === null) return null;
    if (!muting || !holds) return undefined;
    return hiddenIn(posts, { languages, viewerId, opened }, holds, muting.HiddenPosts);
  }, [posts, hides, languages, muting, holds, viewerId, opened]);
};
