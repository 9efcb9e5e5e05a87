import type { CacheSnapshot } from 'virtua';
import type { FeedData } from '../hooks/use-feed';
import { keepPlace, type FeedPlace } from '../stores/feed-place';

/** What there is to know of the list at any moment. */
interface Watched {
  viewerId: string | null;
  container: HTMLElement;
  sizes: () => CacheSnapshot | undefined;
  data: () => { data: FeedData | undefined; dataUpdatedAt: number } | undefined;
  /** Key of the history entry, and how many posts the list has. */
  list: () => { entry: string; count: number };
}

/** Pause between two readings while the page scrolls, in milliseconds. */
const EVERY = 100;

const anchorOf = (container: HTMLElement): FeedPlace['anchor'] => {
  for (const card of container.querySelectorAll<HTMLElement>('article[data-post-id]')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { postId: card.dataset['postId'] ?? '', above: top };
  }
  return null;
};

/** Keeps the reader's place, for Back and for a reload. Returns what ends it, with one last note of the place. */
export const watchPlace = ({ viewerId, container, sizes, data, list }: Watched): (() => void) => {
  let last: FeedPlace | undefined;
  const read = () => {
    const held = data();
    const measured = sizes();
    if (!container.isConnected || !held?.data || !measured) return;
    last = {
      ...list(),
      viewerId,
      offset: window.scrollY,
      anchor: anchorOf(container),
      sizes: measured,
      width: window.innerWidth,
      data: held.data,
      updatedAt: held.dataUpdatedAt,
    };
    keepPlace(last, false);
  };
  const handleHide = () => {
    read();
    if (last) keepPlace(last, true);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleScroll = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, EVERY);
  };
  window.addEventListener('scroll', handleScroll, { passive: true });
  // before a link takes the reader away the place is read once more, exactly
  document.addEventListener('click', read, { capture: true });
  window.addEventListener('pagehide', handleHide);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', handleScroll);
    document.removeEventListener('click', read, { capture: true });
    window.removeEventListener('pagehide', handleHide);
    if (last) keepPlace(last, true);
  };
};
