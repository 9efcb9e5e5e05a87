import { t } from '@lingui/core/macro';
import { Heart } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../components/ui/avatar';
import { paths } from '../../../config/paths';
import { AVATAR_HUES, formatFullTime, formatPostTime, gradientOf } from '../../../lib/format';
import { useOverTime } from '../../../lib/use-age';
import { useOwnAccount } from '../../../lib/viewer';
import { MediaLink } from '../../content/post/card/media-item';
import { mediaItems } from '../../content/post/model/media-items';
import type { ClientPost } from '../../content/post/model/post';
import { ActionButton, useActions } from '../../content/post/reactions/action-bar';

/** A light ground in the colours of the author's gradient. */
export const tintOf = (authorId: string): CSSProperties => {
  const hue = AVATAR_HUES[gradientOf(authorId)] ?? 0;
  const shade = (turn: number, share: number) =>
    `color-mix(in oklab, oklch(0.6 0.14 ${(hue + turn) % 360}) ${share}%, var(--surface))`;
  return { backgroundImage: `linear-gradient(160deg, ${shade(0, 22)}, ${shade(35, 8)})` };
};

export const Author = ({ post: { _id, user, createdAt } }: { post: ClientPost }) => {
  const age = useOverTime((now) => formatPostTime(createdAt, now));
  return (
    <p className="flex min-w-0 items-center gap-2 text-meta">
      <Avatar id={user._id} name={user.fullName || user.userName} src={user.profilepic} size={28} />
      <a
        href={paths.profile.getHref(user.userName)}
        dir="auto"
        className="min-w-0 truncate py-1 font-semibold hover:underline"
      >
        {user.fullName || user.userName}
      </a>
      <Link to={paths.post.getHref(_id)} className="shrink-0 py-1 text-muted hover:underline">
        <time dateTime={createdAt} title={formatFullTime(createdAt)}>
          {age}
        </time>
      </Link>
    </p>
  );
};

/** The first picture or clip of a post; its link opens the viewer with all of them. */
export const Picture = ({
  post,
  eager,
  style,
}: {
  post: ClientPost;
  eager: boolean;
  style?: CSSProperties | undefined;
}) => {
  const items = mediaItems(post);
  const [first] = items;
  if (!first) return null;
  return (
    <div data-picture className="relative min-h-0 flex-1 overflow-hidden rounded-media bg-fill" style={style}>
      <MediaLink
        item={first}
        href={paths.photo.getHref(post.user.userName, post._id, 1)}
        fit="contain"
        ground
        eager={eager}
        sizes={'(max-width: 767px) calc(100vw - 2rem), 480px'}
      />
      {items.length > 1 ? (
        <span
          dir="ltr"
          className="pointer-events-none absolute top-3 end-3 rounded-pill bg-black/60 px-2.5 py-0.5 text-meta font-medium text-white"
        >
          {`1 / ${items.length}`}
        </span>
      ) : null}
    </div>
  );
};

/** Like, comment and, on others' posts, save. */
export const Actions = ({ post, onComment }: { post: ClientPost; onComment: () => void }) => {
  const { like, comment, save } = useActions(post);
  const isOwn = useOwnAccount()?._id === post.user._id;
  return (
    <div role="group" aria-label={t`Actions`} className="-mx-3 flex flex-1 items-center print:hidden">
      <ActionButton {...like} />
      <ActionButton {...comment} onPress={onComment} />
      {isOwn ? null : <ActionButton {...save} />}
    </div>
  );
};

/** Pops up each time the count grows; nothing at 0. */
export const PoppingHeart = ({ count }: { count: number }) =>
  count > 0 ? (
    <span
      key={count}
      aria-hidden
      className="pointer-events-none absolute inset-0 grid animate-pop place-items-center text-like"
    >
      <Heart size="6rem" aria-hidden fill="currentColor" />
    </span>
  ) : null;
