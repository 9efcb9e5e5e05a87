import { health } from '@social-feed/contracts';
import { expect, it, vi } from 'vitest';
import type { Mount } from '../../platform/http/route.js';
import { createHealth } from './health.feature.js';

it('asks the database once for all who ask meanwhile, and again afterwards', async () => {
  const isDatabaseUp = vi.fn(() => Promise.resolve(true));
  const handlers = new Map<unknown, () => Promise<unknown>>();
  const mount = (endpoint: unknown, _options: unknown, handler: () => Promise<unknown>) =>
    void handlers.set(endpoint, handler);
  createHealth({ now: () => new Date(), isDatabaseUp }).routes(mount as Mount);
  const ask = () => handlers.get(health)!();
  await Promise.all([ask(), ask(), ask()]);
  expect(isDatabaseUp).toHaveBeenCalledTimes(1);
  isDatabaseUp.mockResolvedValueOnce(false);
  await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
