import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const page = read('docs/security.md');

/** The requirements of a range such as `1.2.1-9`, or of a single one. */
const expand = (range) => {
  const [, section, first, last = first] = /^(\d+\.\d+\.)(\d+)(?:-(\d+))?$/.exec(range);
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}${Number(first) + index}`);
};

/** The requirements of levels 1 and 2 of ASVS 5.0.0: 253. */
const REQUIREMENTS =
  `1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6
  3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4
  6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3
  9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4
  11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3
  15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`
    .split(/\s+/)
    .flatMap(expand);

const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
/** The rows below each head of a table with these columns. */
const rowsOf = (head) => {
  const tables = page.split(`\n${head}\n`).slice(1);
  return tables.flatMap((text) => /^(?:\|.*\n)+/.exec(text)[0].trim().split('\n').slice(1).map(cells));
};
const PROMISES = rowsOf('| promise | shown by | ASVS |').map(([promise, by, ids, ...more]) => {
  return { promise, by, ids: ids.split(' ').filter(Boolean).flatMap(expand), more };
});
const OTHERS = rowsOf('| ASVS | state | what, and the weight or reason |').map(
  ([ids, state, why, ...more]) => {
    return { ids: ids.split(' ').flatMap(expand), state, why, more };
  },
);

it('docs/security.md has each requirement of levels 1 and 2 of ASVS once', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  const named = [...PROMISES, ...OTHERS].flatMap(({ ids }) => ids);
  const inOrder = (ids) => ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(inOrder(named)).toEqual(REQUIREMENTS);
});

it('docs/security.md proves each promise by a test or a measurement', () => {
  expect(PROMISES.length).toBeGreaterThan(40);
  const odd = PROMISES.filter(
    ({ promise, by, more }) => promise === '' || !/\.test\.(tsx?|mjs)`|`npm run/.test(by) || more.length > 0,
  );
  expect(odd).toEqual([]);
});

it('docs/security.md says why a requirement is not met, a deviation by its section of the specification', () => {
  const odd = OTHERS.filter(
    ({ state, why, more }) => !/^(open|deviates|n\/a)$/.test(state) || why === '' || more.length > 0,
  );
  expect(odd).toEqual([]);
  expect(OTHERS.filter(({ state, why }) => state === 'deviates' && !/\b[AF] §\d/.test(why))).toEqual([]);
});

it('docs/security.md names only existing tests, each without doubt', () => {
  const tests = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.includes('.test.') && existsSync(join(root, path)));
  const found = (name) => {
    const all = tests.filter((path) => path.endsWith(`/${name}`));
    return all.length > 1 ? all.filter((path) => path.startsWith('apps/api/src/')) : all;
  };
  const names = [...page.matchAll(/`([\w./-]+\.test\.(?:tsx?|mjs))`/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(200);
  expect([...new Set(names)].filter((name) => found(name).length !== 1)).toEqual([]);
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
