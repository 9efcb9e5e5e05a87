import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { imageAtWidth } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { paths } from '../../../config/paths';
import { messageOf } from '../../../lib/api-error';
import { requireLogin } from '../../../lib/dialogs';
import { truncate } from '../../../lib/format';
import { serifOf } from '../../../lib/serif';
import { useOverTime } from '../../../lib/use-age';
import { TABLET, useMediaQuery } from '../../../lib/use-media-query';
import { useOwnAccount } from '../../../lib/viewer';
import type { Hidden } from '../../content/post/list/use-hidden';
import { utcDay } from '../../content/post/model/hand-way';
import { mediaItems, placeholderStyle } from '../../content/post/model/media-items';
import { postName, type ClientPost } from '../../content/post/model/post';
import { useWarning } from '../../content/post/model/warning';
import { useReaction } from '../../content/post/reactions/use-reaction';
import { formatUtcDay } from './hand-day';
import { tintOf } from './hand-card';
import { KEPT, keepPost } from './keep-one';

/** The characters of a post in small, of which four lines show. */
const BEGINNING = 60;

/** What a post in small says, or would say without its picture. */
const beginningOf = (post: ClientPost): string =>
  truncate((post.title || post.description).replace(/\s+/g, ' ').trim() || postName(post), BEGINNING);

/** A post in small: its picture, else the beginning of its text. Nothing of a post that is hidden or warned about. */
const Thumb = ({ post, isHidden }: { post: ClientPost; isHidden: boolean }) => {
  const { closed, media } = useWarning(post);
  const [first] = mediaItems(post);
  if (isHidden || closed || (first && media !== 'shown'))
    return (
      <span className="grid size-full place-items-center bg-fill text-muted">
        <EyeOff size="1.25em" aria-hidden />
      </span>
    );
  const address = first?.kind === 'video' ? first.poster : first && imageAtWidth(first.url, 320);
  if (first && address)
    return (
      <img
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={placeholderStyle(first.placeholder)}
        className="size-full bg-cover bg-center object-cover"
      />
    );
  const text = beginningOf(post);
  return (
    <span
      dir="auto"
      className="block size-full overflow-hidden p-1.5 text-start"
      style={tintOf(post.user._id)}
    >
      <span
        className={`line-clamp-4 text-[0.75rem] leading-tight font-semibold wrap-anywhere ${serifOf(text)}`}
      >
        {text}
      </span>
    </span>
  );
};

interface HandEndProps {
  posts: readonly ClientPost[];
  hidden: Hidden | null;
  day: string;
  isToday: boolean;
  dayBefore: string | null;
  /** The post that was kept. */
  kept: string | undefined;
  onKept: (postId: string) => void;
  /** Shows a card. */
  onGo: (index: number) => void;
  /** Called when the end comes into sight. */
  onReached: () => void;
}

/** The end of a hand: all its posts as a table, one of which can be kept, and the ways on. */
export const HandEnd = (props: HandEndProps) => {
  const { posts, hidden, day, isToday, dayBefore, kept } = props;
  const viewer = useOwnAccount();
  const client = useQueryClient();
  const react = useReaction();
  const isWide = useMediaQuery(TABLET);
  const heading = useRef<HTMLHeadingElement>(null);
  const questionId = useId();
  const [busy, setBusy] = useState<string>();
  const [trouble, setTrouble] = useState('');
  const [collection, setCollection] = useState<string>();
  // past midnight the hand that is open stays
  const isOver = useOverTime(() => isToday && utcDay() !== day);
  const keptPost = posts.find(({ _id }) => _id === kept);

  const reached = useEffectEvent(props.onReached);
  useEffect(() => {
    if (!heading.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) reached();
    });
    observer.observe(heading.current);
    return () => observer.disconnect();
  }, []);

  const keep = async (post: ClientPost) => {
    if (viewer === null) {
      requireLogin('save');
      return;
    }
    if (busy !== undefined) return;
    setBusy(post._id);
    setTrouble('');
    try {
      const id = await keepPost(client, viewer._id, post, (which) => react(which, 'bookmark'));
      if (id === undefined) return;
      setCollection(id);
      props.onKept(post._id);
    } catch (error) {
      setTrouble(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  };

  const next = isOver || !isToday;
  const rest = plural(posts.length, {
    one: 'Time for a rest? It was one post, the same for everybody.',
    other: 'Time for a rest? These were # posts, the same for everybody.',
  });
  return (
    <section className="flex flex-col items-center gap-3 px-1 py-4 text-center">
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-section font-semibold text-balance outline-none serif:font-serif"
      >
        {isToday && !isOver ? t`That was today` : t`That was ${formatUtcDay(day)}`}
      </h2>
      <p className="text-body text-balance text-muted">
        {isToday && !isOver ? `${rest} ${t`The next hand comes tomorrow.`}` : rest}
      </p>
      <h3 id={questionId} className="text-title font-semibold" aria-live="polite">
        {keptPost ? t({ message: 'Kept', comment: 'The post is kept.' }) : t`Keep one?`}
      </h3>
      {keptPost ? (
        <p className="flex flex-wrap items-center justify-center gap-x-1 text-body text-muted">
          <Trans>
            <bdi>{postName(keptPost)}</bdi> is in your collection{' '}
            <Link
              to={
                collection === undefined ? paths.collections.getHref() : paths.collection.getHref(collection)
              }
              className="font-semibold text-accent-text hover:underline"
            >
              {KEPT}
            </Link>
          </Trans>
        </p>
      ) : null}
      <FormAlert message={trouble === '' ? null : { tone: 'error', text: trouble }} />
      <ol
        aria-labelledby={questionId}
        className="grid w-full gap-1.5"
        style={{ gridTemplateColumns: `repeat(${isWide ? 6 : 4}, minmax(0, 1fr))` }}
      >
        {posts.map((post, index) => {
          const isHidden = hidden?.at(index) === true;
          const isOwn = viewer?._id === post.user._id;
          const name = beginningOf(post);
          const shows = isHidden ? t`Show card ${index + 1}: hidden` : t`Show card ${index + 1}: ${name}`;
          const keeps = !keptPost && !isHidden && !isOwn;
          return (
            <li key={post._id}>
              <button
                type="button"
                aria-label={keeps ? t`Keep “${name}”` : shows}
                aria-busy={busy === post._id || undefined}
                onClick={() => (keeps ? void keep(post) : props.onGo(index))}
                className="relative block w-full overflow-hidden rounded-control border border-line transition-transform active:scale-95"
                style={{
                  aspectRatio: 1,
                  ...(post._id === kept && { outline: '3px solid var(--accent)' }),
                  ...(busy === post._id && { opacity: 0.5 }),
                }}
              >
                <Thumb post={post} isHidden={isHidden} />
              </button>
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        {next ? (
          <Link to={paths.today.getHref()} className={buttonClass()}>
            {t`Today's hand`}
          </Link>
        ) : null}
        <Link
          to={`${paths.home.getHref()}?way=day`}
          className={buttonClass({ variant: next ? 'soft' : 'primary' })}
        >
          {t`Go on with today's shuffle`}
        </Link>
        {dayBefore === null ? null : (
          <Link to={paths.today.getHref(dayBefore)} className={buttonClass({ variant: 'soft' })}>
            {t`The day before`}
          </Link>
        )}
      </div>
    </section>
  );
};
