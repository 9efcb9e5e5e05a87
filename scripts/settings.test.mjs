import { afterEach, expect, it, vi } from 'vitest';
import { readSettings } from './lib/settings.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('has the API believe the web server of this machine who asks, unless told whom to believe', () => {
  vi.stubEnv('TRUST_PROXY', '');
  expect(readSettings().childEnv('mongodb://x').TRUST_PROXY).toBe('loopback');
  vi.stubEnv('TRUST_PROXY', '2');
  expect(readSettings().childEnv('mongodb://x').TRUST_PROXY).toBe('2');
});
