import { create } from 'zustand';

/**
 * The viewer's number of unread notifications, and the time of the last new one; 0 before the first. For moderators
 * also the number of reports, appeals and applications that wait for their decision, once it is known.
 */
export const useUnread = create<{ unread: number; newsAt: number; waiting: number | undefined }>(() => ({
  unread: 0,
  newsAt: 0,
  waiting: undefined,
}));

/** Whether there are unread notifications, for the dot in the navigation. */
export const useHasNew = (): boolean => useUnread(({ unread }) => unread > 0);

/** The number of entries that wait for the viewer's decision; `undefined` until it is known. */
export const useWaitingCases = (): number | undefined => useUnread(({ waiting }) => waiting);
