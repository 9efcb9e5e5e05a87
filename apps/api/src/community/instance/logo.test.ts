import { expect, it } from 'vitest';
import { signUpAdmin, type SignedUp } from '../../testing/people.js';
import { appScene } from '../../testing/scene.js';
import { smallPng } from '../../testing/uploads.js';
import { DAY } from '../../platform/time.js';

const scene = appScene();

const upload = async ({ agent }: SignedUp): Promise<string> => {
  const file = await smallPng();
  const answer = await agent.post('/media').attach('files', file, 'logo.png');
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data[0].url as string;
};
const setLogo = ({ agent }: SignedUp, logo: string | null) => agent.patch('/admin/instance').send({ logo });
/** Lets time pass, sweeps, and refreshes the session. */
const pass = async ({ agent }: SignedUp, milliseconds: number) => {
  scene.app.clock.advance(milliseconds);
  await agent.post('/auth/refresh').expect(200);
  await scene.app.ctx.media.sweep();
};
const isThere = async (url: string) => (await scene.app.agent().get(new URL(url).pathname)).status === 200;

it('keeps the logo, and removes it a day after it is replaced [B18-10]', async () => {
  const admin = await signUpAdmin(scene.app);
  const [first, second] = [await upload(admin), await upload(admin)];
  await setLogo(admin, first).expect(200);
  await pass(admin, 2 * DAY);
  expect([await isThere(first), await isThere(second)]).toEqual([true, false]);

  const third = await upload(admin);
  await setLogo(admin, third).expect(200);
  expect(await isThere(first)).toBe(true);
  await pass(admin, DAY);
  expect([await isThere(first), await isThere(third)]).toEqual([false, true]);

  await setLogo(admin, null).expect(200);
  await pass(admin, DAY);
  expect(await isThere(third)).toBe(false);
});

it('refuses an upload that is gone, and takes addresses elsewhere [B18-10]', async () => {
  const admin = await signUpAdmin(scene.app);
  const url = await upload(admin);
  await pass(admin, 2 * DAY);
  expect((await setLogo(admin, url)).status).toBe(400);
  await setLogo(admin, 'https://harbour.example/logo.png').expect(200);
});
