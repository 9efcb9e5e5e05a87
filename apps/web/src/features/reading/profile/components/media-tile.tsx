import { imageAtWidth } from '@social-feed/contracts';
import { Copy, EyeOff, Heart, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Still } from '../../../../components/ui/still';
import { postName, type ClientPost } from '../../../content/post/model/post';
import { mediaItems } from '../../../content/post/model/media-items';
import { useWarning } from '../../../content/post/model/warning';
import { paths } from '../../../../config/paths';
import { formatCount, gradientCss, gradientOf } from '../../../../lib/format';
import { hidesCounts, savesData, usePreferences } from '../../../../lib/preferences';

/**
 * A 3:4 tile of the media grid that links to its post (A §2.9). With data saving on, it shows a small picture, and
 * none for a video.
 */
export const MediaTile = ({ post, delay }: { post: ClientPost; delay: number }) => {
  const saving = usePreferences(savesData);
  const hidden = usePreferences(hidesCounts);
  const [failed, setFailed] = useState(false);
  const items = mediaItems(post);
  const [media] = items;
  const warning = useWarning(post);
  if (!media) return null;
  const picture = saving ? imageAtWidth(media.url, 320) : media.url;
  const source = media.kind === 'image' ? picture : media.poster;
  const covered = warning.closed || warning.media !== 'shown';
  const label = postName(warning.closed ? { ...post, title: post.contentWarning } : post);
  return (
    <Link
      to={paths.post.getHref(post._id)}
      className="group relative block aspect-[3/4] overflow-hidden bg-fill motion-safe:animate-fade sm:rounded-media"
      style={{ animationDelay: `${delay}ms`, animationFillMode: 'backwards' }}
    >
      <span className="sr-only" dir="auto" lang={(label === post.title && post.language) || undefined}>
        {label}
      </span>
      {covered ? (
        <span className="grid size-full place-items-center text-muted">
          <EyeOff size="1.75em" aria-hidden />
        </span>
      ) : failed || (saving && media.kind === 'video') ? (
        <span
          className="absolute inset-0 opacity-70"
          style={{ backgroundImage: gradientCss(gradientOf(post._id)) }}
        />
      ) : source ? (
        <Still poster={media.kind === 'image' ? media.poster : undefined}>
          <img
            src={source}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
            className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.03]"
          />
        </Still>
      ) : (
        <video
          src={`${media.url}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
      {media.kind === 'video' || items.length > 1 ? (
        <span
          aria-hidden
          className="absolute top-2 end-2 grid size-7 place-items-center rounded-full bg-black/55 text-white"
        >
          {media.kind === 'video' ? <Play size="0.875em" fill="currentColor" /> : <Copy size="0.875em" />}
        </span>
      ) : null}
      {hidden ? null : (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 flex items-center gap-1 fade-foot px-2.5 pt-8 pb-2 text-meta font-semibold text-white"
        >
          <Heart size="0.875em" />
          <span>{formatCount(post.reactions.likes)}</span>
        </span>
      )}
    </Link>
  );
};
