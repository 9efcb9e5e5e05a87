import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { VARIABLES } from '../apps/api/src/platform/config/env.ts';
import { SETTING_VARIABLES } from '../packages/contracts/src/host-settings.ts';
import { root } from './lib/settings.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Settings for commands in a checkout, and for the build of the web app. */
const NOT_OF_THE_STACK = /^(WEB_PORT|WEB_HOST|DEMO_DATA|BACKUP_FOLDER|VITE_.*)$/;

it('the stack accepts every setting of .env.example that applies to it', () => {
  const taken = [...read('docker-compose.yml').matchAll(/^ {6}([A-Z\d_]+): /gm)].map(([, name]) => name);
  const settings = Object.keys(parseEnv(read('.env.example')));
  expect(settings.filter((name) => !NOT_OF_THE_STACK.test(name) && !taken.includes(name))).toEqual([]);
});

/** Variables that the API reads and a host does not set: a build does, and Node reads the last. */
const NOT_OF_HOSTS = ['SOURCE_COMMIT', 'SOURCE_DATE', 'UV_THREADPOOL_SIZE'];

it('.env.example has every setting that the API reads, and the stack with it', () => {
  const named = Object.keys(parseEnv(read('.env.example')));
  const known = [...VARIABLES, ...SETTING_VARIABLES];
  expect(known.filter((name) => !NOT_OF_HOSTS.includes(name) && !named.includes(name))).toEqual([]);
});

it.each(['README.md', 'docs/operations.md', 'docker-compose.yml'])(
  '%s has the stack’s stored secret in a file, since each of its commands needs it',
  (page) => {
    expect(read(page)).toMatch(/docker compose/);
    expect(read(page).split('\n')).not.toContainEqual(expect.stringMatching(/JWT_SECRET=.*docker compose/));
  },
);

/** The text of each service of the stack, by its name. */
const services = () => {
  const [, text] = /^services:\n(.*?)^\w/ms.exec(read('docker-compose.yml')) ?? [];
  const parts = text.split(/^ {2}([\w-]+):$/m).slice(1);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]]] : [])));
};

it('the database of the stack is reached by the API alone, since it has no password', () => {
  const all = services();
  const named = Object.keys(all).filter((name) => /^ {4}networks: .*\bdata\b/m.test(all[name]));
  expect(named).toEqual(['mongo', 'mongo-init', 'api']);
  expect(all.mongo).toMatch(/^ {4}networks: \[data\]$/m);
  expect(all.mongo).not.toContain('ports:');
  expect(read('docker-compose.yml')).toMatch(/^ {2}data:\n {4}internal: true$/m);
});

it('only the API of the stack gets secrets, as a user of its own, and images hold neither secrets nor history', () => {
  for (const [name, text] of Object.entries(services())) {
    const secrets = text.match(/^ {6}\w*(SECRET|KEY|SMTP_URL|MONGODB_URI)\w*: |env_file/gm) ?? [];
    expect([name, secrets.length > 0]).toEqual([name, name === 'api']);
  }
  expect(read('apps/api/Dockerfile')).toMatch(/^USER node$/m);
  expect(read('apps/web/Dockerfile')).toMatch(/^USER web$/m);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env', '.data']));
});

it('the stack pulls released images, and builds both with one more file', () => {
  for (const [name, text] of Object.entries(services())) {
    expect(text).not.toContain('build:');
    expect([name, text.match(/image: .*/)?.[0]]).toEqual([name, expect.stringMatching(/^image: \S+:\S+$/)]);
  }
  const building = read('docker-compose.build.yml');
  for (const app of ['api', 'web']) {
    expect(services()[app]).toContain(`/${app}:\${VERSION:-latest}`);
    expect(building).toContain(`dockerfile: apps/${app}/Dockerfile`);
  }
  /** Every build argument is known to a Dockerfile, and the other way round. */
  const given = [...building.matchAll(/^ {8}([A-Z_]+): /gm)].map(([, name]) => name);
  const taken = ['api', 'web'].flatMap((app) =>
    [...read(`apps/${app}/Dockerfile`).matchAll(/^ARG (.*)$/gm)].flatMap(([, names]) =>
      names.split(' ').map((each) => each.replace(/=.*/, '')),
    ),
  );
  expect(services().caddy).toContain('/web:${VERSION:-latest}');
  expect(given.sort()).toEqual(taken.sort());
  const features = Object.keys(parseEnv(read('.env.example'))).filter((name) => name.startsWith('VITE_'));
  expect(features.filter((name) => !given.includes(name))).toEqual([]);
});

it('the place of backups in the stack is a volume, or a folder of the host that a variable names', () => {
  expect(services().api).toContain("'${BACKUP_FOLDER:-backups}:/backups'");
  expect(read('docker-compose.yml')).toMatch(/^ {2}backups:$/m);
  expect(read('apps/api/Dockerfile')).toMatch(/mkdir .*\/backups && chown node .*\/backups/);
});

it('the way from outside leads through Caddy alone, whose word on visitors’ addresses web server and API take', () => {
  const all = services();
  expect(Object.keys(all).filter((name) => /ports: \['\$/.test(all[name]))).toEqual(['caddy']);
  expect(all.web).not.toContain('ports:');
  expect(all.web).toContain("WEB_BEHIND_PROXY: 'true'");
});

it('Caddy chooses versions and ciphers of TLS, whose defaults follow the state of the art', () => {
  expect(read('apps/web/deploy/Caddyfile')).not.toMatch(
    /^\s*(tls|protocols|ciphers|curves)\b|auto_https|tls_insecure/m,
  );
});
