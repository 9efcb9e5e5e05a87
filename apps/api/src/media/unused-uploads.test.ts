import { mkdtemp, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, newAccount, type Agent, type TestApp } from '../testing/test-app.js';
import { idOfUrl, incomingIn, keptIn, pathOfUrl, uploadPicture } from '../testing/uploads.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let directory: string;
let agent: Agent;
let userId: string;
let account: ReturnType<typeof newAccount>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-media-'));
  app = await createTestApp({ config: { media: { directory } } });
});
beforeEach(async () => {
  account = newAccount();
  const { agent: fresh, user } = await app.signUp(account);
  agent = fresh;
  userId = user._id;
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

/** Lets time pass, in which sessions end. */
async function pass(milliseconds: number): Promise<void> {
  app.clock.advance(milliseconds);
  const { userName: emailOrUsername, password } = account;
  const answer = await agent.post('/auth/login').send({ emailOrUsername, password });
  expect(answer.status, answer.text).toBe(200);
}
const isKept = async (url: string) => (await keptIn(directory)).includes(idOfUrl(url));
const record = (url: string) => app.ctx.models.MediaFile.findById(idOfUrl(url)).lean();
const sweep = () => app.ctx.media.sweep.run();

describe('an upload that nothing uses', () => {
  it('lies for a day, as long as a draft may, and is removed then with its record', async () => {
    const { url } = await uploadPicture(agent);
    await pass(DAY - MINUTE);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await pass(MINUTE);
    await sweep();
    expect([await isKept(url), await record(url)]).toEqual([false, null]);
    expect((await app.agent().get(pathOfUrl(url))).status).toBe(404);
  });

  it('cannot be used once it is gone', async () => {
    const { url } = await uploadPicture(agent);
    await pass(DAY);
    await sweep();
    for (const call of [
      agent.post('/posts').send({ title: 'Late', images: [url] }),
      agent.patch(`/users/${userId}/profilepic`).send({ profilepic: url }),
    ]) {
      const answer = await call;
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'media', message: 'A picture or clip is no longer there. Please upload it again' },
      ]);
    }
  });

  it('counts no more towards the quota', async () => {
    await uploadPicture(agent);
    await pass(DAY);
    await sweep();
    expect(await app.ctx.models.MediaFile.countDocuments({ user: userId })).toBe(0);
  });

  it('is swept by one process of all', async () => {
    const { url } = await uploadPicture(agent);
    await pass(DAY);
    await app.ctx.models.Lease.create([
      { _id: 'upload-sweep', holder: 'another', until: new Date(app.clock.now().getTime() + MINUTE) },
    ]);
    expect(await sweep()).toBe(0);
    expect(await isKept(url)).toBe(true);
    await pass(MINUTE);
    expect(await sweep()).toBe(1);
  });
});

describe('the folder of what comes in', () => {
  it('is cleared of what a killed process left, not of what still comes', async () => {
    const incoming = join(directory, 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), 'x');
    await writeFile(join(incoming, 'young'), 'x');
    const longAgo = new Date(Date.now() - 2 * 60 * MINUTE);
    await utimes(join(incoming, 'old'), longAgo, longAgo);
    await sweep();
    expect(await incomingIn(directory)).toEqual(['young']);
    await rm(join(incoming, 'young'));
  });
});
