import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import type { ClientPost } from '../post/model/post';
import { pageStep } from '../../lib/keys';
import { useFeedPlace } from './use-feed-place';

interface FeedListProps {
  posts: readonly ClientPost[];
  /** Whether the last post is known to be the last. */
  complete: boolean;
  /** True while a page is being fetched. */
  busy: boolean;
  renderPost: (post: ClientPost, index: number, size: number) => ReactNode;
}

/** Height of a card that was never measured, in pixels. */
const CARD_ESTIMATE = 560;
/** How far beyond the screen cards are drawn, in pixels. */
const BUFFER = 800;

/**
 * The posts as an ARIA feed. Only the cards around the screen are in the document, so that it stays light however far
 * one scrolls; Page Up and Page Down move the focus between cards.
 */
export const FeedList = ({ posts, complete, busy, renderPost }: FeedListProps) => {
  const list = useRef<WindowVirtualizerHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const sizes = useFeedPlace(list, container, posts);
  const focusNext = useRef<number | null>(null);

  // The list keeps the reader's place itself. A page that became shorter while heights were learnt would be scrolled back
  // by the browser as soon as it grows again, away from what is being read.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.overflowAnchor = 'none';
    return () => {
      style.overflowAnchor = '';
    };
  }, []);

  const shown = useRef(posts);
  useEffect(() => {
    shown.current = posts;
  });
  useEffect(() => {
    let left = false;
    let stop: (() => void) | undefined;
    const reveal = (postId: string) => {
      const index = shown.current.findIndex(({ _id }) => _id === postId);
      if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' });
      return index >= 0;
    };
    void import('./upkeep').then(
      ({ keepFocus }) => {
        if (!left && container.current) stop = keepFocus(container.current, reveal);
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop?.();
    };
  }, []);

  const focusCard = useCallback((index: number): boolean => {
    const card = container.current?.querySelector<HTMLElement>(`article[aria-posinset="${index + 1}"]`);
    card?.focus({ preventScroll: true });
    return card !== null && card !== undefined;
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    const step = pageStep(event);
    if (step === 0) return;
    const current = (event.target as Element).closest('article[aria-posinset]');
    if (!current) return;
    const index = Number(current.getAttribute('aria-posinset')) - 1 + step;
    if (index < 0 || index >= posts.length) return;
    event.preventDefault();
    list.current?.scrollToIndex(index, { align: 'start', offset: -72 });
    focusNext.current = focusCard(index) ? null : index;
  };

  // the card may come into the document only with the scrolling
  useEffect(() => {
    const handleScroll = () => {
      if (focusNext.current !== null && focusCard(focusNext.current)) focusNext.current = null;
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => window.removeEventListener('scroll', handleScroll);
  }, [focusCard]);

  const size = complete ? posts.length : -1;
  return (
    // the keys of the ARIA feed pattern, acting on the focused article
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=feed prescribes page keys
    <div ref={container} role="feed" tabIndex={-1} aria-label="Posts" aria-busy={busy} onKeyDown={handleKey}>
      <WindowVirtualizer
        ref={list}
        data={posts}
        itemSize={CARD_ESTIMATE}
        bufferSize={BUFFER}
        {...(sizes ? { cache: sizes } : {})}
      >
        {(post, index) => <Fragment key={post._id}>{renderPost(post, index, size)}</Fragment>}
      </WindowVirtualizer>
    </div>
  );
};
