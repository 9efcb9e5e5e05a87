import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { appScene } from './testing/scene.js';

const scene = appScene();

it('stored addresses that are not http(s) never leave the API, however they were stored', async () => {
  const { agent, user } = await scene.app.signUp();
  const { models } = scene.app.ctx;
  const picture = 'https://a.example/lighthouse.webp';
  const media = [{ url: picture, kind: 'image', alt: 'A lighthouse', width: 1, height: 1, placeholder: '' }];
  const { _id: post } = (await agent.post('/posts').send({ title: 'Address', media })).body.data;
  await agent.post('/comments').send({ postId: post, body: 'First' });
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    'ftp://a.example/b',
  ]) {
    const _id = new Types.ObjectId(user._id);
    await models.User.updateOne({ _id }, { $set: { profilepic: address } });
    await models.Board.updateOne({ user: _id }, { $set: { coverPhoto: address, website: address } });
    await models.Post.updateOne(
      { _id: new Types.ObjectId(post) },
      {
        $push: {
          media: {
            $each: [
              { ...media[0], url: address },
              { ...media[0], kind: 'video', url: address },
            ],
          },
        },
      },
    );
    await models.Post.updateOne({ _id: new Types.ObjectId(post) }, { $set: { 'media.0.poster': address } });
    scene.app.clock.advance(2000);
    for (const path of [
      `/posts/${post}`,
      '/posts/infinite',
      `/posts/user/${user._id}`,
      `/comments/post/${post}`,
      `/boards/user/${user._id}`,
      `/users/${user._id}`,
      `/users/username/${user.userName}`,
      `/search/people?q=${user.userName}`,
      '/auth/me',
    ]) {
      const answer = await agent.get(path);
      expect(answer.status, path).toBe(200);
      expect(answer.text, path).not.toContain(address);
    }
  }
  expect((await agent.get(`/posts/${post}`)).body.data).toMatchObject({
    images: [picture],
    videos: [],
    media,
  });
});

it('a hidden address does not hide the other media of its post', async () => {
  const { agent } = await scene.app.signUp();
  const { _id } = (await agent.post('/posts').send({ title: 'Clips' })).body.data;
  const clip = {
    url: 'https://a.example/sea.mp4',
    kind: 'video',
    alt: '',
    width: 1,
    height: 1,
    placeholder: '',
    poster: 'https://a.example/sea.webp',
  };
  const media = [clip, { ...clip, url: 'ftp://a.example/b' }, { ...clip, poster: 'ftp://a.example/c' }];
  await scene.app.ctx.models.Post.updateOne({ _id: new Types.ObjectId(_id as string) }, { $set: { media } });
  const { poster: _poster, ...withoutPoster } = clip;
  expect((await agent.get(`/posts/${_id}`)).body.data.media).toEqual([clip, withoutPoster]);
});
