import { cx } from '../../lib/class-names';

/** A block in the shape of what is coming; give it its size by class. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-control bg-fill', className)} />
);

interface SkeletonsProps {
  /** What is on its way, as in "posts". */
  what: string;
  count: number;
  /** Of each. */
  className: string;
  /** Of the list. */
  list?: string;
}

/** A list of blocks in the place of what is on its way, which it says. */
export const Skeletons = ({ what, count, className, list = 'flex flex-col gap-4' }: SkeletonsProps) => (
  <div role="status" aria-label={`Loading ${what}`} className={list}>
    {Array.from({ length: count }, (_unused, index) => (
      <Skeleton key={index} className={className} />
    ))}
  </div>
);
