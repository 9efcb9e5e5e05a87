import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(join(root, path)));
const read = (path) => readFileSync(join(root, path), 'utf8');
const PAGES = files.filter((path) => /^(docs\/.*|[A-Z_]+)\.md$/.test(path) && path !== 'CHANGELOG.md');

it.each(PAGES)('%s names only files that exist, by the ends of their paths', (page) => {
  const names = [...read(page).matchAll(/`([\w@./-]+\.(?:tsx?|mjs))`/g)].map(([, name]) => name);
  expect(names.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
});

it.each(PAGES)('%s links only to pages that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#]+)[^)]*\)/g)].map(([, link]) => link);
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

it('docs/decisions/packages.md says why each package is here', () => {
  const wanted = files
    .filter((path) => /^(?:\w+\/(?:[\w-]+\/)?)?package\.json$/.test(path))
    .flatMap((path) => {
      const { dependencies, devDependencies } = JSON.parse(read(path));
      return Object.keys({ ...dependencies, ...devDependencies });
    })
    .filter((name) => !/^@(social-feed|types)\//.test(name));
  const named = [...read('docs/decisions/packages.md').matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, names]) => names.split(', '))
    .slice(2);
  expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted());
});
