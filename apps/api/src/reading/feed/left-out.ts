import type { StoredInteraction } from '../../content/posts/post.presenter.js';
import type { PostMark } from '../../content/posts/random-feed.js';
import { isRead } from '../../content/posts/post-language.js';

interface Wanted {
  /** The languages to read; all if absent. */
  languages?: readonly string[] | undefined;
  viewerId: string | null;
  /** Reads the viewer's interactions with some posts, if what the viewer has viewed is left out. */
  interactions?:
    | ((posts: readonly PostMark[]) => Promise<ReadonlyMap<string, StoredInteraction>>)
    | undefined;
}

const idOf = ({ _id }: PostMark): string => _id.toHexString();

/** Returns whether a post is in a language that the viewer does not read. Own posts are read. */
export const inOtherLanguage =
  ({ languages, viewerId }: Wanted) =>
  (post: PostMark): boolean =>
    languages !== undefined && !isRead(post, languages) && post.user.toHexString() !== viewerId;

/**
 * Returns the check of posts by what a reader leaves out, with the ids to leave out, or `undefined` if that is
 * nothing. It reads posts and changes no position, so each other post still comes exactly once.
 */
export function leftOut(wanted: Wanted) {
  const { interactions, languages } = wanted;
  if (languages === undefined && interactions === undefined) return undefined;
  const isOther = inOtherLanguage(wanted);
  return async (found: readonly PostMark[]): Promise<ReadonlySet<string>> => {
    const left = found.filter((post) => !isOther(post));
    const done = left.length > 0 ? await interactions?.(left) : undefined;
    const kept = left.filter((post) => done?.get(idOf(post))?.viewed !== true).map(idOf);
    const shown = new Set(kept);
    return new Set(found.map(idOf).filter((id) => !shown.has(id)));
  };
}
