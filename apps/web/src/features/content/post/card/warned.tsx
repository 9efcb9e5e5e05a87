import { t } from '@lingui/core/macro';
import { EyeOff, TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../../../../components/ui/button';
import { useMediaQuery } from '../../../../lib/use-media-query';
import { CAROUSEL, frameStyle, mediaItems } from '../model/media-items';
import type { ClientPost } from '../model/post';
import { Ground } from './media-item';
import { setOpened, useWarning } from '../model/warning';
import type { Elements } from '../../../../lib/elements';

interface WarnedProps {
  post: ClientPost;
  words: Elements;
  media: Elements;
  headingId: string;
  headingLevel: 'h1' | 'h2';
}

const SensitiveMedia = ({ post, media, headingLevel }: Omit<WarnedProps, 'words' | 'headingId'>) => {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(CAROUSEL);
  const shown = useWarning(post).media;
  const items = mediaItems(post);
  if (items.length === 0) return null;
  if (shown === 'hidden')
    return (
      <p className="flex items-center gap-1.5 text-meta text-muted">
        <EyeOff size="0.9375em" aria-hidden />
        <span>{t`Sensitive pictures hidden`}</span>
      </p>
    );
  const open = () => {
    // the pressed button disappears
    box.current?.focus({ preventScroll: true });
    setOpened(post, 'media', true);
  };
  return (
    <div ref={box} role="group" aria-label={t`Sensitive pictures`} tabIndex={-1}>
      {shown === 'shown' ? (
        media
      ) : (
        <button
          type="button"
          onClick={open}
          className="group/open relative grid place-items-center overflow-hidden rounded-media bg-fill focus-visible:-outline-offset-4"
          // reserves the shape of the hidden media: the post's own page uses the carousel on every screen
          style={frameStyle(items, narrow || headingLevel === 'h1' ? 'carousel' : 'grid')}
        >
          <Ground placeholder={items[0]?.placeholder ?? ''} />
          <span className="relative inline-flex min-h-11 items-center gap-2 rounded-pill bg-black/65 px-5 text-body font-semibold text-white group-hover/open:bg-black/80">
            <EyeOff size="1.125em" aria-hidden />
            <span>{t`Sensitive: show`}</span>
          </span>
        </button>
      )}
    </div>
  );
};

/**
 * Text and media with an author's warning. The warning replaces them until it is opened; sensitive media show only
 * their placeholder, with nothing fetched or described before. Load it lazily: most posts have no warning.
 */
export const Warned = ({ post, words, media, headingId, headingLevel }: WarnedProps) => {
  const { closed } = useWarning(post);
  const warningId = useId();
  // while the text is closed, the warning is the post's heading
  const Line = closed ? headingLevel : 'p';
  return (
    <>
      {post.contentWarning ? (
        <div className="flex min-h-15 items-center gap-3 rounded-media bg-fill py-2 pe-2 ps-4">
          <TriangleAlert size="1.125em" aria-hidden className="shrink-0 text-muted" />
          <div id={warningId} className="min-w-0 flex-1">
            <Line
              id={closed ? headingId : undefined}
              dir="auto"
              className="text-body font-semibold wrap-anywhere"
            >
              <span className="sr-only">{t`Content warning:`}</span> <span>{post.contentWarning}</span>
            </Line>
          </div>
          <Button
            variant="outline"
            size="sm"
            aria-expanded={!closed}
            aria-describedby={warningId}
            onClick={() => setOpened(post, 'words', closed)}
          >
            {closed ? t`Show` : t`Hide`}
          </Button>
        </div>
      ) : null}
      {closed ? null : (
        <>
          {words}
          {post.sensitive ? <SensitiveMedia post={post} media={media} headingLevel={headingLevel} /> : media}
        </>
      )}
    </>
  );
};
