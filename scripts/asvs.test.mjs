import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const page = read('docs/asvs.md');

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATES = /^(holds|n\/a|deviates|open)( \(pending\))?$/;

const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \| \d \|/.test(line))
  .map((line) => cells(line))
  .map(([id, level, requirement, state, how, ...rest]) => ({ id, level, requirement, state, how, rest }));
const hasState = (state) => rows.filter((row) => row.state.startsWith(state));
const pathsIn = (text) =>
  [...text.matchAll(/`([\w./-]+\/?[\w.-]+\.(?:tsx?|mjs|json))`/g)].map(([, path]) => path);
const isThere = (path) => existsSync(join(root, path)) || existsSync(join(root, 'apps/api/src', path));

it('docs/asvs.md has each requirement of levels 1 and 2 once, in order', () => {
  const counts = OF_CHAPTER.map((_count, at) => rows.filter(({ id }) => id.startsWith(`${at + 1}.`)).length);
  expect(counts).toEqual(OF_CHAPTER);
  const inOrder = rows.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(rows.map(({ id }) => id)).toEqual([...new Set(inOrder)]);
  const ofLevel = (wanted) => rows.filter(({ level }) => level === wanted).length;
  expect([ofLevel('1'), ofLevel('2')]).toEqual([70, 183]);
});

it('docs/asvs.md gives each requirement a known state and says how', () => {
  const odd = rows.filter(
    ({ requirement, state, how, rest }) =>
      !STATES.test(state) || requirement === '' || how === '' || rest.length > 0,
  );
  expect(odd).toEqual([]);
});

it('docs/asvs.md names a test, or the page that says it, where a requirement holds', () => {
  const bare = hasState('holds').filter(
    ({ state, how }) => !state.includes('pending') && !/\.test\.(tsx?|mjs)`|\]\(/.test(how),
  );
  expect(bare).toEqual([]);
});

it('docs/asvs.md names the section of the specification for each deviation', () => {
  expect(hasState('deviates').filter(({ how }) => !/\b[AF] §\d/.test(how))).toEqual([]);
});

it('docs/asvs.md lists on top what is open, and nothing else', () => {
  const [, table] = /^## Open\n(.*?)^## /ms.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| ([\d., ]+) \|/gm)].flatMap(([, ids]) => ids.split(', '));
  const order = (ids) => ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(order(listed)).toEqual(hasState('open').map(({ id }) => id));
});

it('docs/asvs.md names only files and headings that exist', () => {
  const paths = rows.filter(({ state }) => !state.includes('pending')).flatMap(({ how }) => pathsIn(how));
  expect(paths.length).toBeGreaterThan(200);
  expect([...new Set(paths)].filter((path) => !isThere(path))).toEqual([]);
  const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, text]) =>
    text.toLowerCase().replaceAll(' ', '-'),
  );
  const anchors = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

it('asks each day for known weaknesses of what production runs, and for signatures', () => {
  const workflow = read('.github/workflows/dependencies.yml');
  expect(workflow).toMatch(/^ {2}schedule:$/m);
  expect(workflow).toMatch(/^ {6}- run: npm audit --omit=dev --audit-level=high$/m);
  expect(workflow).toMatch(/^ {8}run: npm audit signatures$/m);
});

/** What the rows say that the product does without. */
const WITHOUT = [
  [
    'unchecked certificates',
    /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|tlsInsecure|tlsAllowInvalid/,
  ],
  ['code from text', /\beval\(|new Function\(|'node:vm'/],
  ['HTML from text', /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
  // version.ts asks git for the commit of a clone: one fixed command without anybody's text
  ['commands of the system', /child_process/, 'apps/api/src/platform/version.ts'],
  [
    'weak hashes and ciphers',
    /(createHash|createHmac|hkdfSync)\('(md5|sha-?1)'|createCipheriv\('(?!aes-256-gcm'|chacha20-poly1305')/i,
  ],
  ['messages of other windows', /window\.addEventListener\('message'|\bonmessage\b.*window/],
];

it.each(WITHOUT)('the product has no %s', (_what, pattern, ...exceptions) => {
  const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'deploy', 'docker-compose.yml'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) =>
      /^(apps\/(api|web)\/(src|server|worker)|packages\/(contracts|feed-order)|deploy|docker)/.test(path),
    )
    .filter((path) => /\.(ts|tsx|mjs|yml|service)$/.test(path) && !/\.test\.|\/testing\//.test(path))
    .filter((path) => existsSync(join(root, path)));
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((path) => pattern.test(read(path)))).toEqual(exceptions);
});
