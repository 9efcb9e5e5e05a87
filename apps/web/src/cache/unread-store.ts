import { create } from 'zustand';

/** How many notifications the viewer has not read, and when the account told of news last; 0 until it did. */
export const useUnread = create<{ unread: number; newsAt: number }>(() => ({ unread: 0, newsAt: 0 }));

/** Whether something is new, for the dot in the navigation. */
export const useHasNew = (): boolean => useUnread(({ unread }) => unread > 0);
