import { cx } from '../../lib/class-names';

/** A block in the shape of what is coming; give it its size by class. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-control bg-fill', className)} />
);
