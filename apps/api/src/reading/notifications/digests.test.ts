import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { retryDelay } from '../../platform/jobs/job-run.js';
import { DAY, MINUTE } from '../../platform/time.js';
import { before } from '../../testing/before.js';
import { digestScene } from '../../testing/digest-scene.js';
import { openHangingServer, openMailServer } from '../../testing/mail-server.js';
import { createTestApp } from '../../testing/test-app.js';

const { scene, reader, set, comment, pass, signIn, digestsTo, onlyDigest } = digestScene();
afterEach(() => vi.restoreAllMocks());

/** A second process that sends mail to a server. */
async function senderTo(port: number, limits: { sendWithin?: number } = {}) {
  const { app } = scene;
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false, ...limits };
  const sender = await createTestApp({ dbName: app.ctx.connection.name, clock: app.clock, config: { mail } });
  onTestFinished(() => sender.close());
  return {
    queueDigests: async () => {
      app.clock.advance(DAY);
      await sender.ctx.jobs.add('digests');
      await sender.ctx.jobs.runDue('digests');
    },
    sendDigests: () => sender.ctx.jobs.runDue('digest'),
    settings: sender.ctx.models.NotificationSettings.collection,
  };
}

describe('a digest', () => {
  it('is off by default [B5-15]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await comment(bob, ada);
    await pass(8 * DAY);
    expect(await digestsTo(ada)).toEqual([]);
    const settings = async () => (await ada.agent.get('/notifications/settings')).body.data as object;
    expect(await settings()).toEqual({ muted: [], digest: 'off', todayHour: null });
    await set(ada, 'daily');
    await set(ada, 'off');
    await comment(bob, ada);
    await pass(8 * DAY);
    expect([await digestsTo(ada), await settings()]).toEqual([
      [],
      { muted: [], digest: 'off', todayHour: null },
    ]);
  });

  it('lists new and unread notifications once a day, as text and as HTML, with links [B5-15]', async () => {
    const [ada, bob] = [await reader('Ada', '<b>Sea</b>'), await reader('Bob "<i>"')];
    await comment(bob, ada, 'Before');
    scene.app.clock.advance(1000);
    await set(ada, 'daily');
    await pass(DAY - 1);
    expect(await digestsTo(ada)).toEqual([]);
    const written = await comment(bob, ada);
    await pass(DAY);
    const { subject, text, html } = await onlyDigest(ada);
    expect(subject).toBe('What is new for you today');
    const link = `http://localhost:3000/p/${ada.post}?comment=${written}`;
    expect(text).toContain(`Bob "<i>" commented on “<b>Sea</b>”\n${link}`);
    expect(html).toContain(
      `<a href="${link}" style="color:#5b3df5">Bob &quot;&lt;i&gt;&quot; commented on “&lt;b&gt;Sea&lt;/b&gt;”</a>`,
    );
    expect(text).toContain('http://localhost:3000/notifications');
    await pass(DAY);
    expect(await digestsTo(ada)).toHaveLength(1);
  });

  it('shows no names or titles that mail programs turn into links', async () => {
    const ada = await reader('Ada', 'See evil.example/win');
    await set(ada, 'daily');
    for (const name of ['Win at https://evil.example', 'www.evil', 'Bob\u2028evil.example'])
      await comment(await reader(name), ada);
    const cy = await reader('Cy', 'Prizes at evil.example');
    await cy.agent
      .put(`/posts/${cy.post}`)
      .send({ title: 'Prizes at evil.example', description: `@${ada.user.userName}` })
      .expect(200);
    await scene.app.ctx.jobs.runDue();
    await pass(DAY);
    const { text, html } = await onlyDigest(ada);
    expect(text).toContain(' commented on your post\n');
    expect(text).not.toMatch(/evil/);
    expect(html).not.toMatch(/evil/);
  });

  it('names no title of others with a muted word [B34-12]', async () => {
    const ada = await reader('Ada', 'My spoilers');
    await set(ada, 'daily');
    const cy = await reader('Cy', 'Spoilers ahead');
    const at = scene.app.clock.now().toISOString();
    const change = { kind: 'mute', word: 'spoilers', until: null, at };
    await ada.agent
      .post('/people/changes')
      .send({ changes: [change] })
      .expect(200);
    await comment(cy, ada);
    await cy.agent
      .put(`/posts/${cy.post}`)
      .send({ description: `@${ada.user.userName}` })
      .expect(200);
    await scene.app.ctx.jobs.runDue();
    await pass(DAY);
    const { text } = await onlyDigest(ada);
    expect(text).toContain('Cy mentioned you in a post\n');
    expect(text).toContain('Cy commented on “My spoilers”\n');
  });

  it('is not sent if nothing is new or everything was read [B5-15]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    await pass(DAY);
    await comment(bob, ada);
    await ada.agent.post('/notifications/read').send({ until: scene.app.clock.now().toISOString() });
    await pass(DAY);
    expect(await digestsTo(ada)).toEqual([]);
  });

  it('is sent weekly if so configured, and continues without gaps after a change [B5-15]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'weekly');
    await comment(bob, ada);
    await pass(6 * DAY);
    expect(await digestsTo(ada)).toEqual([]);
    await pass(DAY);
    expect((await onlyDigest(ada)).subject).toBe('What is new for you this week');
    await pass(2 * DAY);
    await comment(bob, ada, 'Once more');
    await set(ada, 'daily');
    await pass(1);
    expect(await digestsTo(ada)).toHaveLength(2);
  });

  it('lists at most ten notifications, and none of muted kinds [B5-15]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    for (let index = 0; index < 12; index += 1) {
      const post = (await ada.agent.post('/posts').send({ title: `Post ${index}` })).body.data._id as string;
      await bob.agent.post(`/post-interactions/${post}/like`).expect(200);
    }
    await comment(bob, ada);
    await ada.agent.patch('/notifications/settings').send({ muted: ['comment'] });
    await pass(DAY);
    const { text } = await onlyDigest(ada);
    expect(text.match(/Bob liked/g)).toHaveLength(10);
    expect(text).not.toContain('commented');
  });

  it('leaves out blocked and suspended users and deleted content [B5-16]', async () => {
    const [ada, bob, cy, dan] = [
      await reader(),
      await reader('Bob'),
      await reader('Cy'),
      await reader('Dan'),
    ];
    await set(ada, 'daily');
    await comment(bob, ada);
    await comment(cy, ada);
    await dan.agent.delete(`/comments/${await comment(dan, ada)}`).expect(200);
    const at = scene.app.clock.now().toISOString();
    await ada.agent.post('/people/changes').send({ changes: [{ kind: 'block', user: bob.user._id, at }] });
    await scene.app.ctx.admin.suspend(null, cy.user._id);
    await pass(DAY);
    expect(await digestsTo(ada)).toEqual([]);
  });
});

describe('sends no digest', () => {
  it('to accounts that are suspended, unconfirmed or deleted [B5-16]', async () => {
    const [ada, bob, cy, dan] = [
      await reader(),
      await reader('Bob'),
      await reader('Cy'),
      await reader('Dan'),
    ];
    for (const one of [ada, bob, cy]) {
      await set(one, 'daily');
      await comment(dan, one);
    }
    await scene.app.ctx.admin.suspend(null, ada.user._id);
    await scene.app.ctx.models.User.updateOne({ _id: bob.user._id }, { $set: { confirmEmail: true } });
    await cy.agent.post('/auth/delete-account').send({ password: 'correct horse 1' }).expect(200);
    await pass(DAY);
    for (const one of [ada, bob, cy]) expect(await digestsTo(one)).toEqual([]);
    await scene.app.ctx.jobs.runDue('account-deletion');
    const { NotificationSettings } = scene.app.ctx.models;
    expect(await NotificationSettings.countDocuments({ _id: cy.user._id })).toBe(0);
  });

  it('to accounts that are suspended, deleted or unsubscribed while the mail is queued [B5-16]', async () => {
    const server = await openMailServer();
    const { queueDigests, sendDigests } = await senderTo(server.port);
    const readers = [await reader(), await reader('Bob'), await reader('Cy'), await reader('Dan')] as const;
    const [ada, bob, cy, dan] = readers;
    const eve = await reader('Eve');
    for (const one of readers) {
      await set(one, 'daily');
      await comment(eve, one);
    }
    await queueDigests();
    const { models, admin } = scene.app.ctx;
    expect(await models.Job.countDocuments({ type: 'digest' })).toBe(4);
    await signIn();
    await admin.suspend(null, ada.user._id);
    await bob.agent.post('/auth/delete-account').send({ password: 'correct horse 1' }).expect(200);
    await set(cy, 'off');
    await models.User.updateOne({ _id: dan.user._id }, { $set: { email: 'dan-anew@example.org' } });
    await sendDigests();
    expect(server.received.map(({ to }) => to)).toEqual([['dan-anew@example.org']]);
    expect(await models.Job.countDocuments({ type: 'digest' })).toBe(0);
  });

  it('twice if two processes make it at the same time [B5-17]', async () => {
    const other = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    await comment(bob, ada);
    scene.app.clock.advance(DAY);
    const stored = scene.app.ctx.models.NotificationSettings.collection;
    // The first process has lost its lock when it sends, and the other makes the digest.
    before(stored, 'updateOne', async () => {
      await other.ctx.jobs.add('digests');
      scene.app.clock.advance(2 * MINUTE);
      await other.ctx.jobs.runDue('digests');
    });
    await pass(0);
    await onlyDigest(ada);
    await other.close();
  });

  it('twice if the process crashes after sending [B5-17]', async () => {
    const server = await openMailServer();
    const { queueDigests, sendDigests, settings } = await senderTo(server.port);
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    await comment(bob, ada);
    await queueDigests();
    vi.spyOn(settings, 'updateOne').mockRejectedValueOnce(new Error('killed'));
    await sendDigests();
    scene.app.clock.advance(retryDelay(1));
    await sendDigests();
    scene.app.clock.advance(retryDelay(2));
    await sendDigests();
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1]);
    // Mail programs show only one of several mails with the same id.
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});

describe('loses no digest', () => {
  it('if the process crashes before or after enqueueing the job [B5-17]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    await comment(bob, ada);
    const { jobs, models } = scene.app.ctx;
    await jobs.add('digests');
    const stored = models.NotificationSettings.collection;
    for (const ends of [
      () => vi.spyOn(models.Job, 'updateOne').mockRejectedValueOnce(new Error('killed')),
      () => vi.spyOn(stored, 'updateOne').mockRejectedValueOnce(new Error('killed')),
    ]) {
      scene.app.clock.advance(DAY);
      ends();
      await jobs.runDue('digests');
      expect(await models.Job.countDocuments({ type: 'digests', attempts: 1 })).toBe(1);
      await pass(retryDelay(1));
      await comment(bob, ada, 'Once more');
    }
    expect(await digestsTo(ada)).toHaveLength(2);
  });

  it('if the mail server is down until the next digest is due [B5-17]', async () => {
    const gone = await senderTo(1);
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    await comment(bob, ada);
    await gone.queueDigests();
    await gone.sendDigests();
    const server = await openMailServer();
    const back = await senderTo(server.port);
    await back.queueDigests();
    await back.sendDigests();
    expect(server.received).toHaveLength(1);
  });
});

describe('a digest whose mail server accepts and never responds', () => {
  it('is finally sent once, and delays no other digest [B5-17]', async () => {
    const server = await openMailServer();
    const hanging = await openHangingServer(server.port, 4, () => undefined);
    const { queueDigests, sendDigests } = await senderTo(hanging.port, { sendWithin: 3000 });
    const readers: Awaited<ReturnType<typeof reader>>[] = [];
    for (let index = 0; index < 6; index += 1) readers.push(await reader());
    for (const [index, one] of readers.entries()) {
      await set(one, 'daily');
      await comment(readers[(index + 1) % 6]!, one);
    }
    await queueDigests();
    await sendDigests();
    expect([hanging.state.hung, server.received.length]).toEqual([4, 2]);
    await expect.poll(() => hanging.state.closed).toBe(4);
    scene.app.clock.advance(retryDelay(1));
    await sendDigests();
    await sendDigests();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
      readers.map(({ user }) => user.email).sort(),
    );
  });
});

describe('a digest that fails to render', () => {
  it('is retried and delays no other digest [B5-17]', async () => {
    const [ada, bob] = [await reader(), await reader('Bob')];
    await set(ada, 'daily');
    scene.app.clock.advance(1);
    await set(bob, 'daily');
    await comment(bob, ada);
    await comment(ada, bob);
    vi.spyOn(scene.app.ctx.notifications.inbox, 'unreadOf').mockRejectedValueOnce(new Error('slow'));
    await pass(DAY);
    expect([await digestsTo(ada), (await digestsTo(bob)).length]).toEqual([[], 1]);
    await pass(retryDelay(1));
    await onlyDigest(ada);
  });
});
