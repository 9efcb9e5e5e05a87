import { create } from 'zustand';

/** The viewer's number of unread notifications, and the time of the last new one; 0 before the first. */
export const useUnread = create<{ unread: number; newsAt: number }>(() => ({ unread: 0, newsAt: 0 }));

/** Whether there are unread notifications, for the dot in the navigation. */
export const useHasNew = (): boolean => useUnread(({ unread }) => unread > 0);
