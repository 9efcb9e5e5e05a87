import type { Comment, Muted } from '@social-feed/contracts';
import { mutedIn, type Written } from '@social-feed/contracts/words';
import { useMuted } from '../../../../cache/muted-store';
import { languageList } from '../../../../lib/language-names';
import type { ClientPost } from '../model/post';

/** Returns a function that finds the muted words in a post or comment, cached for each. */
const remembering = <T extends object>(
  muted: readonly Muted[],
  writtenOf: (item: T) => Written,
): ((item: T) => readonly string[]) => {
  const find = mutedIn(muted);
  const known = new WeakMap<T, readonly string[]>();
  return (item) => {
    const found = known.get(item) ?? find(writtenOf(item));
    known.set(item, found);
    return found;
  };
};

export const findInPosts = (muted: readonly Muted[]) => remembering(muted, (post: ClientPost) => post);
export const findInComments = (muted: readonly Muted[]) =>
  remembering(muted, ({ body }: Pick<Comment, 'body'>) => ({ title: '', description: body, tags: [] }));

/** Words named in a line. */
const NAMED = 2;

/** The text of a line in parts; those at odd places are muted words. */
const partsOf = (what: string, words: readonly string[]): string[] => {
  const [first, second] = words;
  if (first === undefined) return [`${what} hidden`];
  const more = words.length - NAMED;
  const named = [`${what} with “`, first];
  if (second !== undefined) named.push(more > 0 ? '”, “' : '” and “', second);
  return [...named, more > 0 ? `” and ${more} more hidden` : '” hidden'];
};

const countOf = ({ length }: readonly ClientPost[]): string => `${length} ${length === 1 ? 'post' : 'posts'}`;

/** The text of a line of posts in languages that are not read. */
const languagesOf = (posts: readonly ClientPost[]): string =>
  `${countOf(posts)} in ${languageList([...new Set(posts.flatMap(({ language }) => language ?? []))])}`;

interface LineProps {
  parts: readonly string[];
  onShow: () => void;
}

const Line = ({ parts, onShow }: LineProps) => (
  <>
    <span className="min-w-0 py-1.5 wrap-anywhere">
      {parts.map((part, index) =>
        // a word has a direction of its own
        index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
      )}
    </span>
    <button
      type="button"
      aria-label={`Show ${parts.join('')}`}
      onClick={onShow}
      className="min-h-11 px-3 font-semibold text-accent-text hover:underline"
    >
      Show
    </button>
  </>
);

export interface HiddenCommentProps {
  /** The muted words in it. */
  words: readonly string[];
  onShow: () => void;
}

/** A line instead of a comment with a muted word. */
export const HiddenComment = ({ words, onShow }: HiddenCommentProps) => (
  <p className="flex items-center justify-between text-meta text-muted">
    <Line parts={partsOf('Comment', words)} onShow={onShow} />
  </p>
);

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
  const parts = byLanguage
    ? [languagesOf(posts)]
    : partsOf(countOf(posts), [...new Set(posts.flatMap(find))]);
  return (
    <article
      tabIndex={0}
      data-post-id={posts[0]?._id}
      aria-label={parts.join('')}
      aria-posinset={position.index}
      aria-setsize={position.size}
      className="flex items-center justify-between border-b border-line px-4 text-meta text-muted focus-visible:-outline-offset-2 md:mb-3 md:rounded-card md:border md:px-5"
    >
      <Line parts={parts} onShow={onShow} />
    </article>
  );
};
