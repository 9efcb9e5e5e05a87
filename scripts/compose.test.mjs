import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Settings for commands in a checkout, and for the build of the web app. */
const NOT_OF_THE_STACK = /^(WEB_PORT|WEB_HOST|DEMO_DATA|VITE_.*)$/;

it('the stack accepts every setting of .env.example that applies to it', () => {
  const taken = [...read('docker-compose.yml').matchAll(/^ {6}([A-Z\d_]+): /gm)].map(([, name]) => name);
  const settings = Object.keys(parseEnv(read('.env.example')));
  expect(settings.filter((name) => !NOT_OF_THE_STACK.test(name) && !taken.includes(name))).toEqual([]);
});

it.each(['README.md', 'docs/operations.md', 'docker-compose.yml'])(
  '%s has the stack’s stored secret in a file, since each of its commands needs it',
  (page) => {
    expect(read(page)).toMatch(/docker compose/);
    expect(read(page).split('\n')).not.toContainEqual(expect.stringMatching(/JWT_SECRET=.*docker compose/));
  },
);
