import { expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';
import { newAccount } from '../../testing/test-app.js';

const scene = appScene();

it('lets nobody have the name of a page, and those who had it before keep it [B11-12]', async () => {
  const { app } = scene;
  await app
    .agent()
    .post('/auth/register')
    .send(newAccount({ userName: 'Today' }))
    .expect(409);
  const { agent, user } = await app.signUp({ fullName: 'Ada' });
  const names = { userName: 'today', userNameLower: 'today' };
  await app.ctx.models.User.updateOne({ _id: user._id }, { $set: names });
  await agent.patch(`/users/${user._id}`).send({ fullName: 'Ada B', userName: 'today' }).expect(200);
  const found = await app.agent().get('/users/username/TODAY').expect(200);
  expect(found.body.data ?? found.body.user).toMatchObject({ _id: user._id, fullName: 'Ada B' });
  await agent.post('/posts').send({ title: 'Sea' }).expect(201);
  const feed = await app.agent().get('/feeds/today.json').expect(200);
  const preview = await app.agent().get('/link-preview').query({ address: '/today/posts' }).expect(200);
  expect(preview.body.data).toMatchObject({ type: 'profile', title: 'Ada B (@today)' });
  expect(JSON.parse(feed.text).items[0].authors[0].url).toMatch(/\/today\/posts$/);
});
