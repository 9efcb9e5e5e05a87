import { cx } from '../../lib/class-names';

/** A loading placeholder; set its size by class. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-control bg-fill', className)} />
);
