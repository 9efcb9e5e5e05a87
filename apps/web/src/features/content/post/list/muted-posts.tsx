import { plural, t } from '@lingui/core/macro';
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

/** Around a muted word in a text, which may have another direction. Words have none of these characters. */
const [START, END] = ['\u2068', '\u2069'];

/** The first muted words, and how many others there are. */
const namesOf = (words: readonly string[]) => {
  const [one, two] = words.map((word) => START + word + END);
  return { one, two, more: words.length - NAMED };
};

const commentText = (words: readonly string[]): string => {
  const { one, two, more } = namesOf(words);
  if (one === undefined) return t`Comment hidden`;
  if (two === undefined) return t`Comment with “${one}” hidden`;
  if (more <= 0) return t`Comment with “${one}” and “${two}” hidden`;
  return plural(more, {
    one: `Comment with “${one}”, “${two}” and # more hidden`,
    other: `Comment with “${one}”, “${two}” and # more hidden`,
  });
};

const postsText = (posts: number, words: readonly string[]): string => {
  const { one, two, more } = namesOf(words);
  if (one === undefined) return plural(posts, { one: '# post hidden', other: '# posts hidden' });
  if (two === undefined)
    return plural(posts, { one: `# post with “${one}” hidden`, other: `# posts with “${one}” hidden` });
  if (more <= 0)
    return plural(posts, {
      one: `# post with “${one}” and “${two}” hidden`,
      other: `# posts with “${one}” and “${two}” hidden`,
    });
  return plural(posts, {
    one: `# post with “${one}”, “${two}” and ${plural(more, { one: '# more', other: '# more' })} hidden`,
    other: `# posts with “${one}”, “${two}” and ${plural(more, { one: '# more', other: '# more' })} hidden`,
  });
};

/** The text of a line of posts in languages that are not read. */
const languagesText = (posts: readonly ClientPost[]): string => {
  const languages = languageList([...new Set(posts.flatMap(({ language }) => language ?? []))]);
  return t({
    message: plural(posts.length, { one: `# post in ${languages}`, other: `# posts in ${languages}` }),
    comment: 'Names of languages, as they stand alone, such as “English, French”.',
  });
};

/** The text without marks around words. */
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

interface LineProps {
  text: string;
  onShow: () => void;
}

const Line = ({ text, onShow }: LineProps) => (
  <>
    <span className="min-w-0 py-1.5 wrap-anywhere">
      {text
        .split(/[\u2068\u2069]/)
        .map((part, index) =>
          index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
        )}
    </span>
    <button
      type="button"
      aria-label={t({
        message: `Show ${plain(text)}`,
        comment: 'On a button. The value is a line such as “2 posts with “word” hidden”.',
      })}
      onClick={onShow}
      className="min-h-11 px-3 font-semibold text-accent-text hover:underline"
    >
      {t`Show`}
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
    <Line text={commentText(words)} onShow={onShow} />
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
  const text = byLanguage ? languagesText(posts) : postsText(posts.length, [...new Set(posts.flatMap(find))]);
  return (
    <article
      tabIndex={0}
      data-post-id={posts[0]?._id}
      aria-label={plain(text)}
      aria-posinset={position.index}
      aria-setsize={position.size}
      className="flex items-center justify-between border-b border-line px-4 text-meta text-muted focus-visible:-outline-offset-2 md:mb-3 md:rounded-card md:border md:px-5"
    >
      <Line text={text} onShow={onShow} />
    </article>
  );
};
