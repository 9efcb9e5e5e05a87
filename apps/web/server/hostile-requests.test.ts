import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as send, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../src/testing/runs.js';
import type { Draws } from './page-kinds.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

let folder: string;
let api: Server;
let web: Server;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'l'));
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><div id="root"></div>');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'l/languages.json'), '[{"code":"de","at":"/l/de"}]');
  api = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"success":true}'),
  );
  const none = () => null;
  const draws: Draws = { home: none, post: none, today: none, profile: none, tag: none, collection: none };
  const apiTarget = await listen(api);
  web = testWebServer({ folder, apiTarget, publicBrowsing: true }, draws);
  port = Number(new URL(await listen(web)).port);
});
afterAll(() => {
  closeAll(web, api);
  rmSync(folder, { recursive: true });
});

/** Sends a request byte by byte as it is; returns the first line of the answer. */
const rawLine = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.once('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
    socket.once('error', reject);
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer came')));
    socket.write(Buffer.from(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`, 'latin1'));
  });

const statusOf = (path: string, headers: Record<string, string>) =>
  new Promise<[number | undefined, number]>((resolve, reject) => {
    send({ port, host: '127.0.0.1', path, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve([answer.statusCode, bytes]));
    })
      .once('error', reject)
      .end();
  });

it.each(['bytes=9-1', 'bytes=-3', 'bytes=2-4', 'bytes=0-0,2-3', 'bytes=999-', 'lines=1-2', 'bytes=', 'x'])(
  'sends a whole file for the range %s',
  async (range) => {
    for (const path of ['/assets/app-1a2b.js', '/home'])
      expect(await statusOf(path, { range })).toEqual(await statusOf(path, {}));
  },
);

const TEXT = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const oneOf = (...values: readonly string[]) => fc.oneof(fc.constantFrom(...values), TEXT);
const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  host: oneOf('', 'evil.example', 'a b', 'localhost, x'),
  'accept-language': oneOf('*', 'de;q=x', 'de,,;', 'en-u-ca-aaaaaaaaa', 'i-klingon', '__proto__', 'und'),
  'accept-encoding': oneOf('br', 'gzip, br', 'identity;q=0', '*;q=0', 'zstd'),
  cookie: oneOf('sf_language=__proto__', 'sf_access=x', 'sf_refresh=y; sf_refresh=z', 'sf_plain=1', '=;'),
  range: oneOf('bytes=9-1', 'bytes=-1', 'bytes=0-', 'bytes=1-0,2-3', 'bytes=9999999999999999999999-'),
  'if-none-match': oneOf('*', 'W/"a", "b"', '"'),
  'if-modified-since': oneOf('never', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  'sec-fetch-mode': oneOf('navigate', 'cors'),
  'x-forwarded-for': oneOf('1.2.3.4, ::1', 'unknown'),
  'cache-control': oneOf('max-age=0', 'no-cache'),
  origin: oneOf('null', 'https://evil.example'),
};
const TARGET = fc
  .tuple(
    oneOf(
      ...['/', '/home', '/today', '/p/0123456789abcdef01234567', '/ada', '/search', '/c/abcdefgh', '/sw.js'],
      ...[
        '/assets/app-1a2b.js',
        '/l/de/assets/',
        '/manifest.webmanifest',
        '/tag/a.atom',
        '/ada.json',
        '/theme.js',
      ],
      ...[
        '//evil.example/',
        '/\\evil',
        '/..%2f..%2fpasswd',
        'http://x/home',
        '/.well-known/',
        '/api/',
        '/media/',
      ],
    ),
    oneOf(
      '',
      '?q=%',
      '?q=%23%F0%9F',
      '?q=%23a&in=posts',
      '?date=2026-13-40',
      '?seed[]=1',
      '?__proto__=1',
      '%00',
      '%',
    ),
  )
  // a space ends the address
  .map((parts) => parts.join('').replace(/[ \u0080-\u00ff]/g, '') || '/');

it('answers any request, and is there for the next', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
      TARGET,
      fc.record(HEADERS, { requiredKeys: [] }),
      async (method, target, headers) => {
        const lines = Object.entries({ host: 'localhost', ...headers }).map((pair) => pair.join(': '));
        expect(await rawLine([`${method} ${target} HTTP/1.1`, ...lines])).toMatch(/^HTTP\/1\.1 [234]/);
      },
    ),
    { numRuns: runs(300, 5000) },
  );
}, 240_000);
