import { plural, t } from '@lingui/core/macro';
import type { Author } from '@social-feed/contracts';
import { Link } from 'react-router-dom';
import { Card } from '../../../../components/ui/card';
import { Skeleton } from '../../../../components/ui/skeleton';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { formatCount, shownCount } from '../../../../lib/format';
import { FollowButton } from '../../../content/post/reactions/follow';
import { PersonRow } from '../../../../components/ui/person-row';

const cardClass = 'overflow-hidden max-md:rounded-none max-md:border-x-0';

/** User rows that link to profiles, each with a Follow button. */
export const PeopleList = ({ people }: { people: readonly Omit<Author, 'isFollowing'>[] }) => (
  <Card className={cardClass}>
    <ul aria-label={t`People`} className="divide-y divide-line">
      {people.map((person) => (
        <li
          key={person._id}
          className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-fill md:px-5"
        >
          <PersonRow person={person} size={44} />
          <FollowButton author={{ ...person, isFollowing: false }} />
        </li>
      ))}
    </ul>
  </Card>
);

/** Skeleton of the user rows. */
export const PeopleSkeleton = ({ rows }: { rows: number }) => (
  <Card role="status" aria-label={t`Loading people`} className={cardClass}>
    {Array.from({ length: rows }, (_unused, index) => (
      <div key={index} className="flex items-center gap-3 px-4 py-3 md:px-5">
        <Skeleton className="size-11 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      </div>
    ))}
  </Card>
);

interface TagListProps {
  tags: readonly { tag: string; posts?: number }[];
  /** 32 px high, for a mouse. */
  small?: boolean;
}

const postsText = (count: number): string => {
  const posts = shownCount(count);
  return plural(posts, { one: `${formatCount(count)} post`, other: `${formatCount(count)} posts` });
};

/** Tags as pills that search for their posts, each with its post count if known. */
export const TagList = ({ tags, small = false }: TagListProps) => (
  <ul aria-label={t`Tags`} className="flex flex-wrap gap-2 px-4 md:px-0">
    {tags.map(({ tag, posts }) => (
      <li key={tag} className="max-w-full">
        <Link
          to={paths.search.getHref(`#${tag}`)}
          className={cx(
            'flex items-center gap-2 rounded-pill border border-line bg-surface transition-colors hover:bg-fill',
            small ? 'min-h-8 px-3 text-meta pointer-coarse:min-h-11' : 'min-h-11 px-4',
          )}
        >
          <bdi className="truncate font-semibold">{`#${tag}`}</bdi>
          {posts === undefined ? null : (
            <span className="shrink-0 text-meta text-muted">{postsText(posts)}</span>
          )}
        </Link>
      </li>
    ))}
  </ul>
);

/** Skeleton of the tag pills. */
export const TagSkeleton = () => (
  <div role="status" aria-label={t`Loading tags`} className="flex flex-wrap gap-2 px-4 md:px-0">
    {['w-28', 'w-36', 'w-24'].map((width) => (
      <Skeleton key={width} className={`h-11 rounded-pill ${width}`} />
    ))}
  </div>
);
