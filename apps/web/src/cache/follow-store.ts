import { create } from 'zustand';
import { readLocal, writeLocal } from '../lib/json';

type Followed = Record<string, boolean>;

const isFollowed = (value: unknown): value is Followed =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((entry) => typeof entry === 'boolean');

const storageKey = (viewerId: string) => `follows:${viewerId}`;

interface FollowState {
  /** Choices by viewer, then by author; read from this browser on first use. */
  byViewer: Record<string, Followed>;
  load: (viewerId: string) => void;
  set: (viewerId: string, authorId: string, following: boolean) => void;
}

/** Who follows whom in this browser: no call is made (F §4). */
export const useFollowStore = create<FollowState>((set, get) => ({
  byViewer: {},
  load: (viewerId) => {
    if (get().byViewer[viewerId]) return;
    const stored = readLocal(storageKey(viewerId), isFollowed, {});
    set((state) => ({ byViewer: { ...state.byViewer, [viewerId]: stored } }));
  },
  set: (viewerId, authorId, following) => {
    // another tab may have followed somebody since this one read
    const held = readLocal(storageKey(viewerId), isFollowed, get().byViewer[viewerId] ?? {});
    const followed = { ...held, [authorId]: following };
    writeLocal(storageKey(viewerId), followed);
    set((state) => ({ byViewer: { ...state.byViewer, [viewerId]: followed } }));
  },
}));

// what another tab chose holds here, too
window.addEventListener('storage', ({ key }) => {
  for (const [viewerId, held] of Object.entries(useFollowStore.getState().byViewer)) {
    if (key !== storageKey(viewerId)) continue;
    const followed = readLocal(key, isFollowed, held);
    useFollowStore.setState(({ byViewer }) => ({ byViewer: { ...byViewer, [viewerId]: followed } }));
  }
});
