import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const PROMISES = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|\s+\d+ \|/.test(line));

it('docs/security.md numbers its promises without gaps, each proved by a test or a measurement', () => {
  expect(PROMISES.map((line) => Number(line.split('|')[1]))).toEqual(
    PROMISES.map((_line, index) => index + 1),
  );
  expect(PROMISES.length).toBeGreaterThan(40);
  expect(PROMISES.filter((line) => !/\.test\.|npm run/.test(line.split('|')[3]))).toEqual([]);
});

it('docs/security.md names only existing tests', () => {
  const paths = PROMISES.flatMap((line) =>
    [...line.matchAll(/`([^`]+\.test\.(?:ts|mjs))`/g)].map(([, path]) => path),
  );
  const found = (path) => existsSync(join(root, path)) || existsSync(join(root, 'apps/api/src', path));
  expect(paths.filter((path) => !found(path))).toEqual([]);
});

it('docs/decisions/packages.md says why each package is here', () => {
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const wanted = ['.', ...workspaces]
    .map((folder) => join(root, folder, 'package.json'))
    .filter((path) => existsSync(path))
    .flatMap((path) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
      return Object.keys({ ...dependencies, ...devDependencies });
    })
    .filter((name) => !/^@(social-feed|types)\//.test(name));
  const page = readFileSync(join(root, 'docs/decisions/packages.md'), 'utf8');
  const named = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) => names.split(', ')).slice(2);
  expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted());
});
