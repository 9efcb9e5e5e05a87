import { t } from '@lingui/core/macro';
import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { cx } from '../../../../lib/class-names';
import { drawnPosts } from '../../../../lib/drawn';
import { firstPicture, noteFirstPicture } from '../../../../lib/first-picture';
import { pageStep } from '../../../../lib/keys';
import { usePrinting } from '../../../../lib/use-printing';
import { PostCard } from '../card/post-card';
import { PartBoundary } from '../../../../components/errors/part-boundary';
import { PostSkeleton } from '../card/post-skeleton';
import { useShortcuts } from '../dialogs/use-shortcuts';
import { showsPicture } from '../model/media-items';
import type { ClientPost } from '../model/post';
import { DrawnItems, type DrawnItemsHandle } from './drawn-items';
import { useListPlace, type NotePlace } from './list-place';
import { useHidden, type Hidden } from './use-hidden';

/** Estimated height of an unmeasured card, in pixels: a picture, and text that grows with the font size. */
const cardEstimate = (): number =>
  320 + 15 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
/** Height of the bars over the top of the screen, in pixels. */
const COVERED = 72;
/** How many posts may hold the first picture of the screen: few are shorter than a third of it. */
const LEADING = 3;
/** Delay between the fade-ins of two posts (A §9), in milliseconds. */
const STAGGER = 100;

/**
 * The line between two cards on phones. The lower card draws it, so that it covers the upper card's edge at
 * fractional pixels.
 */
const ITEM = '[contain:layout_style] max-md:[box-shadow:0_-1px_var(--line)]';

/**
 * Fades each post in once, one after the other within a page. No fade if posts come without pages, nor for the first
 * `arrived`, which were on the screen before.
 */
const useFade = (pageSize: number | undefined, returned: boolean, arrived: number) => {
  const [faded] = useState(() => new Set<string>());
  return (postId: string, index: number) => {
    if (pageSize === undefined || returned || index < arrived || faded.has(postId))
      return { className: ITEM };
    return {
      className: cx(ITEM, 'motion-safe:animate-fade'),
      style: { animationDelay: `${(index % pageSize) * STAGGER}ms`, animationFillMode: 'backwards' },
      onAnimationEnd: () => void faded.add(postId),
    };
  };
};

/** Index of the post that holds the first picture of the screen; -1 if there is none. */
const leadOf = (posts: readonly ClientPost[], hidden: Hidden | null): number =>
  posts.slice(0, LEADING).findIndex((post, index) => !hidden?.at(index) && showsPicture(post));

/**
 * Shows a placeholder while React renders the card in the background. The cards up to the first picture
 * render at once: a placeholder may be taller, and the next card would shift.
 */
const Sliced = ({ atOnce, children }: { atOnce: boolean; children: ReactNode }) =>
  useDeferredValue(true, atOnce) ? children : <PostSkeleton media />;

interface PostListProps {
  posts: readonly ClientPost[];
  /** Whether the end of the list is known. */
  complete: boolean;
  /** Whether a page is being fetched. */
  busy?: boolean;
  /** Posts per page, if pages fade in. */
  pageSize?: number;
  onPlace?: NotePlace;
  /** Shows the number of each post above it. */
  numbered?: boolean;
}

/** A list of posts. Renders nothing until the hidden posts are known. */
export const PostList = (props: PostListProps) => {
  const hidden = useHidden(props.posts);
  return hidden === undefined ? null : <Cards {...props} hidden={hidden} />;
};

/**
 * Turns scroll anchoring off: the list restores the position itself, and a page that shrinks and grows while heights
 * are measured would be scrolled away from what the user reads.
 */
const useNoAnchoring = () =>
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.overflowAnchor = 'none';
    return () => {
      style.overflowAnchor = '';
    };
  }, []);

/** Moves the focus between cards by Page Up and Page Down. */
const useCardFocus = (
  list: RefObject<DrawnItemsHandle | null>,
  container: RefObject<HTMLDivElement | null>,
  count: number,
  isBehind: (index: number) => boolean,
) => {
  const focusNext = useRef<number | null>(null);
  const focusCard = useCallback(
    (index: number): boolean => {
      const card = container.current?.querySelector<HTMLElement>(`article[aria-posinset="${index + 1}"]`);
      card?.focus({ preventScroll: true });
      return card !== null && card !== undefined;
    },
    [container],
  );

  const handleKey = (event: KeyboardEvent) => {
    const step = pageStep(event);
    const current = (event.target as Element).closest('article[aria-posinset]');
    if (step === 0 || !current) return;
    let index = Number(current.getAttribute('aria-posinset')) - 1 + step;
    while (isBehind(index)) index += step;
    if (index < 0 || index >= count) return;
    event.preventDefault();
    list.current?.scrollToIndex(index, { align: 'start', offset: -COVERED });
    focusNext.current = focusCard(index) ? null : index;
  };

  // the card may be rendered only after the scroll
  useEffect(() => {
    const handleScroll = () => {
      if (focusNext.current !== null && focusCard(focusNext.current)) focusNext.current = null;
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => window.removeEventListener('scroll', handleScroll);
  }, [focusCard]);
  return { focusCard, handleKey };
};

/**
 * Posts as an ARIA feed, restored to its position when the user returns. Renders only the cards around the screen,
 * so that the document stays small; Page Up and Page Down move the focus between cards.
 */
const Cards = (props: PostListProps & { hidden: Hidden | null }) => {
  const { posts, complete, busy = false, pageSize, onPlace, hidden } = props;
  const list = useRef<DrawnItemsHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const [estimate] = useState(cardEstimate);
  const { sizes, start, returned } = useListPlace(list, container, posts, onPlace);
  const [arrived] = useState(() => (import.meta.env.SSR ? Infinity : drawnPosts()));
  const fadeOf = useFade(pageSize, returned, arrived);
  /** Whether the post at an index is covered by the line of the previous post. */
  const isBehind = (index: number) => hidden?.joins(index) === true;
  // cards below the screen wait, so that their pictures do not slow down the first one
  const [ahead, setAhead] = useState(returned || !firstPicture);
  // the posts that the page arrived with are replaced at once
  const lead = leadOf(posts, hidden);
  const atOnce = Math.max(lead + 1, arrived, 1);
  useEffect(() => {
    if (lead === -1) noteFirstPicture();
  }, [lead]);
  // a card's effect may have reported the picture already
  useEffect(() => void Promise.resolve(firstPicture).then(() => startTransition(() => setAhead(true))), []);
  const printing = usePrinting();
  useShortcuts();

  useNoAnchoring();
  const { focusCard, handleKey } = useCardFocus(list, container, posts.length, isBehind);
  const size = complete ? posts.length : -1;
  const show = (run: readonly ClientPost[], index: number) => {
    hidden?.open(run);
    // the button disappears with its line: move the focus to the first revealed post
    setTimeout(() => focusCard(index));
  };
  const itemAt = (post: ClientPost, index: number) => {
    if (!hidden?.at(index))
      return (
        <>
          {props.numbered ? (
            <p aria-hidden className="break-after-avoid px-4 py-2 text-meta text-muted md:px-0">
              {t`${index + 1} of ${posts.length}`}
            </p>
          ) : null}
          <PostCard post={post} position={{ index: index + 1, size }} eager={index === lead} />
        </>
      );
    if (isBehind(index)) return null;
    const run = hidden.run(index);
    return (
      <hidden.Line
        posts={run}
        position={{ index: index + 1, size }}
        byLanguage={hidden.byLanguage(index)}
        onShow={() => show(run, index)}
      />
    );
  };
  return (
    // the keys of the ARIA feed pattern, acting on the focused article
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=feed prescribes page keys
    <div
      ref={container}
      role="feed"
      tabIndex={-1}
      aria-label={t`Posts`}
      aria-busy={busy}
      onKeyDown={handleKey}
    >
      <DrawnItems
        ref={list}
        items={posts}
        estimate={estimate}
        sizes={sizes}
        start={start}
        least={atOnce}
        all={printing}
        ahead={ahead}
        propsOf={({ _id }, index) => fadeOf(_id, index)}
      >
        {(post, index) => (
          <PartBoundary text={t`This post could not be shown.`}>
            <Sliced atOnce={ahead || printing || index < atOnce}>{itemAt(post, index)}</Sliced>
          </PartBoundary>
        )}
      </DrawnItems>
    </div>
  );
};
