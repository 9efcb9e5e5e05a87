import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerOf, feedCommitment } from '@social-feed/contracts';
import { addDays, checkLinks, seedOfLink } from '@social-feed/feed-order/day-seed';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../backup/backup.js';
import { restore } from '../../backup/restore.js';
import { DAY } from '../../platform/time.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { CHAIN_LENGTH, PUBLISHED_BEFORE } from './day-chains.js';
import { DAY_CHAINS } from './feed-order.feature.js';

type Commitment = AnswerOf<typeof feedCommitment>['data'];

const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await createTestApp({ log: pino({ level: 'debug' }, { write: (line) => logged.push(line) }) });
});
afterAll(() => app.close());
beforeEach(() => app.ctx.models.DayChain.deleteMany({}));

const commitmentOf = async ({ agent }: TestApp = app) => {
  const answer = await agent().get('/feed/commitment').expect(200);
  return { text: answer.text, ...(answer.body.data as Commitment) };
};
/** Lets days pass, one run of the job on each. */
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(DAY);
    await app.ctx.jobs.runDue(DAY_CHAINS);
    await app.ctx.orders.days.ensure();
  }
};
const today = () => app.clock.now().toISOString().slice(0, 10);

describe('GET /feed/commitment', () => {
  it('publishes the end of a chain that begins today, with today’s link and seed [B4-12]', async () => {
    const { chain, links, seed, next, ...given } = await commitmentOf();
    expect(given.today).toBe(today());
    expect(chain).toMatchObject({ startsOn: today(), length: CHAIN_LENGTH });
    expect(chain.publishedAt).toBe(app.clock.now().toISOString());
    expect(links).toEqual([{ date: today(), link: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(sha256(links[0]!.link)).toBe(chain.end);
    expect(seed).toBe(seedOfLink(links[0]!.link));
    expect(next).toBeNull();
  });

  it('reveals one link a day, whose hash is that of the day before [B4-12 B4-13]', async () => {
    const first = await commitmentOf();
    await pass(1);
    const second = await commitmentOf();
    expect(second.chain).toEqual(first.chain);
    expect(second.links).toHaveLength(2);
    expect(sha256(second.links[0]!.link)).toBe(first.links[0]!.link);
    expect(second.links[1]).toEqual(first.links[0]);
    await pass(39);
    const later = await commitmentOf();
    expect(later.links).toHaveLength(31);
    expect(await checkLinks(later)).toEqual({ days: 41 });
  });

  it('contains no link of a later day, and neither do logs and metrics [B4-14]', async () => {
    const { text, links } = await commitmentOf();
    const log = logged.join('\n');
    await pass(3);
    const later = await commitmentOf();
    expect(later.links.slice(3)).toEqual(links);
    for (const { link } of later.links.slice(0, 3)) {
      expect(text).not.toContain(link);
      expect(log).not.toContain(link);
    }
    const [stored] = await app.ctx.models.DayChain.find().lean();
    expect(Object.keys(stored!).sort()).toEqual(
      ['_id', 'end', 'length', 'publishedAt', 'sealedLast', 'startsOn'].sort(),
    );
    // the last link is sealed: nobody can hash the stored text to a known link
    const ends = later.links.map(({ link }) => link);
    expect(ends.some((link) => JSON.stringify(stored).includes(link))).toBe(false);
    await expect(app.ctx.orders.days.seedOfDay(addDays(today(), 1))).rejects.toThrow(RangeError);
  });

  it('publishes the next chain well before the first day of it [B4-15]', async () => {
    await commitmentOf();
    app.clock.advance((CHAIN_LENGTH - PUBLISHED_BEFORE - 1) * DAY);
    await app.ctx.orders.days.ensure();
    expect((await commitmentOf()).next).toBeNull();
    await pass(1);
    const { chain, next } = await commitmentOf();
    expect(next).toMatchObject({ startsOn: addDays(chain.startsOn, CHAIN_LENGTH), length: CHAIN_LENGTH });
    expect(next!.publishedAt).toBe(app.clock.now().toISOString());
    app.clock.advance((PUBLISHED_BEFORE - 1) * DAY);
    const last = await commitmentOf();
    expect(await checkLinks(last)).toEqual({ days: CHAIN_LENGTH });
    expect(last.next).toEqual(next);
    await pass(1);
    const following = await commitmentOf();
    expect(following.chain).toEqual(next);
    expect(await checkLinks(following)).toEqual({ days: 1 });
    expect(await app.ctx.models.DayChain.countDocuments()).toBe(2);
  });

  it('begins a new chain if the server was off when the last one ended [B4-15]', async () => {
    const { chain } = await commitmentOf();
    app.clock.advance((CHAIN_LENGTH + 10) * DAY);
    const later = await commitmentOf();
    expect(later.chain.startsOn).toBe(today());
    expect(later.chain.end).not.toBe(chain.end);
  });

  it('is the same in several processes that make the chain at once [B4-16]', async () => {
    const dbName = app.ctx.config.mongo.dbName!;
    const others = await Promise.all([1, 2].map(() => createTestApp({ dbName, clock: app.clock })));
    const all = [app, ...others];
    try {
      const answers = await Promise.all([...all, ...all].map((each) => commitmentOf(each)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await app.ctx.models.DayChain.countDocuments()).toBe(1);
      app.clock.advance((CHAIN_LENGTH - 1) * DAY);
      await Promise.all(all.map(({ ctx }) => ctx.orders.days.ensure()));
      expect(await app.ctx.models.DayChain.countDocuments()).toBe(2);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('goes on with the same chain after a restored backup [B4-16]', async () => {
    const { chain } = await commitmentOf();
    const folder = await mkdtemp(join(tmpdir(), 'social-feed-chain-'));
    const other = await createTestApp({ clock: app.clock });
    try {
      await backUp(app.ctx.connection, folder, app.clock.now);
      await other.ctx.connection.dropDatabase();
      await restore(other.ctx.connection, folder);
      await pass(2);
      const [one, two] = [await commitmentOf(), await commitmentOf(other)];
      expect(two.chain).toEqual(chain);
      expect(two.links).toEqual(one.links);
      expect(await readFile(join(folder, 'manifest.json'), 'utf8')).not.toContain(one.links[0]!.link);
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });

  it('begins a new chain and warns if the server’s key has changed', async () => {
    const { chain } = await commitmentOf();
    await app.ctx.models.DayChain.updateOne({}, { sealedLast: 'made with another key' });
    logged.length = 0;
    const later = await commitmentOf();
    expect(later.chain.end).not.toBe(chain.end);
    expect(await checkLinks(later)).toEqual({ days: 1 });
    expect(logged.join('')).toContain('sealed with another key');
  });
});

describe('two processes with different keys, while one is replaced', () => {
  it('make one chain each, however often they are asked', async () => {
    const { secrets } = app.ctx.config;
    const config = { secrets: { ...secrets, dayChain: Buffer.alloc(secrets.dayChain.length, 7) } };
    const other = await createTestApp({ clock: app.clock, dbName: app.ctx.connection.name, config });
    const [one, two] = [await commitmentOf(), await commitmentOf(other)];
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await commitmentOf()).chain).toEqual(one.chain);
      expect((await commitmentOf(other)).chain).toEqual(two.chain);
    }
    expect(await app.ctx.models.DayChain.countDocuments()).toBe(2);
    await other.close();
  });
});

describe('the seed of a day', () => {
  it('follows from the link of that day, and is not known without a chain [B4-12]', async () => {
    const { seed } = await commitmentOf();
    const day = today();
    await pass(2);
    const { seedOfDay } = app.ctx.orders.days;
    expect(await seedOfDay(day)).toBe(seed);
    expect(await seedOfDay(today())).toBe((await commitmentOf()).seed);
    await expect(seedOfDay('2026-11-23')).rejects.toThrow(RangeError);
  });
});
