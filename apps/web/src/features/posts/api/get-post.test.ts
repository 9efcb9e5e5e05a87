import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { server } from '../../../testing/server';
import { getPost } from './get-post';

const id = 'a'.repeat(24);
const refuse = (status: number) =>
  server.use(
    http.get(`*/api/posts/${id}`, () =>
      HttpResponse.json({ success: false, message: 'No', code: 'SOME' }, { status }),
    ),
  );

it.each([
  [404, 'Post not found'],
  [403, 'Failed to fetch post'],
  [500, 'Failed to fetch post'],
])('names a %i as F §8 does', async (status, message) => {
  refuse(status);
  await expect(getPost(id, new AbortController().signal)).rejects.toMatchObject({ status, message });
});

it('leaves the words for a lost network', async () => {
  server.use(http.get(`*/api/posts/${id}`, () => HttpResponse.error()));
  await expect(getPost(id, new AbortController().signal)).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/^Cannot connect to server/) as string,
  });
});
