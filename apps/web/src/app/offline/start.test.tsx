import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { env } from '../../config/env';
import { useOfflineStore } from '../../lib/offline';
import { setPreference } from '../../lib/preferences';
import { startOffline } from './start';

/** Stubs the browser's service workers: the registered one and existing ones. */
const stubWorkers = (registration: object | undefined) => {
  const former = { unregister: vi.fn(() => Promise.resolve(true)) };
  const workers = Object.assign(new EventTarget(), {
    controller: null,
    startMessages: vi.fn(),
    register: vi.fn(() => Promise.resolve(registration)),
    getRegistrations: vi.fn(() => Promise.resolve([former])),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  vi.stubGlobal('caches', { has: () => Promise.resolve(false) });
  return { workers, former };
};
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

beforeEach(() => useOfflineStore.setState({ online: true, kept: false, update: null }));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  env.production = false;
  setPreference('dataSaver', 'system');
});

describe('startOffline', () => {
  it('registers the worker of a built app', async () => {
    env.production = true;
    const { workers, former } = stubWorkers(Object.assign(new EventTarget(), { installing: null }));
    act(startOffline);
    await settled();
    expect(workers.register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' });
    expect(former.unregister).not.toHaveBeenCalled();
  });

  it.each([
    ['takes none', 'saves data', null, 0],
    ['goes on with the one that is there', 'begins to save data', {}, 1],
  ])('%s if the reader %s [B7-5]', async (_does, _reader, controller, registered) => {
    env.production = true;
    setPreference('dataSaver', 'on');
    const { workers } = stubWorkers(Object.assign(new EventTarget(), { installing: null }));
    Object.assign(workers, { controller });
    act(startOffline);
    await settled();
    expect(workers.register).toHaveBeenCalledTimes(registered);
  });

  it('registers none in development and removes an existing one', async () => {
    const { workers, former } = stubWorkers(undefined);
    act(startOffline);
    await settled();
    expect(workers.register).not.toHaveBeenCalled();
    expect(former.unregister).toHaveBeenCalledOnce();
  });

  it.each([
    ['has none', undefined],
    ['blocks it', () => stubWorkers(undefined).workers],
    [
      'refuses it',
      () => {
        const { workers } = stubWorkers(undefined);
        workers.register.mockRejectedValue(new DOMException('No', 'SecurityError'));
        return workers;
      },
    ],
  ])('reports the network state even if the browser %s', async (_how, stub) => {
    env.production = true;
    stub?.();
    act(startOffline);
    await settled();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^No connection/)).toBeVisible();
  });
});
