import { Link } from 'react-router-dom';
import { Skeleton } from '../../../components/ui/skeleton';
import { paths } from '../../../config/paths';
import { formatCount } from '../../../lib/format';

/** Tags as pills that search for their posts, each with how many there are. */
export const TagList = ({ tags }: { tags: readonly { tag: string; posts: number }[] }) => (
  <ul aria-label="Tags" className="flex flex-wrap gap-2 px-4 md:px-0">
    {tags.map(({ tag, posts }) => (
      <li key={tag} className="max-w-full">
        <Link
          to={paths.search.getHref(`#${tag}`)}
          className="flex min-h-11 items-center gap-2 rounded-pill border border-line bg-surface px-4 transition-colors hover:bg-fill"
        >
          <bdi className="truncate font-semibold">#{tag}</bdi>
          <span className="shrink-0 text-meta text-muted">
            {formatCount(posts)} {posts === 1 ? 'post' : 'posts'}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

/** In the shape of the pills to come. */
export const TagSkeleton = () => (
  <div role="status" aria-label="Loading tags" className="flex flex-wrap gap-2 px-4 md:px-0">
    {['w-28', 'w-36', 'w-24'].map((width) => (
      <Skeleton key={width} className={`h-11 rounded-pill ${width}`} />
    ))}
  </div>
);
