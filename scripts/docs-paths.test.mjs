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

/** The text of all sources, where settings, error codes and paths of calls are named. */
const sources = files
  .filter((path) => /\.(ts|tsx|mjs|yml|json|service|conf)$|\.env\.example$|Caddyfile$/.test(path))
  .filter((path) => !/^docs|lock\.json$|\/media\//.test(path))
  .map(read)
  .join('\n');
const packages = files
  .filter((path) => /^(?:\w+\/(?:[\w-]+\/)?)?package\.json$/.test(path))
  .map((path) => JSON.parse(read(path)));
const scripts = packages.flatMap((workspace) => Object.keys(workspace.scripts ?? {}));

it.each(PAGES)('%s names only settings, error codes, npm scripts and calls that exist', (page) => {
  const text = read(page);
  const settings = [...text.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g)].map(([, name]) => name);
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([]);
  const calls = [...text.matchAll(/`(?:GET|POST|PUT|PATCH|DELETE) (?:\/api)?(\/[\w/{}|-]*)/g)].map(
    ([, path]) => path,
  );
  // a provider is a name in the path, not a parameter
  const known = (path) => new RegExp(`'${path.replaceAll(/\{[\w|]+\}/g, '(?::\\w+|google)')}'`).test(sources);
  expect(calls.filter((path) => !known(path))).toEqual([]);
});

it('docs/decisions/packages.md says why each package is here', () => {
  const wanted = packages
    .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
    .filter((name) => !/^@(social-feed|types)\//.test(name));
  const named = [...read('docs/decisions/packages.md').matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, names]) => names.split(', '))
    .slice(2);
  expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted());
});

it('each page of the settings that a text names exists', () => {
  const list = read('apps/web/src/features/identity/account-settings/settings-list.ts');
  const titles = [...list.matchAll(/title: (?:t`|t\(\{ message: ')([^`']+)/g)].map(([, title]) => title);
  const isTitle = (text) => titles.some((title) => text.startsWith(title));
  const texts = files.filter((path) => /\.(?:tsx?|md|json)$/.test(path) && path !== 'CHANGELOG.md');
  const wrong = texts.flatMap((path) =>
    [...read(path).matchAll(/Settings((?:\s›\s+[^›\n]+)+)/g)].flatMap(([, names]) =>
      names
        .split(/\s›\s+/)
        .slice(1)
        .filter((name) => !isTitle(name))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(titles).toContain('Account & security');
  expect(wrong).toEqual([]);
});
