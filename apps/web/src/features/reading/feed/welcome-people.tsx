import { plural, t } from '@lingui/core/macro';
import type { Person } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { Avatar } from '../../../components/ui/avatar';
import { buttonClass } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api-client';
import { cx } from '../../../lib/class-names';
import { lazyPart } from '../../../lib/lazy';
import { LOCALE } from '../../../lib/locale';

const PeopleHere = lazyPart(() => import('./people-here'), 'PeopleHere');

/** So many are named; the others are counted. */
const NAMED = 2;

const Names = ({ people }: { people: readonly Person[] }) => {
  const named = people.slice(0, NAMED).map(({ fullName, userName }) => fullName || userName);
  const others = people.length - named.length;
  const list = new Intl.ListFormat(LOCALE).formatToParts(
    others > 0 ? [...named, plural(others, { one: '# more', other: '# more' })] : named,
  );
  return list.map(({ type, value }, index) =>
    type === 'element' ? <bdi key={index}>{value}</bdi> : <span key={index}>{value}</span>,
  );
};

/** The faces and names of people worth following; a press opens them as a list, each with Follow. */
export const WelcomePeople = ({ viewerId }: { viewerId: string }) => {
  const [open, setOpen] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: keys.worthFollowing(viewerId),
    queryFn: ({ signal }) => api.call('suggestPeople', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Skeleton className="mt-2 h-14 w-full rounded-media short:mt-0 short:w-72" />;
  const people = data?.data ?? [];
  if (people.length === 0)
    return (
      <Link
        to={paths.search.getHref()}
        className={buttonClass({ variant: 'soft', className: 'mt-2 short:mt-0' })}
      >
        {t`Find people`}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => {
          PeopleHere.preload();
        }}
        onClick={() => setOpen(true)}
        className="mt-2 flex min-h-14 w-full items-center gap-3 rounded-media text-start leading-tight hover:bg-fill short:mt-0 short:w-auto short:min-w-0 short:flex-1"
      >
        <span className="flex shrink-0 -ms-0.5">
          {people.map((person, index) => (
            <span
              key={person._id}
              className={cx('rounded-full border-2 border-surface', index > 0 && '-ms-5')}
            >
              <Avatar id={person._id} name={person.fullName} src={person.profilepic} size={36} />
            </span>
          ))}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t`People here`}</span>{' '}
          <span className="line-clamp-2 text-meta wrap-anywhere text-muted">
            <Names people={people} />
          </span>
        </span>
        <ChevronRight size="1.125em" aria-hidden className="shrink-0 text-muted" />
      </button>
      {open ? (
        <Suspense>
          <PeopleHere people={people} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
