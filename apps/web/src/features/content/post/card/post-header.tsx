import { MapPin, Pin } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ClientPost } from '../model/post';
import { Edited } from './edited';
import { Avatar } from '../../../../components/ui/avatar';
import { paths } from '../../../../config/paths';
import { useOwnAccount } from '../../../../lib/viewer';
import { PostOptions } from '../options/post-options';
import { FollowButton } from '../reactions/follow';
import { useOverTime } from '../../../../lib/use-age';
import { formatFullTime, formatPostTime } from '../../../../lib/format';
import { mapsSearch } from '../model/media-items';

interface PostHeaderProps {
  post: ClientPost;
  /** Without the options menu. */
  preview?: boolean;
  /** Called after the post was deleted or its author blocked. */
  onGone?: () => void;
}

/** Avatar, names, time, place, follow and options (F §2). The author's links load their page in full. */
export const PostHeader = ({ post, preview = false, onGone }: PostHeaderProps) => {
  const own = useOwnAccount()?._id === post.user._id;
  const { user } = post;
  const age = useOverTime((now) => formatPostTime(post.createdAt, now));
  const profile = paths.profile.getHref(user.userName);
  return (
    <header className="flex flex-wrap items-center gap-x-3">
      <a
        href={profile}
        tabIndex={-1}
        aria-hidden
        className="shrink-0 rounded-full transition-opacity hover:opacity-85"
      >
        <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={44} />
      </a>
      <div className="min-w-0 flex-[1_1_4.5rem] leading-tight">
        <a
          href={profile}
          dir="auto"
          className="block w-fit max-w-full truncate text-body font-semibold hover:underline"
        >
          {user.fullName || user.userName}
        </a>
        <div className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2 text-meta text-muted">
          <span className="flex max-w-full min-w-0 gap-1">
            <a href={profile} dir="ltr" className="min-w-0 truncate hover:underline">
              {`@${user.userName}`}
            </a>
            <span aria-hidden>·</span>
          </span>
          <span className="flex max-w-full flex-wrap items-center gap-x-1">
            <Link to={paths.post.getHref(post._id)} className="-my-1 py-1 hover:underline">
              <time dateTime={post.createdAt} title={formatFullTime(post.createdAt)}>
                {age}
              </time>
            </Link>
            {post.editedAt ? <Edited of="post" id={post._id} /> : null}
          </span>
          {post.location ? (
            <a
              href={mapsSearch(post.location)}
              target="_blank"
              rel="noopener noreferrer"
              title={`${post.location} on the map`}
              className="-my-1 flex max-w-full min-w-0 items-center gap-0.5 py-1 hover:text-text hover:underline"
            >
              <MapPin size="0.8125em" aria-hidden className="shrink-0" />
              <span dir="auto" className="truncate">
                {post.location}
              </span>
            </a>
          ) : null}
          {own && post.isPinned ? (
            <span className="inline-flex shrink-0 items-center gap-0.5 font-medium text-accent-text">
              <Pin size="0.8125em" aria-hidden />
              <span>Pinned</span>
            </span>
          ) : null}
        </div>
      </div>
      <div className="ms-auto flex items-center gap-3">
        {own ? null : <FollowButton author={post.user} />}
        {preview ? null : <PostOptions post={post} onGone={onGone} />}
      </div>
    </header>
  );
};
