import { plural, t } from '@lingui/core/macro';
import { facePath } from '@social-feed/feed-order/face';
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useListed } from '../../../cache/block-store';
import { IconButton } from '../../../components/ui/icon-button';
import { paths } from '../../../config/paths';
import { serifOf } from '../../../lib/serif';
import { useOverTime } from '../../../lib/use-age';
import { useOwnAccount } from '../../../lib/viewer';
import { utcDay } from '../../content/post/model/hand-way';
import { HandBar } from './hand-bar';
import { noteProgress, useHandNotes, useHandProgress } from './hand-progress';
import { handQuery } from './hand-query';

/** The backs of the fan, and the angle between two of them in degrees. */
const BACKS = 5;
const ANGLE = 4;

/** Five backs of cards, 48 × 68 px each, with the pattern of the day's seed. They spread once they are there. */
const Fan = ({ seed }: { seed: number | undefined }) => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const face = seed === undefined ? '' : facePath(seed);
  return (
    <svg
      viewBox="0 0 112 88"
      aria-hidden
      className="shrink-0 text-accent"
      style={{ width: 'min(112px, 26vw)' }}
    >
      {Array.from({ length: BACKS }, (_unused, index) => {
        const out = open ? index - (BACKS - 1) / 2 : 0;
        return (
          <g
            key={index}
            style={{
              transform: `translateX(${out * 11}px) rotate(${out * ANGLE}deg)`,
              transformOrigin: '56px 120px',
              transition: 'transform 400ms cubic-bezier(0.2, 0.7, 0.3, 1)',
            }}
          >
            <rect x={32} y={12} width={48} height={68} rx={8} fill="currentColor" stroke="var(--surface)" />
            <path
              d={face}
              transform="translate(36 26) scale(5)"
              fill="var(--accent-ink)"
              style={{ opacity: 0.55 }}
            />
          </g>
        );
      })}
    </svg>
  );
};

const subtitleOf = (total: number | undefined): string => {
  if (total === 0) return t`Nobody has posted yet`;
  if (total === undefined) return t`The same for everybody`;
  return plural(total, { one: 'One post, the same for everybody', other: '# posts, the same for everybody' });
};

/**
 * Today's hand above the feed: how many posts it has, and how many the reader has read. Load it lazily, after the first
 * picture. It fetches the hand once a day, for its seed and number; the page of the hand then opens at once.
 */
export const HandStrip = ({ onDismiss }: { onDismiss: () => void }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const day = useOverTime(() => utcDay());
  const { total, seed, read = [] } = useHandProgress(viewerId, day);
  const { data } = useInfiniteQuery({ ...handQuery(day, viewerId), enabled: seed === undefined });
  const posts = useListed(data?.pages);
  const page = data?.pages[0];
  const notes = useHandNotes(viewerId, day, posts, page?.seed ?? null);
  useEffect(() => {
    if (page) notes.fetched();
  }, [page, notes]);
  const dismiss = () => {
    noteProgress(viewerId, day, () => ({ isDismissed: true }));
    onDismiss();
  };
  const title = t`Today's hand`;
  return (
    <div className="relative flex min-h-28 border-b border-line bg-surface md:rounded-card md:border">
      <Link
        to={paths.today.getHref()}
        className="flex min-w-0 flex-1 items-center gap-3 ps-3 pe-15 -outline-offset-2 md:rounded-card"
      >
        <Fan seed={seed} />
        <span className="min-w-0 flex-1">
          <span className={`block text-section font-semibold ${serifOf(title)}`}>{title}</span>
          <span className="block text-meta text-muted">{subtitleOf(total)}</span>
          {total === undefined || total === 0 ? null : (
            <span className="mt-1 flex items-center gap-2 text-meta text-muted">
              <HandBar done={read.length} of={total} />
              <span>{t`${read.length} of ${total}`}</span>
            </span>
          )}
        </span>
      </Link>
      <IconButton
        label={t({ message: 'Dismiss', context: 'a card' })}
        onClick={dismiss}
        className="absolute end-2 top-2"
      >
        <X size="1.125em" aria-hidden />
      </IconButton>
    </div>
  );
};
