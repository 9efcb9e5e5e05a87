import { expect, it } from 'vitest';
import { createConfig } from './config/config.js';
import { ConfigError, readEnv } from './config/env.js';
import { currentVersion } from './version.js';

const MONGODB_URI = 'mongodb://127.0.0.1:27017/social-feed';
const sourceOf = (env: NodeJS.ProcessEnv) => createConfig(readEnv({ MONGODB_URI, ...env })).source;

it('is that of the build', () => {
  const commit = 'a'.repeat(40);
  const source = sourceOf({ SOURCE_COMMIT: commit, SOURCE_DATE: '2026-11-28T02:00:00+01:00' });
  expect(currentVersion(source)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    commit,
    versionDate: '2026-11-28T01:00:00.000Z',
  });
  expect(sourceOf({ SOURCE_COMMIT: commit })).toEqual({ commit, versionDate: null });
});

it('is that of the clone if the build names none', () => {
  const { commit, versionDate } = currentVersion(sourceOf({}));
  // an archive of the repository has no commit
  if (commit === null) expect(versionDate).toBeNull();
  else
    expect([commit, versionDate]).toEqual([
      expect.stringMatching(/^[\da-f]{40}/),
      expect.stringMatching(/Z$/),
    ]);
});

it.each([{ SOURCE_COMMIT: 'main' }, { SOURCE_DATE: 'yesterday' }])(
  'must be a commit and a time: %j',
  (env) => {
    expect(() => sourceOf(env)).toThrow(ConfigError);
  },
);
