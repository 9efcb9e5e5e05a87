import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState, type TouchEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { useMediaQuery } from '../../../lib/use-media-query';
import { useOwnAccount } from '../../../lib/viewer';
import { PostBody } from '../../content/post/card/post-text';
import { aspectOf, frameStyle, mediaItems } from '../../content/post/model/media-items';
import { isSaved, type ClientPost } from '../../content/post/model/post';
import { useWarning } from '../../content/post/model/warning';
import { PostOptions } from '../../content/post/options/post-options';
import { useSwipe } from '../../content/post/page/use-swipe';
import { useReaction, useViewTracking } from '../../content/post/reactions/use-reaction';
import { Actions, Author, Picture, PoppingHeart, tintOf } from './hand-card-parts';
import { displayOf } from './hand-type';
import { useTaps } from './use-taps';

/** A window too low for a picture above its text. */
const LOW = '(max-height: 30rem)';
/** Wider pictures are as high as this one. */
const WIDEST = 2;
/** How long the heart of a double tap shows, in milliseconds. */
const HEART = 600;

/** Fades out what goes on below. `space`: the padding after the text, so that its last line is clear. */
const fade = (space: string): string => `linear-gradient(#000 calc(100% - ${space}), transparent)`;

/** Whether a text under this element does not fit and scrolls: then a finger scrolls it. */
const scrolls = (target: EventTarget): boolean => {
  const text = target instanceof Element ? target.closest('[data-scrolls]') : null;
  return text !== null && text.scrollHeight > text.clientHeight + 1;
};

/** What presses on the card do: a swipe up saves the post, a double tap likes it, a tap opens it. */
const usePresses = (post: ClientPost) => {
  const navigate = useNavigate();
  const viewer = useOwnAccount();
  const react = useReaction();
  const [hearts, setHearts] = useState(0);
  const reads = useRef(false);
  const open = () => void navigate(paths.post.getHref(post._id));
  const like = () => {
    setHearts((shown) => shown + 1);
    if (!post.userInteraction.liked) void react(post, 'like');
  };
  useEffect(() => {
    if (hearts === 0) return;
    const timer = setTimeout(() => setHearts(0), HEART);
    return () => clearTimeout(timer);
  }, [hearts]);
  const taps = useTaps((target) => {
    if (target.closest('[data-picture] a'))
      void navigate(paths.photo.getHref(post.user.userName, post._id, 1));
    else open();
  }, like);
  const { ref: follower, handlers } = useSwipe({
    toward: 'up',
    enabled: () => !reads.current,
    onSwipe: () => {
      if (!isSaved(post) && viewer?._id !== post.user._id) void react(post, 'bookmark');
    },
  });
  return {
    follower,
    handlers: {
      ...handlers,
      onTouchStart: (event: TouchEvent) => {
        reads.current = scrolls(event.target);
        handlers.onTouchStart(event);
      },
    },
    taps,
    /** How many double taps there were lately. */
    hearts,
    open,
  };
};

interface HandCardProps {
  post: ClientPost;
  index: number;
  count: number;
  /** Whether it is the card that is read. The others are inert. */
  current: boolean;
}

/** A post of the hand as a card that fills its place. A swipe up saves it, and a double tap likes it. */
export const HandCard = ({ post, index, count, current }: HandCardProps) => {
  const headingId = useId();
  const isLow = useMediaQuery(LOW);
  const { closed, media } = useWarning(post);
  const { follower, handlers, taps, hearts, open } = usePresses(post);
  const card = useRef<HTMLElement>(null);
  useViewTracking(card, post, 'list');

  const [first] = mediaItems(post);
  const isPicture = first !== undefined && !post.contentWarning && media === 'shown';
  const isText = !first && !closed;
  const isAbove = isPicture && !isLow;
  const ratio = first ? aspectOf(first, 0, WIDEST) : 1;
  return (
    <div ref={follower} className="size-full" {...handlers}>
      <article
        ref={card}
        tabIndex={-1}
        // keys act on the card that is read
        data-post-id={current ? post._id : undefined}
        aria-roledescription={t`card`}
        aria-labelledby={headingId}
        aria-posinset={index + 1}
        aria-setsize={count}
        {...taps}
        className="relative flex size-full overflow-hidden rounded-card border border-line bg-surface p-2 outline-none"
        style={{
          flexDirection: isLow && isPicture ? 'row' : 'column',
          touchAction: 'pan-x pinch-zoom',
          containerType: 'inline-size',
          ...(isText && tintOf(post.user._id)),
        }}
      >
        {isPicture ? (
          <Picture
            post={post}
            eager={current}
            style={isAbove ? { flex: '0 1 auto', aspectRatio: ratio } : undefined}
          />
        ) : null}
        <div
          className="flex min-h-0 min-w-0 flex-col"
          style={
            isPicture
              ? isLow
                ? { flex: '1 1 0', maxHeight: '100%' }
                : // what the picture leaves, and of a high one a half if the text needs it
                  { flex: '1 0 auto', maxHeight: `max(50%, 100% - 100cqw / ${ratio})` }
              : { flex: 1 }
          }
        >
          <div
            data-scrolls
            className={cx(
              'flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto pt-2',
              isText ? 'px-4' : 'px-2',
            )}
            style={{
              touchAction: 'pan-x pan-y pinch-zoom',
              overscrollBehaviorY: 'contain',
              maskImage: fade(isText ? '2rem' : '1rem'),
            }}
          >
            <Author post={post} />
            <div
              // below a picture the text follows its author; alone it stands in the middle
              className={cx(
                'flex w-full flex-col',
                isPicture ? 'gap-2' : 'm-auto gap-3 pt-2',
                isText ? 'pb-8' : 'pb-4',
              )}
            >
              <PostBody
                post={post}
                expanded
                onExpand={() => undefined}
                headingId={headingId}
                headingLevel="h2"
                display={isText || isPicture ? displayOf(post, isLow || isPicture) : undefined}
                media={
                  isPicture ? null : (
                    <Picture
                      post={post}
                      eager={current}
                      style={frameStyle(mediaItems(post).slice(0, 1), 'grid')}
                    />
                  )
                }
              />
            </div>
          </div>
          <div className="flex shrink-0 items-center px-2">
            <Actions post={post} onComment={open} />
            <PostOptions post={post} />
          </div>
        </div>
        <PoppingHeart count={hearts} />
      </article>
    </div>
  );
};
