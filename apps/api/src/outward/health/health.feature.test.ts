import { health, live, ready } from '@social-feed/contracts';
import { expect, it, vi } from 'vitest';
import type { Mount } from '../../platform/http/route.js';
import { createHealth, type HealthDeps } from './health.feature.js';

function handlersOf(deps: Omit<HealthDeps, 'now' | 'isReady' | 'isPreparing'> & Partial<HealthDeps>) {
  const handlers = new Map<unknown, () => unknown>();
  const mount = (endpoint: unknown, _options: unknown, handler: () => unknown) =>
    void handlers.set(endpoint, handler);
  createHealth({ now: () => new Date(), isReady: () => true, isPreparing: () => false, ...deps }).routes(
    mount as Mount,
  );
  return handlers;
}

it('pings the database once for concurrent requests, and again afterwards', async () => {
  const isDatabaseUp = vi.fn(() => Promise.resolve(true));
  const handlers = handlersOf({ isDatabaseUp, preparationFailure: () => undefined });
  const ask = () => handlers.get(health)!();
  await Promise.all([ask(), ask(), ask()]);
  expect(isDatabaseUp).toHaveBeenCalledTimes(1);
  isDatabaseUp.mockResolvedValueOnce(false);
  await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('reports why the database cannot be prepared, and recovers afterwards', () => {
  let reason: string | undefined = 'The migration 0002-x failed.';
  const handlers = handlersOf({
    isDatabaseUp: () => Promise.resolve(true),
    preparationFailure: () => reason,
  });
  const ask = () => handlers.get(live)!();
  expect(ask).toThrow(expect.objectContaining({ status: 503, message: 'The migration 0002-x failed.' }));
  reason = undefined;
  expect(ask()).toEqual({ message: 'The process runs' });
});

it('says that the database is being prepared, and does not blame it', async () => {
  const isDatabaseUp = vi.fn(() => Promise.resolve(false));
  const handlers = handlersOf({ isDatabaseUp, isPreparing: () => true, preparationFailure: () => undefined });
  await expect(handlers.get(health)!()).rejects.toMatchObject({
    status: 503,
    message: 'The database is being migrated and indexed',
    cause: undefined,
  });
  expect(isDatabaseUp).not.toHaveBeenCalled();
  expect(handlers.get(live)!()).toEqual({ message: 'The process runs' });
});

it('blames the database only once it was reached: before, the start logs why', async () => {
  const isDatabaseUp = vi.fn(() => Promise.resolve(false));
  const handlers = handlersOf({ isDatabaseUp, isReady: () => false, preparationFailure: () => undefined });
  for (const endpoint of [health, ready])
    await expect(handlers.get(endpoint)!()).rejects.toMatchObject({ status: 503, cause: undefined });
  expect(isDatabaseUp).not.toHaveBeenCalled();
  const lost = handlersOf({ isDatabaseUp, preparationFailure: () => undefined });
  await expect(lost.get(health)!()).rejects.toMatchObject({
    status: 503,
    cause: new Error('The database does not answer'),
  });
});
