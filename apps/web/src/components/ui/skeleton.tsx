import { cx } from '../../lib/class-names';

/** A loading placeholder; set its size by class. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-control bg-fill', className)} />
);

interface SkeletonsProps {
  /** Name of the loading items, e.g. "posts". */
  what: string;
  count: number;
  /** Classes of each block. */
  className: string;
  /** Classes of the list. */
  list?: string;
}

/** A list of loading placeholders with an accessible label. */
export const Skeletons = ({ what, count, className, list = 'flex flex-col gap-4' }: SkeletonsProps) => (
  <div role="status" aria-label={`Loading ${what}`} className={list}>
    {Array.from({ length: count }, (_unused, index) => (
      <Skeleton key={index} className={className} />
    ))}
  </div>
);
