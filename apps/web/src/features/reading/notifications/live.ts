import { firstRoutes } from '@social-feed/contracts/first-routes';
import { env } from '../../../config/env';
import { api } from '../../../lib/api-client';
import { malformedAnswer } from '../../../lib/api-error';
import { asRecord } from '../../../lib/json';
import { inOneTab } from '../../../lib/in-one-tab';
import { useUnread } from '../../../cache/unread-store';
import { listenToUnread, announceUnread, type News } from './unread-news';
import { useEffect } from 'react';
import { MINUTE } from '../../../lib/time';

/** Timeout of the stream in milliseconds: more than two missed beats, at one every 15 seconds. */
export const SILENCE = 40_000;
/**
 * First and maximum delay before reopening a refused or silent stream, in milliseconds; each delay doubles the
 * last.
 */
const PAUSE = 1000;
const PAUSE_MAX = 5 * MINUTE;

const newsOf = (told: unknown): News => {
  const { unread, waiting } = asRecord(told);
  if (typeof unread !== 'number') throw malformedAnswer();
  return { unread, ...(typeof waiting === 'number' ? { waiting } : {}) };
};

/** Resolves after this many milliseconds, or when aborted. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Resolves when the browser is idle. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else resolve();
  });

/** Resolves when the tab is visible, or when aborted. */
const visible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

/**
 * Listens to one stream. The browser reconnects automatically, with the last event's id, when the network or the
 * server ends it.
 * @returns whether the stream was ever alive, once it is refused, silent or aborted
 */
const listen = (onUnread: (news: News) => void, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const source = new EventSource(`${env.apiUrl}${firstRoutes.notificationEvents.path}`, {
      withCredentials: true,
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasAlive = false;
    const end = () => {
      clearTimeout(timer);
      source.close();
      signal.removeEventListener('abort', end);
      resolve(wasAlive);
    };
    const hear = () => {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
    };
    source.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      hear();
      onUnread(newsOf(JSON.parse(data)));
    });
    source.addEventListener('beat', () => {
      wasAlive = true;
      hear();
    });
    source.addEventListener('error', () => {
      if (source.readyState === source.CLOSED) end();
    });
    signal.addEventListener('abort', end);
    hear();
  });

/** Listens for all tabs, until aborted or until a stream ends while this tab is hidden. */
const listenOn = async (onUnread: (news: News) => void, signal: AbortSignal): Promise<void> => {
  for (let pause = PAUSE; ; pause = Math.min(pause * 2, PAUSE_MAX)) {
    if (await listen(onUnread, signal)) pause = PAUSE;
    if (signal.aborted || document.hidden) return;
    // Add jitter, so that clients do not reconnect all at once after a server restart.
    await wait(pause * (0.5 + Math.random() / 2), signal);
    if (signal.aborted) return;
    // A stream can neither refresh a session nor report its end, but a call can.
    await api.call('listNotifications', { query: { limit: 1 }, signal }).then(
      (answer) => onUnread(newsOf(answer)),
      () => undefined,
    );
    if (signal.aborted) return;
  }
};

/**
 * Keeps a viewer's unread count up to date, with one stream for all tabs of the browser.
 * @returns a function that stops it
 */
export const followUnread = (viewerId: string): (() => void) => {
  if (typeof EventSource === 'undefined') return () => undefined;
  const ending = new AbortController();
  const { signal } = ending;
  let isHolder = false;
  const onUnread = (news: News) => {
    isHolder = true;
    announceUnread(viewerId, news);
  };
  const stopListening = listenToUnread(viewerId, () => {
    const { unread, waiting } = useUnread.getState();
    return isHolder ? { unread, waiting } : undefined;
  });
  const takeTurns = async () => {
    await idle();
    while (!signal.aborted) {
      await visible(signal);
      if (signal.aborted) return;
      await inOneTab(`notifications ${viewerId}`, () => listenOn(onUnread, signal), signal);
      isHolder = false;
    }
  };
  // Aborting rejects a tab that waits for the lock.
  takeTurns().catch(() => undefined);
  return () => {
    ending.abort();
    stopListening();
  };
};

/**
 * Keeps the unread dot in the navigation up to date. Closes the stream when the page is hidden, so that the browser
 * can keep the page in its back/forward cache.
 */
export const useUnreadSync = (viewerId: string): void =>
  useEffect(() => {
    let end = followUnread(viewerId);
    const leave = () => end();
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end = followUnread(viewerId);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      end();
      // Reset the counts before the next user signs in.
      useUnread.setState({ unread: 0, waiting: undefined });
    };
  }, [viewerId]);
