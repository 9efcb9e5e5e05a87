import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '../../testing/test-app.js';
import { pauseAfter } from './mail-queue.js';
import { otpMail } from './templates.js';

const SECOND = 1000;

/** A mail server on this machine that can be told to refuse. */
async function openMailServer() {
  const received: { from: string; to: string[]; raw: string }[] = [];
  const state = { refusing: false };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refusing) {
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(port: number, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({
    ...options,
    config: { mail: { smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false }, ...options.config },
  });
  ends.push(() => app.close());
  return app;
}

async function openServer() {
  const server = await openMailServer();
  ends.push(() => server.close());
  return server;
}

const codeMail = (to = 'ada@example.org') =>
  otpMail({ to, fullName: 'Ada', code: '012345', goodUntil: new Date('2026-11-21T10:20:00Z') });

describe('the mail queue', () => {
  it('hands a mail to the mail server, as text and as HTML, and forgets it', async () => {
    const server = await openServer();
    const app = await open(server.port);
    await app.ctx.mail.enqueue(codeMail());
    expect(server.received).toHaveLength(0);
    await app.ctx.mail.deliverDue();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'no-reply@localhost', to: ['ada@example.org'] });
    expect(mail?.raw).toMatch(/Subject: Your code to reset your password/);
    expect(mail?.raw).toMatch(
      /Content-Type: text\/plain[\s\S]*012345[\s\S]*Content-Type: text\/html[\s\S]*012345/,
    );
    expect(await app.ctx.models.Mail.countDocuments()).toBe(0);
    await app.ctx.mail.deliverDue();
    expect(server.received).toHaveLength(1);
  });

  it('keeps mail over a failure and tries again, later each time', async () => {
    const server = await openServer();
    const app = await open(server.port);
    server.state.refusing = true;
    await app.ctx.mail.enqueue(codeMail());
    for (const attempts of [1, 2, 3]) {
      await app.ctx.mail.deliverDue();
      expect(await app.ctx.models.Mail.findOne().lean()).toMatchObject({ attempts, state: 'queued' });
      app.clock.advance(pauseAfter(attempts) - 1);
      await app.ctx.mail.deliverDue();
      expect(await app.ctx.models.Mail.findOne().lean()).toMatchObject({ attempts });
      app.clock.advance(1);
    }
    server.state.refusing = false;
    await app.ctx.mail.deliverDue();
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org']]);
  });

  it('loses nothing where no mail server answers at all, even when the process ends', async () => {
    const gone = await openMailServer();
    await gone.close();
    const first = await open(gone.port);
    for (const name of ['a', 'b', 'c']) await first.ctx.mail.enqueue(codeMail(`${name}@example.org`));
    await first.ctx.mail.deliverDue();

    const server = await openServer();
    const second = await open(server.port, { dbName: first.ctx.connection.name, clock: first.clock });
    first.clock.advance(5 * SECOND);
    await second.ctx.mail.deliverDue();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
      'a@example.org',
      'b@example.org',
      'c@example.org',
    ]);
  });

  it('delivers each mail once where two processes work on it', async () => {
    const server = await openServer();
    const first = await open(server.port);
    const second = await open(server.port, { dbName: first.ctx.connection.name, clock: first.clock });
    for (let index = 0; index < 20; index += 1)
      await first.ctx.mail.enqueue(codeMail(`p${index}@example.org`));
    await Promise.all([first.ctx.mail.deliverDue(), second.ctx.mail.deliverDue()]);
    expect(server.received).toHaveLength(20);
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(20);
  });

  it('takes up a mail whose process died while it tried', async () => {
    const server = await openServer();
    const app = await open(server.port);
    await app.ctx.mail.enqueue(codeMail());
    const lease = new Date(app.clock.now().getTime() + 120 * SECOND);
    await app.ctx.models.Mail.updateOne({}, { $set: { dueAt: lease, attempts: 1 } });
    await app.ctx.mail.deliverDue();
    expect(server.received).toHaveLength(0);
    app.clock.advance(120 * SECOND);
    await app.ctx.mail.deliverDue();
    expect(server.received).toHaveLength(1);
  });

  it('stores no code that a reader of the database could use', async () => {
    const app = await open(1);
    await app.ctx.mail.enqueue(codeMail());
    expect(JSON.stringify(await app.ctx.models.Mail.findOne().lean())).not.toContain('012345');
  });

  it('shows no dev mailbox beside a mail server', async () => {
    const app = await open(1);
    expect((await app.agent().get('/dev/mailbox')).status).toBe(404);
  });

  it('waits longer after each failure, up to a minute', () => {
    expect([1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });
});
