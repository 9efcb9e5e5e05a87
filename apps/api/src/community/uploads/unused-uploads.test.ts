import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import { uploaderScene } from '../../testing/media-scene.js';
import { incomingIn, pathOfUrl, uploadPicture } from '../../testing/uploads.js';

const scene = uploaderScene();
const { pass, isKept, record, sweep } = scene;

describe('an upload that nothing uses', () => {
  it('is kept for a day, as long as a draft, and then removed with its record', async () => {
    const { url } = await uploadPicture(scene.agent);
    await pass(DAY - MINUTE);
    await sweep();
    expect(await isKept(url)).toBe(true);
    await pass(MINUTE);
    await sweep();
    expect([await isKept(url), await record(url)]).toEqual([false, null]);
    expect((await scene.app.agent().get(pathOfUrl(url))).status).toBe(404);
  });

  it('is kept as long after a failed attempt to use it', async () => {
    const { url } = await uploadPicture(scene.agent);
    const { Post } = scene.app.ctx.models;
    const failing = vi.spyOn(Post.collection, 'insertMany').mockRejectedValueOnce(new Error('away'));
    expect((await scene.agent.post('/posts').send({ title: 'In vain', images: [url] })).status).toBe(500);
    failing.mockRestore();
    await pass(DAY - MINUTE);
    await sweep();
    expect((await scene.agent.post('/posts').send({ title: 'Now', images: [url] })).status).toBe(201);
  });

  it('cannot be used after its removal', async () => {
    const { url } = await uploadPicture(scene.agent);
    await pass(DAY);
    await sweep();
    for (const call of [
      scene.agent.post('/posts').send({ title: 'Late', images: [url] }),
      scene.agent.patch(`/users/${scene.userId}/profilepic`).send({ profilepic: url }),
    ]) {
      const answer = await call;
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'media', message: 'A picture or video is no longer there. Please upload it again' },
      ]);
    }
  });

  it('no longer counts towards the quota', async () => {
    await uploadPicture(scene.agent);
    await pass(DAY);
    await sweep();
    expect(await scene.app.ctx.models.MediaFile.countDocuments({ user: scene.userId })).toBe(0);
  });
});

describe('the folder of incoming files', () => {
  it('is cleared of files of a killed process, not of files being received', async () => {
    const incoming = join(scene.directory, 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, 'old'), 'x');
    await writeFile(join(incoming, 'young'), 'x');
    const longAgo = new Date(Date.now() - 2 * HOUR);
    await utimes(join(incoming, 'old'), longAgo, longAgo);
    await sweep();
    expect(await incomingIn(scene.directory)).toEqual(['young']);
    await rm(join(incoming, 'young'));
  });
});
