import type { PublicUser } from '@social-feed/contracts';
import { CalendarDays } from 'lucide-react';
import { Avatar } from '../../../components/ui/avatar';
import { gradientCss, gradientOf } from '../../../lib/format';

/** Cover in the person's own gradient, picture, name, handle and the month of joining. */
export const ProfileHeader = ({ user }: { user: PublicUser }) => {
  const joined = new Date(user.createdAt);
  return (
    <header>
      <div
        className="h-32 md:h-44 md:rounded-t-card"
        style={{ backgroundImage: gradientCss(gradientOf(user._id)) }}
        aria-hidden
      />
      <div className="px-4 pb-5 md:px-5">
        <span className="-mt-12 inline-block rounded-full bg-surface p-1">
          <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={96} />
        </span>
        <h1 className="mt-2 text-section font-bold" dir="auto">
          {user.fullName}
        </h1>
        <p className="text-muted">@{user.userName}</p>
        {Number.isNaN(joined.getTime()) ? null : (
          <p className="mt-3 flex items-center gap-2 text-meta text-muted">
            <CalendarDays size={16} aria-hidden />
            Joined {joined.toLocaleDateString('en', { month: 'long', year: 'numeric' })}
          </p>
        )}
      </div>
    </header>
  );
};
