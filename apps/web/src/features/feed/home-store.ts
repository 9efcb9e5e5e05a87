import { create } from 'zustand';
import { messageOf } from '../../lib/api-error';

/** How long the interface stays in the refreshing state, in milliseconds; longer in the compact sizes (F §4). */
const SETTLE = { normal: 1000, compact: 1200 };
/** How long the notice stays, in milliseconds (F §2). */
const NOTICE = { normal: 2500, compact: 2000 };

interface HomeState {
  refreshing: boolean;
  /** Its posts are on their way; the interface goes on refreshing a little longer. */
  reading: boolean;
  noticeShown: boolean;
  /**
   * Idle → refreshing → idle, `load` under way meanwhile. Ignored while one runs. Resolves to whether it ran and
   * succeeded; never rejects.
   */
  refresh: (load: () => Promise<void>, compact: boolean) => Promise<boolean>;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** State of the home section's refresh, shared by header, list and shell. */
export const useHomeStore = create<HomeState>((set, get) => ({
  refreshing: false,
  reading: false,
  noticeShown: false,
  refresh: async (load, compact) => {
    if (get().refreshing) return false;
    set({ refreshing: true, reading: true, noticeShown: true });
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => set({ noticeShown: false }), compact ? NOTICE.compact : NOTICE.normal);
    const settled = pause(compact ? SETTLE.compact : SETTLE.normal);
    const succeeded = await load().then(
      () => true,
      (error: unknown) => {
        // eslint-disable-next-line no-console -- a failed refresh is logged, and shown nowhere (F §4, F §8)
        console.warn(`Refreshing the feed failed: ${messageOf(error)}`);
        return false;
      },
    );
    set({ reading: false });
    await settled;
    set({ refreshing: false });
    return succeeded;
  },
}));
