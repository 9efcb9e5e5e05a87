import { env } from '../../config/env';
import { api, type Call } from '../../lib/api-client';
import { malformedAnswer } from '../../lib/api-error';
import { asRecord } from '../../lib/json';
import { useUnread } from '../../cache/unread-store';
import { hearOtherTabs, showUnread, tellUnread } from './unread-news';
import { useEffect } from 'react';

/** A stream beats every 15 seconds: one that is silent for longer than two beats leads nowhere. Milliseconds. */
export const SILENCE = 40_000;
/** The pause after a stream that was refused or silent, and the longest one, in milliseconds; each is twice as long. */
const PAUSE = 1000;
const PAUSE_MAX = 5 * 60_000;

/** The contracts' `listNotifications` and `notificationEvents` without their schemas, which every reader would have to load. */
export const NOTIFICATIONS: Call = { method: 'GET', path: '/notifications' };
export const EVENTS: Call = { method: 'GET', path: '/notifications/events' };

const unreadOf = (told: unknown): number => {
  const { unread } = asRecord(told);
  if (typeof unread !== 'number') throw malformedAnswer();
  return unread;
};

/** Resolves after so many milliseconds, or when it is given up. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Resolves when the browser has nothing better to do. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else resolve();
  });

/** Resolves as soon as somebody may look at this tab, or when it is given up. */
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
 * Listens to one stream. The browser itself opens it again, with the last event's id, when the network or the server
 * ends it.
 * @returns once it is refused, silent or given up: whether it was ever alive
 */
const listen = (onUnread: (unread: number) => void, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const source = new EventSource(`${env.apiUrl}${EVENTS.path}`, { withCredentials: true });
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
      onUnread(unreadOf(JSON.parse(data)));
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

/** Listens for all tabs, until it is given up or a refused stream belongs to a tab that nobody looks at. */
const listenOn = async (onUnread: (unread: number) => void, signal: AbortSignal): Promise<void> => {
  for (let pause = PAUSE; ; pause = Math.min(pause * 2, PAUSE_MAX)) {
    if (await listen(onUnread, signal)) pause = PAUSE;
    if (signal.aborted || document.hidden) return;
    // not all at once after a restart of the server
    await wait(pause * (0.5 + Math.random() / 2), signal);
    if (signal.aborted) return;
    // a stream cannot refresh a session, nor say that it is over: a call does both
    await api.request(NOTIFICATIONS, { query: { limit: 1 }, signal }).then(
      (answer) => onUnread(unreadOf(answer)),
      () => undefined,
    );
    if (signal.aborted) return;
  }
};

/** Lets one tab of the browser act at a time; where the browser has no locks, each tab does. */
const alone = (name: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, { signal }, act) : act();

/**
 * Keeps how many notifications a viewer has not read in step with the account, by one stream for all tabs of the
 * browser.
 * @returns ends it
 */
export const followUnread = (viewerId: string): (() => void) => {
  if (typeof EventSource === 'undefined') return () => undefined;
  const ending = new AbortController();
  const { signal } = ending;
  let isHolder = false;
  const onUnread = (unread: number) => {
    isHolder = true;
    tellUnread(viewerId, unread);
  };
  const deafen = hearOtherTabs(viewerId, () => (isHolder ? useUnread.getState().unread : undefined));
  const takeTurns = async () => {
    await idle();
    while (!signal.aborted) {
      await visible(signal);
      if (signal.aborted) return;
      await alone(`notifications ${viewerId}`, signal, () => listenOn(onUnread, signal));
      isHolder = false;
    }
  };
  // whoever waits for the lock gives it up by an error
  takeTurns().catch(() => undefined);
  return () => {
    ending.abort();
    deafen();
  };
};

/**
 * Keeps the dot in the navigation in step with a viewer's account. A page that is left lets go of its stream, so that
 * the browser can keep the page for Back.
 */
export const useUnreadInStep = (viewerId: string): void =>
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
      // what was told to one person is none of the next one's
      showUnread(0);
    };
  }, [viewerId]);
