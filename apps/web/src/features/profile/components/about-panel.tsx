import type { PublicUser } from '@social-feed/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../../components/ui/skeleton';
import { paths } from '../../../config/paths';
import { formatCount } from '../../../lib/format';
import { useAnalytics } from '../api/get-analytics';
import { engagementRate, type UserAnalytics } from '../model/analytics';
import { websiteHref, websiteLabel, type Board } from '../model/board';
import { AnalyticsChart } from './analytics-chart';

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
    <dt className="text-meta leading-[1.4rem] text-muted">{label}</dt>
    <dd className="min-w-0 text-body wrap-anywhere">{children}</dd>
  </div>
);

interface AboutProps {
  user: PublicUser;
  /** Undefined while it loads, null when there is none. */
  board: Board | null | undefined;
}

const Facts = ({ user, board }: AboutProps) => {
  const href = websiteHref(board?.website ?? '');
  const joined = new Date(user.createdAt);
  const unsaid =
    board === undefined ? (
      <Skeleton className="h-5 w-24 rounded-control" />
    ) : (
      <span className="text-muted">Not shared</span>
    );
  return (
    <dl className="flex flex-col gap-3">
      <Row label="Bio">{board?.bio ? <bdi className="whitespace-pre-line">{board.bio}</bdi> : unsaid}</Row>
      <Row label="Location">{board?.location ? <bdi>{board.location}</bdi> : unsaid}</Row>
      <Row label="Website">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-accent-text hover:underline"
          >
            {websiteLabel(href)}
          </a>
        ) : (
          unsaid
        )}
      </Row>
      <Row label="Interests">
        {board && board.interests.length > 0 ? (
          <ul className="flex flex-wrap gap-2">
            {board.interests.map((interest) => (
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
        ) : (
          unsaid
        )}
      </Row>
      {Number.isNaN(joined.getTime()) ? null : (
        <Row label="Joined">{joined.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })}</Row>
      )}
    </dl>
  );
};

const Tile = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col-reverse rounded-media bg-fill px-3.5 py-3">
    <dt className="text-meta text-muted">{label}</dt>
    <dd className="text-section font-semibold">{value}</dd>
  </div>
);

const average = (value: number): string =>
  value >= 1000 ? formatCount(value) : String(Math.round(value * 10) / 10);
const percent = (value: number): string => `${value > 0 ? '+' : ''}${Math.round(value)}%`;

const Figures = ({ figures }: { figures: UserAnalytics }) => (
  <>
    <dl className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
      <Tile label="Views" value={formatCount(figures.totalViews)} />
      <Tile label="Likes" value={formatCount(figures.totalLikes)} />
      <Tile label="Engagement rate" value={`${engagementRate(figures)}%`} />
      <Tile label="Comments" value={formatCount(figures.totalComments)} />
      <Tile label="Shares" value={formatCount(figures.totalShares)} />
      <Tile label="Monthly growth" value={percent(figures.monthlyGrowth)} />
      <Tile label="Views per post" value={average(figures.avgViewsPerPost)} />
      <Tile label="Likes per post" value={average(figures.avgLikesPerPost)} />
    </dl>
    {figures.chartData.length > 0 ? <AnalyticsChart days={figures.chartData} /> : null}
  </>
);

/** The about tab: what the person says of themselves, and the figures of their posts (A §2.9). */
export const AboutPanel = ({ user, board }: AboutProps) => {
  const figures = useAnalytics(user._id);
  return (
    <div className="flex flex-col gap-6 border-b border-line bg-surface p-4 md:rounded-card md:border md:p-5">
      <section aria-labelledby="profile-about">
        <h2 id="profile-about" className="mb-3 text-title font-semibold">
          About
        </h2>
        <Facts user={user} board={board} />
      </section>
      <section aria-labelledby="profile-figures" className="border-t border-line pt-5">
        <h2 id="profile-figures" className="mb-3 text-title font-semibold">
          Analytics
        </h2>
        {figures ? (
          <Figures figures={figures} />
        ) : (
          <div
            className="grid grid-cols-2 gap-2.5 sm:grid-cols-4"
            role="status"
            aria-label="Loading analytics"
          >
            {Array.from({ length: 8 }, (_unused, index) => (
              <Skeleton key={index} className="h-[4.25rem] rounded-media" />
            ))}
          </div>
        )}
      </section>
    </div>
  );
};
