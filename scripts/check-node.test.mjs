import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const CHECK = pathToFileURL(join(root, 'scripts/lib/check-node.mjs')).href;

/** Returns the output of the check for a Node version; empty if the version is supported. */
const check = (version) => {
  const script = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); await import('${CHECK}');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { status, stderr };
};

it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1'])(
  'Node %s is rejected with a message',
  (version) => {
    expect(check(version)).toEqual({
      status: 1,
      stderr: `Social Feed needs Node 20.19 or newer of 20, 22.13 or newer of 22, or 24 and newer, and this is Node ${version}; install one of them and try again.\n`,
    });
  },
);

it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '25.1.0', '26.0.0'])('Node %s is accepted', (version) => {
  expect(check(version)).toEqual({ status: 0, stderr: '' });
});
