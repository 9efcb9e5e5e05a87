import { facePath } from '@social-feed/feed-order/face';
import { cx } from '../../lib/class-names';

/**
 * The face of a shuffle, in two colours of the accent. Decoration: the name of the shuffle is next to it.
 * @param className has the size
 */
export const SeedFace = ({ seed, className }: { seed: number; className: string }) => (
  <svg
    aria-hidden
    viewBox="-1 -1 10 10"
    className={cx('shrink-0 text-accent-text', className)}
    fill="currentColor"
  >
    <rect x={-1} y={-1} width={10} height={10} rx={1.5} fill="var(--accent-soft)" />
    <path d={facePath(seed)} />
  </svg>
);
