import type { InstanceState } from '@social-feed/contracts';

/** The state of a service with nothing wrong. */
export const makeState = (change: Partial<InstanceState> = {}): InstanceState => ({
  version: '1.2.3',
  commit: 'abcdef0123456789abcdef0123456789abcdef01',
  versionDate: '2026-11-20T12:00:00.000Z',
  mail: { way: 'server', waiting: 0, failing: 0 },
  jobs: { waiting: 0, oldestSeconds: 0, failing: 0, givenUp: 0 },
  backup: null,
  storage: {
    isBucket: false,
    usedBytes: 10 * 1024 ** 2,
    freeBytes: 5 * 1024 ** 3,
    keepFreeBytes: 1024 ** 3 / 2,
  },
  ...change,
});
