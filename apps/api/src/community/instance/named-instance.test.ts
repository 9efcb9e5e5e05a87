import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instance } from '@social-feed/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailServer } from '../../testing/mail-server.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Social Feed</title>
    <meta name="description" content="Social Feed: a unique platform." />
    <meta property="og:site_name" content="Social Feed" />
    <meta property="og:title" content="Social Feed" />
    <script src="/theme.js"></script>
  </head>
  <body></body>
</html>`;
/** A name that does harm unless it is escaped. */
const NAME = 'Harbour & <i>Quay</i> $&';
const ESCAPED = 'Harbour &amp; &lt;i&gt;Quay&lt;/i&gt; $&amp;';

let web: Server;
let webPage: string;
let app: TestApp;

beforeAll(async () => {
  web = createServer((_req, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  webPage = `http://127.0.0.1:${(web.address() as AddressInfo).port}/index.html`;
  app = await createTestApp({
    config: {
      webPage,
      webOrigin: 'https://harbour.example',
      instance: { name: NAME, description: 'By the sea' },
    },
  });
});
afterAll(async () => {
  await app.close();
  web.close();
});

const textAt = async (path: string, of = app) => {
  // other types than JSON arrive as bytes
  const { text, body } = await of.agent().get(path).expect(200);
  return text ?? (body as Buffer).toString();
};
const pageAt = (address: string) => textAt(`/page?address=${encodeURIComponent(address)}`);

it('has its name in pages, previews and feeds [B18-4]', async () => {
  const { agent, user } = await app.signUp({ fullName: 'Ada Byron' });
  const post = (await agent.post('/posts').send({ title: 'Boats', tags: ['sea'] })).body.data._id as string;
  for (const [address, title] of [
    ['/', ESCAPED],
    ['/i/account/login', ESCAPED],
    [`/p/${post}`, `Boats · ${ESCAPED}`],
    ['/p/nothing', ESCAPED],
  ] as const) {
    const page = await pageAt(address);
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).not.toContain('Social Feed');
    expect(page).not.toContain('<i>');
  }
  expect(await pageAt('/')).toContain('<meta name="description" content="By the sea" />');
  expect(await pageAt(`/p/${post}`)).toContain(`<meta property="og:site_name" content="${ESCAPED}" />`);
  expect(await textAt(`/feeds/${user.userName}.atom`)).toContain(
    `Ada Byron (@${user.userName}) · ${ESCAPED}</title>`,
  );
  expect(JSON.parse(await textAt('/feeds/tag/sea.json')).title).toBe(`#sea · ${NAME}`);
  const url = `https://harbour.example/p/${post}`;
  expect((await app.agent().get('/oembed').query({ url })).body.provider_name).toBe(NAME);
});

it('brings its settings with the page, before the first script [B18-4]', async () => {
  const page = await pageAt('/');
  const [, settings = ''] = /<meta name="instance" content="([^"]*)"/.exec(page) ?? [];
  const decoded = settings
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(JSON.parse(decoded) as Instance).toMatchObject({ name: NAME, signIn: { google: true }, rules: [] });
  expect(page.indexOf('name="instance"')).toBeLessThan(page.indexOf('<script'));
});

it('serves the manifest of the build, with its name and logo [B18-4]', async () => {
  const built = JSON.parse(
    readFileSync(new URL('../../../../web/public/manifest.webmanifest', import.meta.url), 'utf8'),
  ) as { icons: { purpose: string }[] };
  const plain = await createTestApp();
  const answer = await plain.agent().get('/manifest.webmanifest').buffer().expect(200);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(await textAt('/manifest.webmanifest', plain))).toEqual(built);
  await plain.close();
  const logo = 'https://harbour.example/logo.png';
  const named = await createTestApp({ config: { instance: { name: NAME, logo } } });
  const manifest = JSON.parse(await textAt('/manifest.webmanifest', named)) as typeof built;
  expect(manifest).toMatchObject({ name: NAME, short_name: NAME, icons: [{ src: logo }, {}, {}] });
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'any']);
  await named.close();
});

it('has its name in mails, and as their sender unless MAIL_FROM is set [B18-4]', async () => {
  const server = await openMailServer();
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  const senderOf = async (mail: object) => {
    const sending = await createTestApp({
      config: { instance: { name: NAME }, mail: { smtpUrl, mailbox: false, ...mail } },
    });
    const { user } = await sending.signUp();
    await sending.agent().post('/auth/forgot-password').send({ email: user.email }).expect(200);
    await sending.ctx.jobs.runDue('mail');
    await sending.close();
    const raw = server.received.at(-1)!.raw.replaceAll('=\r\n', '');
    expect(raw).toContain(`Nobody from ${NAME} will ever ask you for it.`);
    expect(raw).toContain(`Nobody from ${ESCAPED} will ever ask you for it.`);
    return /^From: (.*)\r$/m.exec(raw)?.[1];
  };
  expect(await senderOf({})).toBe(`"${NAME}" <no-reply@localhost>`);
  expect(
    await senderOf({ from: { name: 'Office', address: 'office@harbour.example' }, isFromGiven: true }),
  ).toBe('Office <office@harbour.example>');
});

it('shows its name where mails are stopped [B18-4]', async () => {
  const page = await app.agent().get('/notifications/unsubscribe?token=x').expect(400);
  expect(page.text).toContain(`<b>${ESCAPED}</b>`);
});
