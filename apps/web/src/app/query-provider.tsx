import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import type { ReactionMessage } from '../features/content/post/reactions/run-reaction';
import { forgetFeed } from '../features/reading/feed/feed-memory';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { browser } from '../lib/browser';
import { useDialogStore } from '../lib/dialogs';
import { otherTabs } from '../lib/other-tabs';
import { createQueryClient } from '../lib/query-client';

/** The query client of a test; the app creates one when the first page inside the shell opens. */
export const QueryClientOverride = createContext<QueryClient | undefined>(undefined);

let own: QueryClient | undefined;
/** The app's query client. */
export const appClient = (): QueryClient => (own ??= createQueryClient());

const watched = new WeakSet<QueryClient>();

/** Clears the cache when the user changes. A session lost in place keeps its page readable. */
const clearBetweenPeople = (client: QueryClient): void => {
  if (watched.has(client)) return;
  watched.add(client);
  /** The owner of the page, also while their session is lost. */
  let owner = useSessionStore.getState().currentUser?._id;
  useSessionStore.subscribe((state, previous) => {
    const [left, came] = [previous.currentUser?._id, state.currentUser?._id];
    if (left === came || previous.isInitializing || state.lostInPlace) return;
    // the same user is back: keep the page and their input
    if (owner && came === owner) {
      void client.invalidateQueries();
      return;
    }
    client.clear();
    forgetFeed();
    useDialogStore.getState().close();
    // Reload, so that the next user never sees the previous user's page.
    if (owner && came) browser.reload();
    owner = came;
  });
};

/** Shows changes that this user makes to posts in other tabs. */
const listenToOtherTabs = (client: QueryClient): void => {
  if (!otherTabs) return;
  otherTabs.onmessage = ({ data }: MessageEvent<ReactionMessage>) => {
    // other messages use the same channel
    if (!data.postId) return;
    void import('../features/content/post/reactions/run-reaction').then(
      ({ applyFromOtherTab }) => applyFromOtherTab(client, data),
      () => undefined,
    );
  };
};

/** Provides the query cache. Separate from the other providers, because account pages do not need it. */
export const QueryProvider = ({ children }: { children: ReactNode }) => {
  const override = useContext(QueryClientOverride);
  const client = override ?? appClient();
  useEffect(() => listenToOtherTabs(client), [client]);
  clearBetweenPeople(client);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
};
