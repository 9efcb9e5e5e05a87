import { create } from 'zustand';
import { asRecord, readStored, writeStored } from '../../../lib/json';
import { onOtherPerson } from './other-person';

/** What a card remembers while it is scrolled out of the page. */
export interface CardView {
  textOpen: boolean;
  mediaOpen: boolean;
  slide: number;
  commentsOpen: boolean;
}

/** How a card looks that nobody has opened anything of. */
export const CLOSED: CardView = { textOpen: false, mediaOpen: false, slide: 0, commentsOpen: false };

const KEY = 'card-views';

const isViews = (value: unknown): value is Record<string, CardView> => asRecord(value) === value;

interface CardViews {
  views: Record<string, CardView>;
  change: (postId: string, change: Partial<CardView>) => void;
}

/**
 * Unfolded texts, open comments and current slides by post: cards leave the page when they scroll away, and come back as
 * they were, after a reload too.
 */
export const useCardViews = create<CardViews>((set, get) => ({
  views: readStored(KEY, isViews, {}, 'sessionStorage'),
  change: (postId, change) => {
    const views = { ...get().views, [postId]: { ...CLOSED, ...get().views[postId], ...change } };
    set({ views });
    writeStored(KEY, views, 'sessionStorage');
  },
}));

/** The slide at which a post's carousel stands, on its card and on its page. */
export const useSlide = (postId: string): number => useCardViews((state) => state.views[postId]?.slide ?? 0);

/** What was opened of warnings, muted words and comments while this page lives, e.g. `words:{id}`. */
export const useOpened = create<Record<string, boolean>>(() => ({}));

onOtherPerson(() => {
  useCardViews.setState({ views: {} });
  writeStored(KEY, null, 'sessionStorage');
  useOpened.setState({}, true);
});
