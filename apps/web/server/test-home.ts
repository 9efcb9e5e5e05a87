import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Draws } from './page-kinds.js';
import { closeAll, listen, testWebServer } from './test-servers.js';

const PAGE = `<!doctype html><head><title>Feed</title>
<meta name="instance" content="{&quot;name&quot;:&quot;Tea &amp; Co&quot;}" />
<script src="/theme.js"></script><script type="module" src="/assets/app.js"></script></head>
<body><div id="root"></div></body>`;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const json =
  (body: object, headers: Record<string, string | string[]> = {}, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The reader whose session the cookies of a request name. */
const readerOf = ({ headers }: IncomingMessage) => /sf_access=(\w+)/.exec(headers.cookie ?? '')?.[1];

export const NOTHING = { follows: [], blocks: [], muted: [], languages: [] };

/** What a page tells its head. */
export const aboutOf = ({ text }: { text: string }): unknown =>
  JSON.parse(
    (/name="drawn" content="([^"]*)"/.exec(text)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );

/** The names of the answers that a page brings. */
export const givenBy = ({ text }: { text: string }): (string | undefined)[] =>
  [...text.matchAll(/id="answer-([^"]+)"/g)].map(([, name]) => name?.replaceAll('&amp;', '&'));

/** Whether a page has posts in it. */
export const isDrawn = ({ text }: { text: string }) => text.includes('id="drawn"');

/** A web server that draws pages, in front of an API of the test. Call in the body of a `describe`. */
export function drawingServer() {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-pages-'));
  let api: Server;
  let web: Server | undefined;
  const draw = vi.fn<Draws['home']>();
  /** Draws all other pages. */
  const drawOther = vi.fn<Draws['post']>();
  const draws = {
    ...{ home: draw, post: drawOther, today: drawOther },
    ...{ profile: drawOther, tag: drawOther, collection: drawOther },
  };
  /** The calls that the API got, and its answers, by path without query. */
  const scene = {
    asked: [] as string[],
    queries: {} as Record<string, string>,
    answers: {} as Record<string, Answer>,
    draw,
    drawOther,
  };

  const start = async (settings: { publicBrowsing?: boolean } = {}) => {
    web = testWebServer({ folder, apiTarget: await listen(api), ...settings }, draws);
    return listen(web);
  };
  /** Not by `fetch`, which writes the header of the mode itself. */
  const visit = async (origin: string, cookie = '', headers: Record<string, string> = {}, path = '/home') => {
    const asking = get(origin + path, {
      headers: { 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }), ...headers },
    });
    const [got] = (await once(asking, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of got.setEncoding('utf8')) text += String(chunk);
    return { status: got.statusCode, headers: got.headers, text };
  };

  beforeEach(() => {
    writeFileSync(join(folder, 'index.html'), PAGE.replace('Feed', 'Plain'));
    scene.asked = [];
    scene.queries = {};
    scene.answers = {
      '/page': (_request, response) => response.setHeader('content-type', 'text/html').end(PAGE),
      '/auth/me': (request, response) =>
        json({ success: true, user: { _id: readerOf(request), userName: readerOf(request) } })(
          request,
          response,
        ),
      '/people/own': json({ success: true, data: NOTHING }),
      '/posts/infinite': (request, response) =>
        json({ success: true, data: [{ _id: `of ${readerOf(request)}` }], seed: 7 })(request, response),
    };
    draw
      .mockReset()
      .mockImplementation(({ answers, user }) => ({
        markup: `<main>${JSON.stringify([answers['feed'], user])}</main>`,
        preload: '<link rel="preload" as="image" href="/first.webp"/>',
      }));
    drawOther
      .mockReset()
      .mockImplementation(({ answers }) => ({
        markup: `<main>${JSON.stringify(answers)}</main>`,
        preload: '',
      }));
    api = createServer((request, response) => {
      const [path = '', query] = (request.url ?? '').split('?');
      scene.asked.push(path);
      if (query !== undefined) scene.queries[path] = query;
      const answer = scene.answers[path];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
  });
  afterEach(() => {
    closeAll(...[api, web].filter((server) => server !== undefined));
    vi.restoreAllMocks();
  });
  // removed at the end of the file's run
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  return Object.assign(scene, { start, visit });
}
