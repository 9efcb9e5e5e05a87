import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { Avatar } from '../../../components/ui/avatar';
import { buttonClass } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api-client';

const TILE = 'w-24 shrink-0 short:w-auto';
const FACE = 'flex flex-col items-center gap-2 short:flex-row';

/** People worth following, in a row that scrolls sideways; each name leads to the profile, which has Follow. */
export const WelcomePeople = ({ viewerId }: { viewerId: string }) => {
  const { data, isPending } = useQuery({
    queryKey: keys.worthFollowing(viewerId),
    queryFn: ({ signal }) => api.call('suggestPeople', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const headingId = useId();
  const people = data?.data ?? [];
  if (!isPending && people.length === 0)
    return (
      <Link to={paths.search.getHref()} className={buttonClass({ variant: 'soft' })}>
        {t`Find people`}
      </Link>
    );
  return (
    <>
      <h2 id={headingId} className="mt-3 text-meta font-semibold text-muted short:sr-only">
        {t`People here`}
      </h2>
      <ul
        aria-labelledby={headingId}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 pt-2 short:mx-0 short:flex-[1_1_16rem] short:gap-4 short:px-1 short:pt-0"
      >
        {isPending
          ? Array.from({ length: 6 }, (_unused, index) => (
              <li key={index} className={`${TILE} ${FACE}`}>
                <Skeleton className="size-14 rounded-full" />
                <Skeleton className="h-4 w-16" />
              </li>
            ))
          : people.map((person) => (
              <li key={person._id} className={TILE}>
                <Link
                  to={paths.profile.getHref(person.userName)}
                  className={`${FACE} -outline-offset-2 hover:underline`}
                >
                  <Avatar id={person._id} name={person.fullName} src={person.profilepic} size={56} />
                  <span dir="auto" className="max-w-full truncate text-meta short:max-w-24 font-semibold">
                    {person.fullName || person.userName}
                  </span>
                </Link>
              </li>
            ))}
      </ul>
    </>
  );
};
