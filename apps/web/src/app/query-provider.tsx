import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import type { ReactionNews } from '../features/post/reactions/run-reaction';
import { forgetFeed } from '../features/feed/feed-memory';
import { useSessionStore } from '../features/session/stores/session-store';
import { browser } from '../lib/browser';
import { useDialogStore } from '../lib/dialogs';
import { otherTabs } from '../lib/other-tabs';
import { createQueryClient } from '../lib/query-client';

/** A client of the test's own; the app makes one when the first page inside the shell opens. */
export const QueryClientOverride = createContext<QueryClient | undefined>(undefined);

let appClient: QueryClient | undefined;
const watched = new WeakSet<QueryClient>();

/** What was cached for one person is not shown to the next; a session lost in place keeps its page readable. */
const clearBetweenPeople = (client: QueryClient): void => {
  if (watched.has(client)) return;
  watched.add(client);
  /** Whose page it is: also while their session is lost. */
  let owner = useSessionStore.getState().currentUser?._id;
  useSessionStore.subscribe((state, previous) => {
    const [left, came] = [previous.currentUser?._id, state.currentUser?._id];
    if (left === came || previous.isInitializing || state.lostInPlace) return;
    // their own page is theirs again, with what they typed into it
    if (owner && came === owner) {
      void client.invalidateQueries();
      return;
    }
    client.clear();
    forgetFeed();
    useDialogStore.getState().close();
    // what stands on the page is not for another, who came without its having been left
    if (owner && came) browser.reload();
    owner = came;
  });
};

/** What this person does with a post in another tab shows here, too. */
const listenToOtherTabs = (client: QueryClient): void => {
  if (!otherTabs) return;
  otherTabs.onmessage = ({ data }: MessageEvent<ReactionNews>) => {
    // tabs tell each other of other things as well
    if (!data.postId) return;
    void import('../features/post/reactions/run-reaction').then(
      ({ takeNews }) => takeNews(client, data),
      () => undefined,
    );
  };
};

/** The cache of server answers. Apart from the other providers, because the account pages do without it. */
export const QueryProvider = ({ children }: { children: ReactNode }) => {
  const override = useContext(QueryClientOverride);
  const client = override ?? (appClient ??= createQueryClient());
  useEffect(() => listenToOtherTabs(client), [client]);
  clearBetweenPeople(client);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
};
