import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import type { Board, PublicUser } from '@social-feed/contracts';
import { CalendarDays, Link2, MapPin } from 'lucide-react';
import { cx } from '../../../../lib/class-names';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { Avatar } from '../../../../components/ui/avatar';
import { FoldedText } from '../../../../components/ui/folded-text';
import { ProfileCover } from './profile-cover';
import { websiteHref, websiteLabel } from '../profile-model';
import type { Elements } from '../../../../lib/elements';
import { formatNumber, LOCALE } from '../../../../lib/locale';
import { serifOf } from '../../../../lib/serif';

export type FollowList = 'followers' | 'following';

interface ProfileStatsProps {
  /** False if the stats are unknown. */
  stats: Board['socialStats'] | false;
  onOpen: (list: FollowList) => void;
}

interface FigureProps {
  count: number | undefined;
  /** What is counted, in the form for the count, and without one. */
  label: string;
  name: string;
}

const Figure = ({ count, label, name }: FigureProps) => {
  const hidden = usePreferences(hidesCounts);
  if (hidden) return <span>{name}</span>;
  return (
    <>
      <span
        className="font-semibold text-text"
        title={count !== undefined && count >= 1000 ? formatNumber(count) : undefined}
      >
        {count === undefined ? '–' : formatCount(count)}
      </span>{' '}
      <span>{label}</span>
    </>
  );
};

/**
 * Followers and following, which open their lists, posts and likes; K and M from 1000 (A §2.9, §9). If counts are
 * hidden, shows only the links to the lists.
 */
export const ProfileStats = ({ stats, onOpen }: ProfileStatsProps) => {
  const { followers, following, posts, likes }: Partial<Board['socialStats']> = stats || {};
  const hidden = usePreferences(hidesCounts);
  const opener =
    'relative rounded-control text-start after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text hover:underline';
  return (
    <ul
      aria-label={t`Stats`}
      className={cx(
        'mt-2 flex flex-wrap gap-x-4 gap-y-2 text-meta text-muted sm:text-body md:mt-3',
        !hidden && 'max-sm:justify-between',
      )}
    >
      <li>
        <button type="button" disabled={!stats} className={opener} onClick={() => onOpen('followers')}>
          <Figure
            count={followers}
            label={plural(shownCount(followers ?? 0), { one: 'Follower', other: 'Followers' })}
            name={t`Followers`}
          />
        </button>
      </li>
      <li>
        <button type="button" disabled={!stats} className={opener} onClick={() => onOpen('following')}>
          <Figure
            count={following}
            label={plural(shownCount(following ?? 0), { one: 'Following', other: 'Following' })}
            name={t({ message: 'Following', context: 'the people whom one follows' })}
          />
        </button>
      </li>
      {hidden ? null : (
        <>
          <li>
            <Figure
              count={posts}
              label={plural(shownCount(posts ?? 0), { one: 'Post', other: 'Posts' })}
              name={t`Posts`}
            />
          </li>
          <li>
            <Figure
              count={likes}
              label={plural(shownCount(likes ?? 0), { one: 'Like', other: 'Likes' })}
              name={t`Likes`}
            />
          </li>
        </>
      )}
    </ul>
  );
};

interface ProfileHeaderProps {
  /** On a phone, where less room is taken so that the first picture below shows. */
  narrow: boolean;
  user: PublicUser;
  /** Undefined while loading, null if the user has none. */
  board: Board | null | undefined;
  /** On the cover: back at the start, options at the end. */
  back: ReactNode;
  menu: ReactNode;
  /** Edit Profile, or Follow and Message. */
  actions: ReactNode;
  stats: Elements;
}

/** Link to a user's website, without passing on a referrer or endorsement. */
export const WebsiteLink = ({ href }: { href: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    dir="ltr"
    translate="no"
    className="font-medium text-accent-text -outline-offset-2 hover:underline"
  >
    {websiteLabel(href)}
  </a>
);

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex max-w-full min-w-0 items-center gap-1.5">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span className="min-w-0 truncate">{children}</span>
  </li>
);

const Facts = ({ user, board }: Pick<ProfileHeaderProps, 'user' | 'board'>) => {
  const joined = new Date(user.createdAt).toLocaleDateString(LOCALE, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const href = websiteHref(board?.website ?? '');
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted md:mt-3">
      {board?.location ? (
        <Fact icon={<MapPin size="0.9375em" />}>
          <bdi className="block truncate">{board.location}</bdi>
        </Fact>
      ) : null}
      {href ? (
        <Fact icon={<Link2 size="0.9375em" />}>
          <WebsiteLink href={href} />
        </Fact>
      ) : null}
      <Fact icon={<CalendarDays size="0.9375em" />}>{t`Joined ${joined}`}</Fact>
    </ul>
  );
};

const Bio = ({ text }: { text: string }) => {
  const [expanded, setExpanded] = useState(false);
  return (
    <div className="mt-2 md:mt-3">
      <FoldedText text={text} lines={3} expanded={expanded} onExpand={() => setExpanded(true)} />
    </div>
  );
};

/** Cover, picture, names, bio, facts and stats (A §2.9). Names in any script align with the handle. */
export const ProfileHeader = (props: ProfileHeaderProps) => {
  const { narrow, user, board } = props;
  const name = user.fullName || user.userName;
  const avatarOf = (size: number, className?: string) => (
    <Avatar id={user._id} name={name} src={user.profilepic} size={size} {...(className && { className })} />
  );
  return (
    <header>
      <div className="relative">
        <ProfileCover userId={user._id} src={board?.coverPhoto ?? ''} />
        <div className="absolute start-3 top-1.5 sm:top-3">{props.back}</div>
        <div className="absolute end-3 top-1.5 flex sm:top-3">{props.menu}</div>
      </div>
      <div className="px-4 pb-3 md:px-5 md:pb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-3">
          {/* the ring stands out, so that the picture is in line with the name */}
          <span className="relative -ms-1 -mt-11 rounded-full bg-surface p-1 md:-mt-14">
            {import.meta.env.SSR ? (
              // for windows of all widths
              <>
                {avatarOf(80, 'md:hidden')}
                {avatarOf(104, 'max-md:hidden')}
              </>
            ) : (
              avatarOf(narrow ? 80 : 104)
            )}
          </span>
          <div className="flex min-h-11 items-center gap-2 pt-2 md:pt-3">{props.actions}</div>
        </div>
        <h1
          className={cx(
            'mt-1 text-section leading-tight font-semibold wrap-anywhere serif:text-[1.5rem]',
            serifOf(name),
          )}
        >
          <bdi>{name}</bdi>
        </h1>
        <p className="text-meta text-muted">
          <bdi dir="ltr" translate="no">{`@${user.userName}`}</bdi>
        </p>
        {board?.bio ? <Bio key={user._id} text={board.bio} /> : null}
        <Facts user={user} board={board} />
        {props.stats}
      </div>
    </header>
  );
};
