import { MapPin, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ClientPost } from '../../../cache/post-model';
import { Avatar } from '../../../components/ui/avatar';
import { paths } from '../../../config/paths';
import { formatFullTime, formatPostTime } from '../../../lib/format';
import { mapsSearch } from '../model/post-links';

interface PostHeaderProps {
  post: ClientPost;
  /** Whether the viewer wrote it: only then does the pin show. */
  own: boolean;
  /** Follow button of others' posts. */
  follow?: ReactNode;
  /** Options menu. */
  menu?: ReactNode;
}

/** Avatar, names, time, place, follow and options (F §2). The author's links load their page in full. */
export const PostHeader = ({ post, own, follow, menu }: PostHeaderProps) => {
  const { user } = post;
  const profile = paths.profile.getHref(user.userName);
  return (
    <header className="flex items-center gap-3">
      <a
        href={profile}
        tabIndex={-1}
        aria-hidden
        className="shrink-0 rounded-full transition-opacity hover:opacity-85"
      >
        <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={44} />
      </a>
      <div className="min-w-0 flex-1 leading-tight">
        <a
          href={profile}
          dir="auto"
          className="block w-fit max-w-full truncate text-body font-semibold hover:underline"
        >
          {user.fullName || user.userName}
        </a>
        <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-meta text-muted">
          <span className="flex max-w-full min-w-0 items-center gap-1">
            <a href={profile} className="min-w-0 truncate hover:underline">
              @{user.userName}
            </a>
            <span aria-hidden>·</span>
            <Link to={paths.post.getHref(post._id)} className="-my-1 shrink-0 py-1 hover:underline">
              <time dateTime={post.createdAt} title={formatFullTime(post.createdAt)}>
                {formatPostTime(post.createdAt)}
              </time>
            </Link>
            {post.editedAt ? <span className="shrink-0">· edited</span> : null}
          </span>
          {post.location ? (
            <a
              href={mapsSearch(post.location)}
              target="_blank"
              rel="noopener noreferrer"
              title={`${post.location} on the map`}
              className="-my-1 flex max-w-full min-w-0 items-center gap-0.5 py-1 hover:text-text hover:underline"
            >
              <MapPin size={13} aria-hidden className="shrink-0" />
              <span dir="auto" className="truncate">
                {post.location}
              </span>
            </a>
          ) : null}
          {own && post.isPinned ? (
            <span className="inline-flex shrink-0 items-center gap-0.5 font-medium text-accent-text">
              <Pin size={13} aria-hidden />
              Pinned
            </span>
          ) : null}
        </div>
      </div>
      {follow}
      {menu}
    </header>
  );
};
