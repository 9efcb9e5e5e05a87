import type { PublicUser } from '@social-feed/contracts';
import { CalendarDays, Link2, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar';
import { websiteHref, websiteLabel, type Board } from '../model/board';
import { Cover } from './cover';

interface ProfileHeaderProps {
  user: PublicUser;
  /** Undefined while it loads, null when there is none. */
  board: Board | null | undefined;
  /** On the cover: back at its start, options at its end. */
  back: ReactNode;
  menu: ReactNode;
  /** Edit Profile, or Follow and Message. */
  actions: ReactNode;
  stats: ReactNode;
}

const joinedMonth = (iso: string): string | null => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? null
    : date.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
};

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex max-w-full min-w-0 items-center gap-1.5">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span className="min-w-0 truncate">{children}</span>
  </li>
);

const Facts = ({ user, board }: Pick<ProfileHeaderProps, 'user' | 'board'>) => {
  const joined = joinedMonth(user.createdAt);
  const href = websiteHref(board?.website ?? '');
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted empty:hidden">
      {board?.location ? (
        <Fact icon={<MapPin size={15} />}>
          <bdi>{board.location}</bdi>
        </Fact>
      ) : null}
      {href ? (
        <Fact icon={<Link2 size={15} />}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-accent-text -outline-offset-2 hover:underline"
          >
            {websiteLabel(href)}
          </a>
        </Fact>
      ) : null}
      {joined ? <Fact icon={<CalendarDays size={15} />}>Joined {joined}</Fact> : null}
    </ul>
  );
};

/** Cover, picture, names, bio, facts and stats (A §2.9). Names of any script begin where the handle does. */
export const ProfileHeader = (props: ProfileHeaderProps) => {
  const { user, board } = props;
  return (
    <header>
      <div className="relative">
        <Cover userId={user._id} src={board?.coverPhoto ?? ''} />
        <div className="absolute top-3 left-3">{props.back}</div>
        <div className="absolute top-3 right-3">{props.menu}</div>
      </div>
      <div className="px-4 pb-4 md:px-5">
        <div className="flex flex-wrap items-end justify-between gap-x-3">
          <span className="relative -mt-14 rounded-full bg-surface p-1">
            <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={104} />
          </span>
          <div className="flex min-h-11 items-center gap-2 pt-3">{props.actions}</div>
        </div>
        <h1 className="mt-2 text-[1.375rem] leading-tight font-bold wrap-anywhere">
          <bdi>{user.fullName || user.userName}</bdi>
        </h1>
        <p className="mt-0.5 text-muted">@{user.userName}</p>
        {board?.bio ? (
          <p dir="auto" className="mt-3 text-body wrap-anywhere whitespace-pre-line">
            {board.bio}
          </p>
        ) : null}
        <Facts user={user} board={board} />
        {props.stats}
      </div>
    </header>
  );
};
