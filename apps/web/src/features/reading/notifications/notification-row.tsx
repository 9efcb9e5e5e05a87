import { t } from '@lingui/core/macro';
import type { Notification } from '@social-feed/contracts';
import { AtSign, Heart, MessageCircle, Reply, UserPlus, type LucideIcon } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Done, Who } from './notification-words';
import { Avatar } from '../../../components/ui/avatar';
import { paths } from '../../../config/paths';
import { timeAgo } from '../../../lib/ago';
import { useMinutes } from '../../../lib/use-age';
import { cx } from '../../../lib/class-names';
import { formatFullTime } from '../../../lib/format';
import { MIDDLE, usePress } from '../../../lib/press';
import { quoted } from '../../../lib/words/quoted';
import { useHiddenComments } from '../../content/post/list/use-hidden-comments';

/** Icon and colours of the badge, and the name of a post without a title. */
const LOOKS: Record<Notification['kind'], readonly [LucideIcon, fill: string, untitled: string]> = {
  like: [Heart, 'bg-like', t`your post`],
  commentLike: [Heart, 'bg-like', t`a post`],
  comment: [MessageCircle, 'bg-accent', t`your post`],
  reply: [Reply, 'bg-accent', t`a post`],
  mention: [AtSign, 'bg-success', t`a post`],
  follow: [UserPlus, 'bg-accent', ''],
};

/** Up to three faces, each behind the one before, and the kind as a badge of 16 px. */
const Faces = ({ people, kind }: Pick<Notification, 'people' | 'kind'>) => {
  const [Icon, fill] = LOOKS[kind];
  return (
    <span className="flex w-16 shrink-0 pt-0.5">
      <span className="relative isolate flex self-start *:relative">
        {people.slice(0, 3).map(({ _id, fullName, userName, profilepic }, index) => (
          <span key={_id} className={index > 0 ? '-ms-4' : ''} style={{ zIndex: -index }}>
            <Avatar
              id={_id}
              name={fullName || userName}
              src={profilepic}
              size={people.length === 1 ? 44 : 32}
              className="outline-2 outline-surface"
            />
          </span>
        ))}
        <span
          aria-hidden
          className={cx(
            '!absolute -end-1 -bottom-1 grid size-4 place-items-center rounded-full text-surface outline-2 outline-surface',
            fill,
          )}
        >
          <Icon size="0.625rem" strokeWidth={3} />
        </span>
      </span>
    </span>
  );
};

/** The start of the comment, or a line in its place if it has a muted word. */
const Quote = ({ text, press }: { text: string; press: ReturnType<typeof usePress> }) => {
  const hidden = useHiddenComments();
  const [isOpen, setIsOpen] = useState(false);
  if (hidden === undefined) return null;
  const words = isOpen ? [] : (hidden?.wordsIn({ body: text }) ?? []);
  if (hidden && words.length > 0) return <hidden.Line words={words} onShow={() => setIsOpen(true)} />;
  return (
    <p {...press} dir="auto" className="mt-0.5 line-clamp-2 cursor-pointer text-body wrap-anywhere text-text">
      {text}
    </p>
  );
};

/** The title of the post; empty for a post of others with a muted word in it. */
const useTitle = ({ kind, post }: Notification): string => {
  const hidden = useHiddenComments();
  const title = post?.title ?? '';
  if (hidden === null || kind === 'like' || kind === 'comment') return title;
  return hidden?.wordsIn({ body: title }).length === 0 ? title : '';
};

interface NotificationRowProps {
  notification: Notification;
  /** Called when a link of an unread notification is followed. */
  onOpen: () => void;
}

/**
 * One notification: the users, their action and what they wrote, with links to the first user and to the post or
 * comment.
 */
export const NotificationRow = ({ notification, onOpen }: NotificationRowProps) => {
  useMinutes();
  const { kind, people, count, post, comment, text, at, isRead } = notification;
  const title = useTitle(notification);
  const navigate = useNavigate();
  const open = isRead ? undefined : onOpen;
  const href = post ? paths.post.getHref(post._id, comment ?? undefined) : undefined;
  const follow = () => {
    open?.();
    void navigate(href ?? '');
  };
  const press = usePress(href, follow, open);
  const links = {
    onClick: open,
    // opens it in another tab
    onAuxClick: ({ button }: MouseEvent) => void (button === MIDDLE && open?.()),
  };
  const [first] = people;
  if (!first) return null;
  const name = first.fullName || first.userName;
  const firstLink = (
    <Link
      to={paths.profile.getHref(first.userName)}
      {...links}
      dir="auto"
      className="inline-block min-h-6 max-w-full font-semibold text-text hover:underline"
    >
      {name}
    </Link>
  );
  const postLink = href ? (
    <Link to={href} {...links} className="block w-fit max-w-full hover:underline">
      {/* a block: a clipped inline text would lose all lines but its first */}
      <bdi className="line-clamp-2 wrap-anywhere">{title ? quoted(title) : LOOKS[kind][2]}</bdi>
    </Link>
  ) : (
    <></>
  );
  return (
    <li className={cx('flex items-start gap-3 px-4 py-3 md:px-5', !isRead && 'bg-accent-soft/60')}>
      <Faces people={people} kind={kind} />
      <div className="min-w-0 flex-1">
        <p {...press} className={cx('break-words text-body text-muted', href && 'cursor-pointer')}>
          {isRead ? null : <span className="sr-only">{`${t`New:`} `}</span>}
          <Done kind={kind} count={count} who={<Who {...notification} first={firstLink} />} post={postLink} />
        </p>
        {text ? <Quote text={text} press={press} /> : null}
        <time dateTime={at} title={formatFullTime(at)} className="text-meta text-muted">
          {timeAgo(at)}
        </time>
      </div>
      {isRead ? null : <span aria-hidden className="mt-2 size-2.5 shrink-0 rounded-full bg-accent" />}
    </li>
  );
};
