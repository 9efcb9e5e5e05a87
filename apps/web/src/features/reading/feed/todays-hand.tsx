import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useListed } from '../../../cache/block-store';
import { buttonClass } from '../../../components/ui/button';
import { PageHead } from '../../../components/layouts/page';
import { EmptyState } from '../../../components/ui/empty-state';
import { EmptyDrawing, LostDrawing } from '../../../components/ui/drawings';
import { IconButton } from '../../../components/ui/icon-button';
import { paths } from '../../../config/paths';
import { ApiError } from '../../../lib/api-error';
import { useClose } from '../../../lib/use-close';
import { useOwnAccount } from '../../../lib/viewer';
import { FeedList } from './feed';
import { useRestoredFeed } from './feed-memory';
import { handWay, utcDay } from '../../content/post/model/hand-way';
import { handQuery, noteHand } from './hand-query';
import { PageTitle } from '../../../components/layouts/page-title';
import { ENGLISH } from '../../../lib/english';

/** A day in UTC, such as Thursday, 26 November 2026. */
const formatUtcDay = (day: string): string => {
  const time = new Date(day);
  return Number.isNaN(time.getTime())
    ? day
    : time.toLocaleDateString(ENGLISH, { dateStyle: 'full', timeZone: 'UTC' });
};

const todayLink = (
  <Link to={paths.today.getHref()} className={buttonClass()}>
    Today&apos;s hand
  </Link>
);

const LINK = 'grid min-h-11 place-items-center px-3 text-meta font-semibold text-accent-text hover:underline';

/** No tab of the bar at the bottom leads here, so phones get a way back. */
const Back = () => {
  const close = useClose();
  return (
    <IconButton label="Back" onClick={close} className="-ms-3 -me-2 md:hidden">
      <ArrowLeft size="1.25em" aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  );
};

/** Where else the hand can be read. */
const Elsewhere = ({ isMember }: { isMember: boolean }) => (
  <nav aria-label="Get it elsewhere" className="mt-4 flex flex-wrap justify-center gap-x-2">
    {isMember ? (
      <Link to={paths.settings.getHref('notifications')} className={LINK}>
        By mail
      </Link>
    ) : null}
    <a href="/today.atom" className={LINK}>
      Atom
    </a>
    <a href="/today.json" className={LINK}>
      JSON Feed
    </a>
    <p className="basis-full text-meta text-balance text-muted">
      {`${isMember ? 'The mail comes in the morning. ' : ''}Atom and JSON Feed are addresses for feed readers.`}
    </p>
  </nav>
);

interface EndProps {
  count: number;
  isToday: boolean;
  day: string;
  dayBefore: string | null;
  isMember: boolean;
}

/** The rest after the last post. */
const HandEnd = ({ count, isToday, day, dayBefore, isMember }: EndProps) => (
  <EmptyState
    title={isToday ? 'That was today' : `That was ${formatUtcDay(day)}`}
    text={`Time for a rest? ${count === 1 ? 'It was one post' : `These were ${count} posts`}, the same for everybody.${isToday ? ' The next hand comes tomorrow.' : ''}`}
    action={
      <>
        <div className="flex flex-wrap justify-center gap-2">
          {isToday ? (
            <Link to={`${paths.home.getHref()}?way=day`} className={buttonClass()}>
              Go on with the order of the day
            </Link>
          ) : (
            todayLink
          )}
          {dayBefore === null ? null : (
            <Link to={paths.today.getHref(dayBefore)} className={buttonClass({ variant: 'soft' })}>
              The day before
            </Link>
          )}
        </div>
        <Elsewhere isMember={isMember} />
      </>
    }
  />
);

const Empty = ({ isToday }: { isToday: boolean }) => (
  <EmptyState
    figure={<EmptyDrawing />}
    title="No posts in this hand"
    text={isToday ? 'Nobody has posted yet.' : 'Its posts are gone.'}
    action={isToday ? null : todayLink}
  />
);

const Gone = () => (
  <EmptyState
    figure={<LostDrawing />}
    title="There is no hand of this day"
    text="Hands are kept for a month."
    action={todayLink}
  />
);

const TITLES = ["Today's hand", "Yesterday's hand"];

/**
 * The hand of a day: its posts in order, then a rest. Load it lazily.
 * @param asked an earlier day in UTC, as in the address
 */
export const TodaysHand = ({ asked }: { asked: string | null }) => {
  // The day of the visit: at midnight the hand stays until the reader comes again.
  const [day] = useState(() => asked ?? utcDay());
  const [ago] = useState(() => TITLES.findIndex((_title, days) => day === utcDay(days)));
  const title = TITLES[ago] ?? 'An earlier hand';
  const viewer = useOwnAccount();
  const onPlace = useRestoredFeed(handWay(day));
  const query = useInfiniteQuery(handQuery(day, viewer?._id ?? null));
  const posts = useListed(query.data?.pages);
  const [page] = query.data?.pages ?? [];
  const isToday = ago === 0;
  const isShown = page !== undefined;
  useEffect(() => {
    if (isToday && isShown) noteHand(day);
  }, [isToday, isShown, day]);
  const { error } = query;
  const isGone = !isShown && error instanceof ApiError && (error.status === 404 || error.status === 400);
  const end = page && (
    <HandEnd
      count={posts.length}
      isToday={isToday}
      day={day}
      dayBefore={page.dayBefore}
      isMember={viewer !== null}
    />
  );
  const heading = isGone ? 'No hand' : title;
  return (
    <div className="pb-8">
      <PageTitle title={heading} />
      <PageHead title={heading} back={<Back />} />
      {isGone ? null : (
        <p className="px-4 py-4 text-body text-muted md:-mt-4 md:px-0 md:pt-0">
          {`${formatUtcDay(day)}, UTC. The same posts for everybody, drawn by chance.`}
        </p>
      )}
      {isGone ? (
        <Gone />
      ) : (
        <FeedList
          query={{ ...query, posts }}
          empty={<Empty isToday={isToday} />}
          onPlace={onPlace}
          numbered
          rest={end && posts.length > 0 ? { after: posts.length, card: end } : undefined}
        />
      )}
    </div>
  );
};
