import { create } from 'zustand';
import type { CardView } from '../../features/posts/components/post-card';

/** What a card shows beyond its post. */
export interface FullCardView extends CardView {
  commentsOpen: boolean;
}

/** How a card looks that nobody has opened anything of. */
export const CLOSED: FullCardView = { textOpen: false, mediaOpen: false, slide: 0, commentsOpen: false };

const KEY = 'card-views';

const stored = (): Record<string, FullCardView> => {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, FullCardView>) : {};
  } catch {
    return {};
  }
};

interface CardViews {
  views: Record<string, FullCardView>;
  change: (postId: string, change: Partial<FullCardView>) => void;
}

/**
 * Unfolded texts, open comments and current slides by post: cards leave the page when they scroll away, and come back as
 * they were, after a reload too.
 */
export const useCardViews = create<CardViews>((set, get) => ({
  views: stored(),
  change: (postId, change) => {
    const views = { ...get().views, [postId]: { ...CLOSED, ...get().views[postId], ...change } };
    set({ views });
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify(views));
    } catch {
      // remembered until the reload then
    }
  },
}));
