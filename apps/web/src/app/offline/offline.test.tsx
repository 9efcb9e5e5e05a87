import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LAST_PICTURES } from '../../../worker/protocol';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { browser } from '../../lib/browser';
import { MISSING_PART } from '../../lib/lazy';
import { LAST_FEED, useOfflineStore } from '../../lib/offline';
import { testUser } from '../../testing/users';
import { keepForReader } from './start';
import { watchNetwork, StatusArea } from './status-area';
import { watchStaleParts, watchUpdates } from './watch-updates';
import { MINUTE } from '../../lib/time';

const ends: (() => void)[] = [];
const online = (value: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value);
  act(() => void window.dispatchEvent(new Event(value ? 'online' : 'offline')));
};
const notice = () => screen.queryByText(/^No connection/);
const offered = () => screen.queryByText('A new version is ready.');

beforeEach(() => {
  useOfflineStore.setState({ online: true, kept: false, update: null });
  useSessionStore.setState({ currentUser: testUser(), isAuthenticated: true, isInitializing: false });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** The parts of a page's ServiceWorkerContainer that the app uses. */
class FakeContainer extends EventTarget {
  controller: object | null = {};
  get asContainer(): ServiceWorkerContainer {
    return this as unknown as ServiceWorkerContainer;
  }
}

describe('the offline notice', () => {
  beforeEach(() => {
    ends.push(watchNetwork());
    render(<StatusArea />);
  });

  it('shows while the network is down', () => {
    expect(notice()).toBeNull();
    online(false);
    expect(notice()).toBeVisible();
    expect(screen.getByRole('status')).toContainElement(notice());
    online(true);
    expect(notice()).toBeNull();
  });

  it('also shows while only the server is unreachable', () => {
    act(() => useOfflineStore.setState({ kept: true }));
    expect(notice()).toBeVisible();
    act(() => useOfflineStore.setState({ kept: false }));
    expect(notice()).toBeNull();
  });
});

describe('data cached for a reader', () => {
  let removed: string[];
  /** Starts with a feed cached for this viewer. */
  const start = (viewerId: string | null) => {
    removed = [];
    vi.stubGlobal('caches', { delete: (name: string) => Promise.resolve(removed.push(name) > 0) });
    localStorage.setItem(LAST_FEED, JSON.stringify({ viewerId }));
    ends.push(keepForReader());
  };
  const kept = () => localStorage.getItem(LAST_FEED) !== null;
  afterEach(() => localStorage.removeItem(LAST_FEED));

  it.each([
    ['signs out', () => useSessionStore.setState({ currentUser: null, isAuthenticated: false })],
    ['loses the session', () => useSessionStore.getState().loseSession()],
    [
      'is followed by another',
      () => useSessionStore.setState({ currentUser: { ...testUser(), _id: 'f'.repeat(24) } }),
    ],
  ])('is removed when the reader %s', (_how, change) => {
    start(testUser()._id);
    expect(kept()).toBe(true);
    change();
    expect(kept()).toBe(false);
    expect(removed).toEqual([LAST_PICTURES]);
  });

  it('stays when the reader’s own data change', () => {
    start(testUser()._id);
    useSessionStore.setState({ currentUser: { ...testUser(), fullName: 'Ada King' } });
    expect(kept()).toBe(true);
    expect(removed).toEqual([]);
  });

  it.each(['somebody-else', null])(
    'is removed at the start if it belongs to another viewer: %s',
    (viewerId) => {
      start(viewerId);
      expect(kept()).toBe(false);
      expect(removed).toEqual([LAST_PICTURES]);
    },
  );

  it('is removed if it cannot be read', () => {
    start(testUser()._id);
    localStorage.setItem(LAST_FEED, '{');
    useSessionStore.setState({ currentUser: null });
    expect(kept()).toBe(false);
  });
});

describe('a new version', () => {
  /** A worker, of this page's build or another. */
  class FakeWorker extends EventTarget {
    state = 'installing';
    readonly told: string[] = [];
    constructor(
      readonly container: FakeContainer,
      readonly ofThisPage = false,
    ) {
      super();
    }
    postMessage(message: { type: string }, [port]: MessagePort[] = []): void {
      this.told.push(message.type);
      if (message.type === 'serves') port?.postMessage(this.ofThisPage);
      else this.container.dispatchEvent(new Event('controllerchange'));
    }
    install(): void {
      this.state = 'installed';
      this.dispatchEvent(new Event('statechange'));
    }
  }
  class FakeRegistration extends EventTarget {
    installing: FakeWorker | null = null;
    waiting: FakeWorker | null = null;
    update = vi.fn(() => Promise.resolve());
    find(worker: FakeWorker): void {
      this.installing = worker;
      this.dispatchEvent(new Event('updatefound'));
    }
  }
  let container: FakeContainer;
  let registration: FakeRegistration;
  const watch = () =>
    ends.push(watchUpdates(container.asContainer, registration as unknown as ServiceWorkerRegistration));
  const reload = () => vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  beforeEach(() => {
    container = new FakeContainer();
    registration = new FakeRegistration();
    render(<StatusArea />);
  });

  it('is offered after its files are cached, and loaded only on request', async () => {
    const reloaded = reload();
    watch();
    const worker = new FakeWorker(container);
    registration.find(worker);
    expect(worker.told).toEqual([]);
    worker.install();
    await screen.findByText('A new version is ready.');
    expect(reloaded).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(worker.told).toEqual(['serves', 'activate']);
    await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
    // the user may have stayed because of unsaved work
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeEnabled();
  });

  it('is offered if it was waiting since an earlier visit, and disappears on Later', async () => {
    registration.waiting = new FakeWorker(container);
    watch();
    await screen.findByText('A new version is ready.');
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(offered()).toBeNull();
  });

  it.each([
    ['is the first', null, false],
    ['is the page’s own already', {}, true],
  ])('is not offered when it %s', async (_why, controller, ofThisPage) => {
    container.controller = controller;
    watch();
    const worker = new FakeWorker(container, ofThisPage);
    registration.find(worker);
    worker.install();
    await waitFor(() => expect(worker.told).toEqual(controller ? ['serves'] : []));
    await act(() => Promise.resolve());
    expect(offered()).toBeNull();
  });

  it('is checked for when the page becomes visible, at most every ten minutes', () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(0);
    watch();
    const look = () => document.dispatchEvent(new Event('visibilitychange'));
    now.mockReturnValue(10 * MINUTE - 1);
    look();
    expect(registration.update).not.toHaveBeenCalled();
    now.mockReturnValue(10 * MINUTE);
    look();
    look();
    expect(registration.update).toHaveBeenCalledOnce();
  });

  it('is offered when an action needs a removed chunk, without leaving the page', async () => {
    const reloaded = reload();
    ends.push(watchStaleParts());
    const reject = (reason: unknown) =>
      act(() => void window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })));
    reject(new Error('something else'));
    expect(offered()).toBeNull();
    reject(new TypeError('Failed to fetch dynamically imported module: https://feed.example/assets/a.js'));
    expect(offered()).toBeVisible();
    expect(reloaded).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloaded).toHaveBeenCalledOnce();
  });

  it('is offered when a part of the page fails to load, but not while offline', () => {
    ends.push(watchStaleParts());
    const miss = () => act(() => void window.dispatchEvent(new Event(MISSING_PART)));
    online(false);
    miss();
    expect(offered()).toBeNull();
    online(true);
    miss();
    expect(offered()).toBeVisible();
  });
});
