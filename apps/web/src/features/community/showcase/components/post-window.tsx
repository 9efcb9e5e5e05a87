import { plural, t } from '@lingui/core/macro';
import type { ShownPost } from '@social-feed/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { formatNumber } from '../../../../lib/locale';
import { useKnownInstance } from '../../../../lib/instance-store';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { serifOf } from '../../../../lib/serif';
import { setVisitorMode } from '../../../../lib/visitor-mode';
import { useShownPosts } from '../hooks/use-shown-posts';
import { useSlides } from '../hooks/use-slides';
import { captionOf } from '../model/caption';
import { OWN_PICTURES } from '../model/samples';
import { ShownPicture } from './shown-picture';

const SIZES = '(min-width: 30rem) 50vw, 100vw';

/** What this is, where the host has not said it. */
const countText = (posts: number): string => {
  const number = formatNumber(posts);
  return plural(posts, {
    1: 'One post so far.',
    other: `${number} posts, shuffled afresh each time you come.`,
  });
};

/** A post's title and author; the whole window opens it. */
const Caption = ({ post }: { post: ShownPost }) => (
  <Link
    to={paths.post.getHref(post._id)}
    onClick={() => setVisitorMode(true)}
    className="mt-1 flex min-h-11 items-center pe-36 text-meta text-white/90 outline-white after:absolute after:inset-0"
  >
    <span className="flex min-w-0 flex-col items-start">
      {post.title ? (
        <bdi lang={post.language} className="max-w-full truncate">
          {captionOf(post.title)}
        </bdi>
      ) : null}
      <bdi className="max-w-full truncate">{post.author}</bdi>
    </span>
  </Link>
);

/** Real posts in turn, on top of the sign-in form of narrow windows; without any, pictures of the product. */
export const PostWindow = () => {
  const known = useShownPosts();
  const description = useKnownInstance()?.description ?? '';
  const [failed, setFailed] = useState<readonly string[]>([]);
  const saves = usePreferences(savesData);
  const posts = (known?.data ?? [])
    .filter(({ _id }) => !failed.includes(_id))
    .slice(0, saves ? 1 : undefined);
  const own = known !== undefined && posts.length === 0 ? OWN_PICTURES.slice(0, saves ? 1 : undefined) : [];
  const { index, focusProps } = useSlides(posts.length || own.length);
  const [seen, setSeen] = useState(0);
  // the next picture is fetched when its turn comes
  if (index > seen) setSeen(index);
  const post = posts[index] ?? posts[0];
  const said = description || countText(known?.posts ?? 0);
  const at = post ? posts.indexOf(post) : index;
  const pictures = posts.length > 0 ? posts.map(({ _id, picture }) => ({ key: _id, ...picture })) : own;
  return (
    <div
      role="group"
      aria-label={t`Public posts`}
      className="flex min-w-0 flex-col justify-end"
      {...focusProps}
    >
      {pictures.slice(0, Math.max(seen, at) + 1).map((picture, place) => (
        <ShownPicture
          key={picture.key}
          picture={picture}
          sizes={SIZES}
          hidden={place !== at}
          onError={() => setFailed((before) => [...before, picture.key])}
        />
      ))}
      {/* each with its own picture: the caption of the next one takes this place instead of moving */}
      <div key={post?._id ?? 'none'} className="fade-foot relative px-5 pt-14 pb-3 text-white">
        {post ? (
          <>
            <p
              className={cx(
                'line-clamp-3 text-section font-semibold text-balance wrap-anywhere',
                serifOf(said),
              )}
            >
              {said}
            </p>
            <Caption post={post} />
          </>
        ) : (
          <p className="line-clamp-3 min-h-11 content-center pe-36 text-title font-semibold wrap-anywhere">
            {description}
          </p>
        )}
      </div>
    </div>
  );
};
