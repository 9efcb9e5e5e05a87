import { plural, t } from '@lingui/core/macro';
import type { Board, PublicUser, UserAnalytics } from '@social-feed/contracts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BAR, barHeight, engagementRate, websiteHref } from '../profile-model';
import { Skeleton } from '../../../../components/ui/skeleton';
import { Skeletons } from '../../../../components/ui/skeletons';
import { paths } from '../../../../config/paths';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { useOwnAccount } from '../../../../lib/viewer';
import { useAnalytics } from '../profile-queries';
import { WebsiteLink } from './profile-header';
import { formatNumber, LOCALE } from '../../../../lib/locale';

type ChartDay = UserAnalytics['chartData'][number];

const dayOf = (iso: string, style: 'short' | 'long'): string => {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleDateString(LOCALE, {
    timeZone: 'UTC',
    // The long format contains the short one, so the accessible name includes the visible text.
    weekday: 'short',
    ...(style === 'long' && { day: 'numeric', month: 'long' }),
  });
};

const Key = ({ className, label }: { className: string; label: string }) => (
  <span className="flex items-center gap-1.5">
    <span className={`size-2.5 rounded-full ${className}`} />
    <span>{label}</span>
  </span>
);

/** Views and likes by day as bars of at most 60 px (A §9). Hover, press or focus shows a day's figures. */
const AnalyticsChart = ({ days }: { days: ChartDay[] }) => {
  const [told, setTold] = useState<ChartDay>();
  const highest = Math.max(0, ...days.flatMap(({ views, likes }) => [views, likes]));
  const wordsOf = ({ date, ...day }: ChartDay) => {
    const [viewed, liked] = [formatCount(day.views), formatCount(day.likes)];
    const [views, likes] = [shownCount(day.views), shownCount(day.likes)];
    return t`${dayOf(date, 'long')}: ${plural(views, {
      one: `${viewed} view`,
      other: `${viewed} views`,
    })}, ${plural(likes, { one: `${liked} like`, other: `${liked} likes` })}`;
  };
  return (
    <figure className="mt-5">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-muted">
        <span className="me-auto font-medium text-text">
          {told ? wordsOf(told) : plural(days.length, { one: 'Last # day', other: 'Last # days' })}
        </span>
        <span aria-hidden className="flex gap-4">
          <Key className="bg-accent" label={t`Views`} />
          <Key className="bg-like" label={t`Likes`} />
        </span>
      </figcaption>
      <ol aria-label={t`Views and likes by day`} className="mt-3 flex gap-1.5 sm:gap-3">
        {days.map((day) => (
          <li key={day.date} className="min-w-0 flex-1">
            <button
              type="button"
              aria-label={wordsOf(day)}
              // Some browsers do not focus a pressed button.
              onClick={() => setTold(day)}
              onFocus={() => setTold(day)}
              onPointerEnter={() => setTold(day)}
              onPointerLeave={() => setTold(undefined)}
              onBlur={() => setTold(undefined)}
              className="w-full rounded-control"
            >
              <span
                className="flex items-end justify-center gap-1 border-b border-line"
                style={{ height: BAR.max + 1 }}
              >
                <span
                  data-bar="views"
                  className="w-3 rounded-t-[3px] bg-accent sm:w-4"
                  style={{ height: barHeight(day.views, highest) }}
                />
                <span
                  data-bar="likes"
                  className="w-3 rounded-t-[3px] bg-like sm:w-4"
                  style={{ height: barHeight(day.likes, highest) }}
                />
              </span>
              <span className="mt-1.5 block truncate text-center text-[min(0.8125rem,4.5vw)] text-muted">
                {dayOf(day.date, 'short')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </figure>
  );
};

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="text-meta leading-[1.4rem] text-muted">{label}</dt>
    <dd className="min-w-0 text-body wrap-anywhere">{children}</dd>
  </div>
);

interface AboutProps {
  user: PublicUser;
  /** Undefined while loading, null if the user has none. */
  board: Board | null | undefined;
}

/** What the user shares; a row for what is unknown while it loads only. */
const Facts = ({ user, board }: AboutProps) => {
  const own = useOwnAccount()?._id === user._id;
  const href = websiteHref(board?.website ?? '');
  const interests = board?.interests ?? [];
  const loading = board === undefined ? <Skeleton className="h-5 w-24 rounded-control" /> : null;
  const isSilent = !loading && !board?.location && !href && interests.length === 0;
  return (
    <>
      <dl className="flex flex-col gap-3">
        {board?.location || loading ? (
          <Row label={t`Location`}>{board?.location ? <bdi>{board.location}</bdi> : loading}</Row>
        ) : null}
        {href || loading ? (
          <Row label={t`Website`}>{href ? <WebsiteLink href={href} /> : loading}</Row>
        ) : null}
        {interests.length > 0 || loading ? (
          <Row label={t`Interests`}>
            {loading ?? (
              <ul className="flex flex-wrap gap-2">
                {interests.map((interest) => (
                  <li key={interest}>
                    <Link
                      to={paths.search.getHref(interest)}
                      dir="auto"
                      className="inline-flex min-h-8 items-center rounded-pill bg-accent-soft px-3 text-meta font-medium text-accent-text hover:bg-fill-strong"
                    >
                      {interest}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Row>
        ) : null}
        <Row label={t`Joined`}>
          {new Date(user.createdAt).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })}
        </Row>
      </dl>
      {isSilent && own ? (
        <Link
          to={paths.settings.getHref('profile')}
          className="mt-3 inline-flex min-h-11 items-center font-medium text-accent-text hover:underline"
        >
          {t`Add a place, a website or interests`}
        </Link>
      ) : null}
    </>
  );
};

const Tile = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col-reverse rounded-media bg-fill px-3.5 py-3">
    <dt className="text-meta text-muted">{label}</dt>
    <dd className="text-section font-semibold">{value}</dd>
  </div>
);

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-3 py-1">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{value}</dd>
  </div>
);

const average = (value: number): string =>
  value >= 1000 ? formatCount(value) : formatNumber(Math.round(value * 10) / 10);
const percent = (value: number, signDisplay?: 'exceptZero'): string =>
  formatNumber(value / 100, { style: 'percent', ...(signDisplay && { signDisplay }) });
/** Includes an arrow, so that the direction does not depend on colour. */
const growth = (value: number): string => {
  const rounded = Math.round(value);
  const arrow = rounded === 0 ? '' : rounded > 0 ? '↑ ' : '↓ ';
  return arrow + percent(rounded, 'exceptZero');
};

const Figures = ({ figures }: { figures: UserAnalytics }) => (
  <>
    <dl className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
      <Tile label={t`Views`} value={formatCount(figures.totalViews)} />
      <Tile label={t`Likes`} value={formatCount(figures.totalLikes)} />
      <Tile label={t`Comments`} value={formatCount(figures.totalComments)} />
      <Tile label={t`Monthly growth`} value={growth(figures.monthlyGrowth)} />
    </dl>
    <dl className="mt-3 grid grid-cols-1 gap-x-8 text-meta sm:grid-cols-2">
      <Line label={t`Engagement rate`} value={percent(engagementRate(figures))} />
      <Line label={t`Shares`} value={formatCount(figures.totalShares)} />
      <Line label={t`Views per post`} value={average(figures.avgViewsPerPost)} />
      <Line label={t`Likes per post`} value={average(figures.avgLikesPerPost)} />
    </dl>
    {figures.chartData.length > 0 ? <AnalyticsChart days={figures.chartData} /> : null}
  </>
);

const Analytics = ({ userId }: { userId: string }) => {
  const figures = useAnalytics(userId);
  return (
    <section aria-labelledby="profile-figures" className="border-t border-line pt-5">
      <h2 id="profile-figures" className="mb-3 text-title font-semibold">
        {t`Analytics`}
      </h2>
      {figures ? (
        <Figures figures={figures} />
      ) : (
        <Skeletons
          what="analytics"
          count={4}
          className="h-[4.25rem] rounded-media"
          list="grid grid-cols-2 gap-2.5 sm:grid-cols-4"
        />
      )}
    </section>
  );
};

/**
 * The about tab: the user's profile details, and their post analytics (A §2.9) unless counts are hidden or the user is
 * known to have no post.
 */
export const AboutPanel = ({ user, board }: AboutProps) => {
  const hidden = usePreferences(hidesCounts);
  return (
    <div className="flex flex-col gap-6 border-b border-line bg-surface p-4 md:rounded-card md:border md:p-5">
      <section aria-labelledby="profile-about">
        <h2 id="profile-about" className="mb-3 text-title font-semibold">
          {t`About`}
        </h2>
        <Facts user={user} board={board} />
      </section>
      {hidden || board?.socialStats.posts === 0 ? null : <Analytics userId={user._id} />}
    </div>
  );
};
