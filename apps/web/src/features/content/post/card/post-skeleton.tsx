import { t } from '@lingui/core/macro';
import { Skeleton } from '../../../../components/ui/skeleton';
import { cx } from '../../../../lib/class-names';

/** Placeholder for a loading card; `media` adds a picture. */
export const PostSkeleton = ({ media }: { media: boolean }) => (
  <div
    aria-hidden
    className="border-b border-line bg-surface px-4 pt-4 pb-3.5 md:mb-3 md:rounded-card md:border md:px-5"
  >
    <div className="flex items-center gap-3">
      <Skeleton className="size-11 rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="h-3.5 w-12" />
    </div>
    <Skeleton className="mt-4 h-4 w-3/5" />
    <Skeleton className="mt-2.5 h-3.5 w-full" />
    <Skeleton className={cx('mt-2 h-3.5', media ? 'w-4/5' : 'w-2/5')} />
    {media ? <Skeleton className="mt-3.5 aspect-[4/3] w-full rounded-media" /> : null}
    <div className="mt-4 flex gap-6">
      <Skeleton className="h-5 w-12 rounded-pill" />
      <Skeleton className="h-5 w-12 rounded-pill" />
      <Skeleton className="h-5 w-12 rounded-pill" />
      <Skeleton className="ms-auto h-5 w-12 rounded-pill" />
    </div>
  </div>
);

/** Placeholders for a loading list of posts. */
export const PostSkeletons = () => (
  <div role="status" aria-label={t`Loading posts`}>
    <PostSkeleton media />
    <PostSkeleton media={false} />
  </div>
);
