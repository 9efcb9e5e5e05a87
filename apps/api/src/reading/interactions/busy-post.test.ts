import { expect, it, vi } from 'vitest';
import { insertUser } from '../../testing/content.js';
import { counterScene } from '../../testing/counters.js';

const scene = counterScene();
const { ctx, expectExact } = scene;

it('a like interrupted by a crash is counted while the post receives one like after another', async () => {
  const { viewer } = await insertUser(scene.app);
  vi.spyOn(scene.app.ctx.models.Post.collection, 'findOneAndUpdate').mockRejectedValueOnce(
    new Error('killed'),
  );
  await expect(ctx().interactions.reactions.react(viewer, scene.post, 'like')).rejects.toThrow('killed');
  scene.app.clock.advance(31_000);
  let liked = 1;
  let busy = true;
  const liking = Array.from({ length: 4 }, async () => {
    while (busy) {
      const { viewer: other } = await insertUser(scene.app);
      await ctx().interactions.reactions.react(other, scene.post, 'like');
      liked += 1;
    }
  });
  await ctx().outbox.catchUp();
  busy = false;
  await Promise.all(liking);
  expect(await expectExact()).toMatchObject({ likes: liked });
});
