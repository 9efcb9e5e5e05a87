import { t } from '@lingui/core/macro';
import { MapPin, Pin } from 'lucide-react';
import type { ClientPost } from '../model/post';
import { Edited } from './edited';
import { Avatar } from '../../../../components/ui/avatar';
import { CardLink } from '../../../../components/ui/card-link';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { useOwnAccount } from '../../../../lib/viewer';
import { PostOptions } from '../options/post-options';
import { FollowButton } from '../reactions/follow';
import { useOverTime } from '../../../../lib/use-age';
import { formatFullTime, formatPostTime } from '../../../../lib/format';
import { mapsSearch } from '../model/media-items';

interface PostHeaderProps {
  post: ClientPost;
  /** Address of the post, for its time; absent where another link leads there. */
  href?: string | undefined;
  /** Without the options menu. */
  preview?: boolean;
  /** Called after the post was deleted or its author blocked. */
  onGone?: () => void;
}

/** One line above the other, next to each other with larger text. */
const LINES =
  'relative grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] content-center items-center gap-x-2 max-[16rem]:gap-y-1';
/** In the column at the end, centred between both lines; in narrow windows with large text below them. */
const AT_END = 'row-span-2 row-start-1';

/**
 * Avatar, names, time, place, follow and options (F §2). The author's link loads their page in full. The avatar has 44 px at
 * any text size, so its room is in pixels.
 */
export const PostHeader = ({ post, href, preview = false, onGone }: PostHeaderProps) => {
  const own = useOwnAccount()?._id === post.user._id;
  const { user } = post;
  const age = useOverTime((now) => formatPostTime(post.createdAt, now));
  const name = user.fullName || user.userName;
  const time = (
    <time dateTime={post.createdAt} title={formatFullTime(post.createdAt)} className="max-w-full shrink-0">
      {age}
    </time>
  );
  return (
    <header className={LINES}>
      <a
        href={paths.profile.getHref(user.userName)}
        title={`${name} @${user.userName}`}
        className="-mt-1.5 flex min-w-0 items-baseline gap-1 ps-[56px] pt-1.5 leading-tight hover:underline focus-visible:-outline-offset-2"
      >
        <Avatar
          id={user._id}
          name={name}
          src={user.profilepic}
          size={44}
          className="absolute start-0 top-0"
        />
        <bdi className="max-w-[max(60%,100%-3rem)] shrink-0 truncate text-body leading-tight font-semibold">
          {name}
        </bdi>{' '}
        <bdi dir="ltr" translate="no" className="truncate text-meta leading-tight text-muted">
          {`@${user.userName}`}
        </bdi>
      </a>
      <div className="row-start-2 flex min-w-0 flex-wrap items-center gap-1 ps-[56px] text-meta text-muted">
        {href ? (
          <CardLink to={href} className="-my-1 max-w-full shrink-0 py-1 hover:underline">
            {time}
          </CardLink>
        ) : (
          time
        )}
        {post.editedAt ? <Edited of="post" id={post._id} /> : null}
        {post.location ? (
          <a
            href={mapsSearch(post.location)}
            target="_blank"
            rel="noopener noreferrer"
            title={t`${post.location} on the map`}
            className="-my-1 flex max-w-max min-w-16 flex-1 items-center gap-0.5 py-1 hover:text-text hover:underline"
          >
            <MapPin size="0.8125em" aria-hidden className="shrink-0" />
            <bdi className="truncate">{post.location}</bdi>
          </a>
        ) : null}
        {own && post.isPinned ? (
          <span className="inline-flex shrink-0 items-center gap-0.5 font-medium text-accent-text">
            <Pin size="0.8125em" aria-hidden />
            <span>{t`Pinned`}</span>
          </span>
        ) : null}
      </div>
      {own ? null : (
        <FollowButton
          author={post.user}
          className={cx(AT_END, 'max-[16rem]:row-span-1 max-[16rem]:row-start-3 max-[16rem]:ms-[56px]')}
        />
      )}
      {preview ? null : (
        <PostOptions post={post} onGone={onGone} className={cx(AT_END, 'col-start-3 -me-2.5 -ms-1.5')} />
      )}
    </header>
  );
};
