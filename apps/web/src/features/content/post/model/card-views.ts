import { create } from 'zustand';
import { asRecord, readStored, writeStored } from '../../../../lib/json';
import { onOtherPerson } from './other-person';

/** State of a card that survives scrolling out of the document. */
export interface CardView {
  textOpen: boolean;
  mediaOpen: boolean;
  slide: number;
  commentsOpen: boolean;
}

/** State of an untouched card. */
export const CLOSED: CardView = { textOpen: false, mediaOpen: false, slide: 0, commentsOpen: false };

const KEY = 'card-views';

const isViews = (value: unknown): value is Record<string, CardView> => asRecord(value) === value;

interface CardViews {
  views: Record<string, CardView>;
  change: (postId: string, change: Partial<CardView>) => void;
}

/**
 * Unfolded texts, open comments and current slides by post. Cards leave the document when they scroll away; this
 * restores them, also after a reload.
 */
export const useCardViews = create<CardViews>((set, get) => ({
  views: readStored(KEY, isViews, {}, 'sessionStorage'),
  change: (postId, change) => {
    const views = { ...get().views, [postId]: { ...CLOSED, ...get().views[postId], ...change } };
    set({ views });
    writeStored(KEY, views, 'sessionStorage');
  },
}));

/** The current slide of a post's carousel, shared by its card and its page. */
export const useSlide = (postId: string): number => useCardViews((state) => state.views[postId]?.slide ?? 0);

/** Opened warnings, muted posts and comments, e.g. `words:{id}`; kept until the page is reloaded. */
export const useOpened = create<Record<string, boolean>>(() => ({}));

onOtherPerson(() => {
  useCardViews.setState({ views: {} });
  writeStored(KEY, null, 'sessionStorage');
  useOpened.setState({}, true);
});
