import type { Notification } from '@social-feed/contracts';
import { andOthers, wordsOf } from '@social-feed/contracts/notification-words';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar';
import { paths } from '../../config/paths';
import { timeAgo } from '../../lib/ago';
import { useMinutes } from '../../lib/use-age';
import { formatFullTime } from '../../lib/format';

interface NotificationRowProps {
  notification: Notification;
  /** Somebody follows a link of one that is not read. */
  onOpen: () => void;
}

/** One notification: who did what, with links to the first person and to the post, or the comment. */
export const NotificationRow = ({ notification, onOpen }: NotificationRowProps) => {
  useMinutes();
  const { people, post, comment, at, isRead } = notification;
  const [first] = people;
  if (!first) return null;
  const name = first.fullName || first.userName;
  const { did, title } = wordsOf(notification);
  const open = isRead ? undefined : onOpen;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar id={first._id} name={name} src={first.profilepic} size={36} />
      <div className="min-w-0 flex-1">
        <p className="break-words text-body">
          {isRead ? null : <span className="sr-only">New: </span>}
          <Link
            to={paths.profile.getHref(first.userName)}
            onClick={open}
            className="inline-block min-h-6 font-semibold hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>{' '}
          <bdi>{andOthers(notification)}</bdi> <span>{did}</span>{' '}
          {post ? (
            <Link
              to={paths.post.getHref(post._id, comment ?? undefined)}
              onClick={open}
              className="font-semibold hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
          ) : null}
        </p>
        <time dateTime={at} title={formatFullTime(at)} className="text-meta text-muted">
          {timeAgo(at)}
        </time>
      </div>
      {isRead ? null : <span aria-hidden className="mt-2 size-2.5 shrink-0 rounded-full bg-accent" />}
    </li>
  );
};
