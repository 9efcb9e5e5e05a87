import type { Muted } from '@social-feed/contracts';
import { mutedIn } from '@social-feed/contracts/words';
import { useEffect } from 'react';
import { useMuted } from '../../../../cache/muted-store';
import { noteFirstPicture } from '../../../../lib/first-picture';
import { languageList } from '../../../../lib/language-names';
import type { ClientPost } from '../model/post';

/** Returns a function that finds the muted words in a post, cached per post. */
export const remembering = (muted: readonly Muted[]): ((post: ClientPost) => readonly string[]) => {
  const find = mutedIn(muted);
  const known = new WeakMap<ClientPost, readonly string[]>();
  return (post) => {
    const found = known.get(post) ?? find(post);
    known.set(post, found);
    return found;
  };
};

/** Words named in a line. */
const NAMED = 2;

/** The text of a line in parts; those at odd places are muted words. */
const partsOf = (count: number, words: readonly string[]): string[] => {
  const posts = `${count} ${count === 1 ? 'post' : 'posts'}`;
  const [first, second] = words;
  if (first === undefined) return [`${posts} hidden`];
  const more = words.length - NAMED;
  const named = [`${posts} with “`, first];
  if (second !== undefined) named.push(more > 0 ? '”, “' : '” and “', second);
  return [...named, more > 0 ? `” and ${more} more hidden` : '” hidden'];
};

/** The text of a line of posts in languages that are not read. */
const languagesOf = (posts: readonly ClientPost[]): string =>
  `${posts.length} ${posts.length === 1 ? 'post' : 'posts'} in ${languageList([...new Set(posts.flatMap(({ language }) => language ?? []))])}`;

export interface HiddenPostsProps {
  /** Adjacent posts; the line has the position of the first. */
  posts: readonly ClientPost[];
  position: { index: number; size: number };
  /** Whether they are hidden for their languages, which the line then names. */
  byLanguage: boolean;
  onShow: () => void;
}

/** A thin line instead of posts with a muted word or in another language, which names the words or languages. */
export const HiddenPosts = ({ posts, position, byLanguage, onShow }: HiddenPostsProps) => {
  const find = mutedIn(useMuted());
  const parts = byLanguage ? [languagesOf(posts)] : partsOf(posts.length, [...new Set(posts.flatMap(find))]);
  const text = parts.join('');
  const first = position.index === 1;
  useEffect(() => {
    if (first) noteFirstPicture();
  }, [first]);
  return (
    <article
      tabIndex={0}
      data-post-id={posts[0]?._id}
      aria-label={text}
      aria-posinset={position.index}
      aria-setsize={position.size}
      className="flex items-center justify-between border-b border-line px-4 text-meta text-muted focus-visible:-outline-offset-2 md:mb-3 md:rounded-card md:border md:px-5"
    >
      <span className="min-w-0 py-1.5 wrap-anywhere">
        {parts.map((part, index) =>
          // a word has a direction of its own
          index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
        )}
      </span>
      <button
        type="button"
        aria-label={`Show ${text}`}
        onClick={onShow}
        className="min-h-11 px-3 font-semibold text-accent-text hover:underline"
      >
        Show
      </button>
    </article>
  );
};
