import { afterEach, expect, it, vi } from 'vitest';
import { readSettings } from './lib/settings.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('lets the API trust the client addresses of the local web server, unless TRUST_PROXY is set', () => {
  vi.stubEnv('TRUST_PROXY', '');
  expect(readSettings().childEnv('mongodb://x').TRUST_PROXY).toBe('loopback');
  vi.stubEnv('TRUST_PROXY', '2');
  expect(readSettings().childEnv('mongodb://x').TRUST_PROXY).toBe('2');
});
