import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { paths } from '../../../config/paths';
import { messageOf } from '../../../lib/api-error';
import { requireLogin } from '../../../lib/dialogs';
import { useOverTime } from '../../../lib/use-age';
import { useOwnAccount } from '../../../lib/viewer';
import type { Hidden } from '../../content/post/list/use-hidden';
import { utcDay } from '../../content/post/model/hand-way';
import { postName, type ClientPost } from '../../content/post/model/post';
import { useReaction } from '../../content/post/reactions/use-reaction';
import { formatUtcDay } from '../../../lib/utc-day';
import { HandTable } from './hand-table';
import { KEPT, keepPost } from './keep-one';
import { sentences } from '../../../lib/words/sentences';

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

/** Keeps a post in the collection of kept ones. */
const useKeep = (onKept: (postId: string) => void) => {
  const viewer = useOwnAccount();
  const client = useQueryClient();
  const react = useReaction();
  const [busy, setBusy] = useState<string>();
  const [trouble, setTrouble] = useState('');
  const [collection, setCollection] = useState<string>();
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
      onKept(post._id);
    } catch (error) {
      setTrouble(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  return { keep, busy, trouble, collection };
};

/** The end of a hand: all its posts as a table, one of which can be kept, and the ways on. */
export const HandEnd = (props: HandEndProps) => {
  const { posts, day, isToday, dayBefore, kept } = props;
  const { keep, busy, trouble, collection } = useKeep(props.onKept);
  const heading = useRef<HTMLHeadingElement>(null);
  const questionId = useId();
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

  const next = isOver || !isToday;
  const rest = plural(posts.length, {
    one: 'Time for a break? It was one post, the same for everybody.',
    other: 'Time for a break? These were # posts, the same for everybody.',
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
        {isToday && !isOver ? sentences(rest, t`The next hand comes tomorrow.`) : rest}
      </p>
      <div className="flex flex-wrap justify-center gap-2 pb-2">
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
      <HandTable {...props} labelledBy={questionId} busy={busy} onKeep={keptPost ? undefined : keep} />
    </section>
  );
};
