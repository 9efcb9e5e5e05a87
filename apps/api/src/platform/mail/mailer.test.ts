import type { Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { openHangingServer, openMailServer } from '../../testing/mail-server.js';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing/test-app.js';
import { retryDelay } from '../jobs/job-run.js';
import { DAY, SECOND } from '../time.js';
import { otpMail } from './account-mails.js';
import { digestMail } from './news-mails.js';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const mailConfig = (port: number) => ({ smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false });

async function open(port: number, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ ...options, config: { mail: mailConfig(port), ...options.config } });
  ends.push(() => app.close());
  return app;
}

const codeMail = (to = 'ada@example.org') =>
  otpMail({ to, fullName: 'Ada', code: '012345', goodUntil: new Date('2026-11-21T10:20:00Z') });

describe('the mail queue', () => {
  it('delivers a mail to the mail server as text and as HTML, and deletes it', async () => {
    const server = await openMailServer();
    const app = await open(server.port);
    await app.ctx.mail.enqueue(codeMail());
    expect(server.received).toHaveLength(0);
    await app.ctx.jobs.runDue('mail');
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'no-reply@localhost', to: ['ada@example.org'] });
    expect(mail?.raw).toMatch(/Subject: Your code to reset your password/);
    expect(mail?.raw).toMatch(
      /Content-Type: text\/plain[\s\S]*012345[\s\S]*Content-Type: text\/html[\s\S]*012345/,
    );
    expect(await app.ctx.models.Job.countDocuments()).toBe(0);
    await app.ctx.jobs.runDue('mail');
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['https://feed.example', '', 'feed.example'],
    ['https://feed.example', '?name=mail.example', 'mail.example'],
    ['https://192.0.2.7', '', expect.not.stringContaining('192.0.2.7')],
    ['http://localhost:3000', '', expect.not.stringContaining('localhost:3000')],
  ])('greets the mail server as the host of %s%s', async (webOrigin, query, greeting) => {
    const server = await openMailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}${query}`;
    const app = await open(server.port, { config: { webOrigin, mail: { smtpUrl, mailbox: false } } });
    await app.ctx.mail.enqueue(codeMail());
    await app.ctx.jobs.runDue('mail');
    expect(server.received.map((mail) => mail.greeting)).toEqual([greeting]);
  });

  it('delivers the headers of a mail', async () => {
    const server = await openMailServer();
    const app = await open(server.port);
    const url = `https://social.example/api/notifications/unsubscribe?token=${'Ab0_-'.repeat(22)}`;
    const to = { to: 'ada@example.org', fullName: 'Ada' };
    const about = { period: 'day' as const, items: [], allUrl: 'https://social.example/notifications' };
    await app.ctx.mail.enqueue(digestMail({ ...to, ...about, unsubscribeUrl: url }));
    await app.ctx.jobs.runDue('mail');
    const head = server.received[0]!.raw.split('\r\n\r\n')[0]!.replaceAll(/\r\n\s+/g, ' ');
    expect(head).toContain(`List-Unsubscribe: <${url}>\r\n`);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).toContain('X-Auto-Response-Suppress: OOF, AutoReply');
  });

  it('keeps mail after a failure and retries with growing delays', async () => {
    const server = await openMailServer();
    const app = await open(server.port, { config: { metricsPort: 0, mail: mailConfig(server.port) } });
    server.refuse.text = () => 451;
    await app.ctx.mail.enqueue(codeMail());
    for (const attempts of [1, 2, 3]) {
      await app.ctx.jobs.runDue('mail');
      expect(await app.ctx.models.Job.findOne().lean()).toMatchObject({
        attempts,
        lastError: expect.stringContaining('451'),
      });
      app.clock.advance(retryDelay(attempts) - 1);
      await app.ctx.jobs.runDue('mail');
      expect(await app.ctx.models.Job.findOne().lean()).toMatchObject({ attempts });
      app.clock.advance(1);
    }
    server.refuse.text = () => 0;
    await app.ctx.jobs.runDue('mail');
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org']]);
    const metrics = await app.ctx.metrics!.text();
    expect(metrics).toContain('mails_total{outcome="failed"} 3\n');
    expect(metrics).toContain('mails_total{outcome="sent"} 1\n');
  });

  it('loses nothing while no mail server responds, even if the process ends', async () => {
    // a port that no other process can get in the meantime, as it could that of a closed server
    const first = await open(1);
    for (const name of ['a', 'b', 'c']) await first.ctx.mail.enqueue(codeMail(`${name}@example.org`));
    await first.ctx.jobs.runDue('mail');

    const server = await openMailServer();
    const second = await open(server.port, { dbName: first.ctx.connection.name, clock: first.clock });
    first.clock.advance(5 * SECOND);
    await second.ctx.jobs.runDue('mail');
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
      'a@example.org',
      'b@example.org',
      'c@example.org',
    ]);
  });

  it('delivers each mail once with two processes', async () => {
    const server = await openMailServer();
    const first = await open(server.port);
    const second = await open(server.port, { dbName: first.ctx.connection.name, clock: first.clock });
    for (let index = 0; index < 20; index += 1)
      await first.ctx.mail.enqueue(codeMail(`p${index}@example.org`));
    await Promise.all([first.ctx.jobs.runDue('mail'), second.ctx.jobs.runDue('mail')]);
    expect(server.received).toHaveLength(20);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(20);
  });

  it.each([
    ['recipient', 550],
    ['text', 554],
  ] as const)('drops a mail if the server permanently rejects its %s with %i', async (what, code) => {
    const server = await openMailServer();
    const app = await open(server.port);
    server.refuse[what] = () => code;
    await app.ctx.mail.enqueue(codeMail());
    await app.ctx.jobs.runDue('mail');
    const [job] = await app.ctx.models.Job.find().lean();
    expect(job).toMatchObject({ attempts: 1, lastError: expect.stringContaining(String(code)) });
    expect([job?.deadAt, job?.runAt]).toEqual([app.clock.now(), undefined]);
    server.refuse[what] = () => 0;
    app.clock.advance(DAY);
    await app.ctx.jobs.runDue('mail');
    expect(server.received).toEqual([]);
  });

  it('logs no recipient', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const server = await openMailServer();
    const app = await open(server.port, { log });
    for (const code of [450, 550]) {
      server.refuse.recipient = () => code;
      await app.ctx.mail.enqueue(codeMail());
      await app.ctx.jobs.runDue('mail');
    }
    expect(lines.filter((line) => line.includes('"type":"mail"'))).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/ada@|012345/);
  });

  it('gives up on a mail after three days', async () => {
    const server = await openMailServer();
    const app = await open(server.port);
    server.refuse.text = () => 451;
    await app.ctx.mail.enqueue(codeMail());
    app.clock.advance(3 * DAY);
    await app.ctx.jobs.runDue('mail');
    expect(await app.ctx.models.Job.countDocuments({ deadAt: { $exists: true } })).toBe(1);
  });

  it('does not send an expired code', async () => {
    const server = await openMailServer();
    const app = await open(server.port);
    const expiresAt = new Date(app.clock.now().getTime() + 600 * SECOND);
    await app.ctx.mail.enqueue(codeMail(), { expiresAt });
    app.clock.advance(600 * SECOND);
    await app.ctx.jobs.runDue('mail');
    expect(server.received).toEqual([]);
    expect(await app.ctx.models.Job.countDocuments()).toBe(0);
  });

  it.each([
    ['accepts and never answers', () => undefined],
    [
      'answers a byte a second',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('2'), SECOND);
        socket.on('close', () => clearInterval(timer));
        socket.write('2');
      },
    ],
  ])('continues with other mail if a server %s', async (_what, hang) => {
    const server = await openMailServer();
    const hanging = await openHangingServer(server.port, 4, hang);
    const app = await open(hanging.port, {
      config: { mail: { smtpUrl: `smtp://127.0.0.1:${hanging.port}`, mailbox: false, sendWithin: 1000 } },
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.org`);
    for (const name of names) await app.ctx.mail.enqueue(codeMail(name));
    await app.ctx.jobs.runDue('mail');
    expect(hanging.state.hung).toBe(4);
    expect(server.received).toHaveLength(2);
    await expect.poll(() => hanging.state.closed).toBe(4);
    app.clock.advance(retryDelay(1));
    await app.ctx.jobs.runDue('mail');
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(names);
  });

  it('encrypts stored codes, so that database readers cannot use them', async () => {
    const app = await open(1);
    await app.ctx.mail.enqueue(codeMail());
    expect(JSON.stringify(await app.ctx.models.Job.findOne().lean())).not.toContain('012345');
  });

  it('does not show the dev mailbox if there is a mail server', async () => {
    const app = await open(1);
    expect((await app.agent().get('/dev/mailbox')).status).toBe(404);
  });
});
