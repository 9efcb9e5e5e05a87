import type { Notification } from '@social-feed/contracts';
import { andOthers, wordsOf } from '@social-feed/contracts/notification-words';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar';
import { paths } from '../../config/paths';
import { timeAgo } from '../../lib/ago';
import { useMinutes } from '../../lib/use-age';
import { cx } from '../../lib/class-names';
import { formatFullTime } from '../../lib/format';
import { usePress } from '../../lib/press';

interface NotificationRowProps {
  notification: Notification;
  /** Called when a link of an unread notification is followed. */
  onOpen: () => void;
}

/** One notification: the users and their action, with links to the first user and to the post or comment. */
export const NotificationRow = ({ notification, onOpen }: NotificationRowProps) => {
  useMinutes();
  const { people, post, comment, at, isRead } = notification;
  const navigate = useNavigate();
  const open = isRead ? undefined : onOpen;
  const href = post ? paths.post.getHref(post._id, comment ?? undefined) : undefined;
  const press = usePress(href, () => {
    open?.();
    void navigate(href ?? '');
  });
  const [first] = people;
  if (!first) return null;
  const name = first.fullName || first.userName;
  const { did, title } = wordsOf(notification);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar id={first._id} name={name} src={first.profilepic} size={36} />
      <div className="min-w-0 flex-1">
        <p {...press} className={cx('break-words text-body', href && 'cursor-pointer')}>
          {isRead ? null : <span className="sr-only">New: </span>}
          <Link
            to={paths.profile.getHref(first.userName)}
            onClick={open}
            className="inline-block min-h-6 font-semibold hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>{' '}
          <bdi>{andOthers(notification)}</bdi> <span>{did}</span>{' '}
          {href ? (
            <Link to={href} onClick={open} className="font-semibold hover:underline">
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
