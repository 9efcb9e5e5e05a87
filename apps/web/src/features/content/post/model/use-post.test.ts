import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { makeServerPost } from '../../../../testing/make-post';
import { recordCalls } from '../../../../testing/record-calls';
import { server } from '../../../../testing/server';
import { getPost } from './use-post';

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
])('names a %i as in F §8 [F8-14 F8-15]', async (status, message) => {
  refuse(status);
  await expect(getPost(id, new AbortController().signal)).rejects.toMatchObject({ status, message });
});

it('keeps the message of a network failure', async () => {
  server.use(http.get(`*/api/posts/${id}`, () => HttpResponse.error()));
  await expect(getPost(id, new AbortController().signal)).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/^Cannot connect to server/) as string,
  });
});

it('fetches the post with cookies and returns data [F7-15]', async () => {
  const calls = recordCalls({ success: true, message: 'Here', data: makeServerPost({ _id: id }) });
  expect(await getPost(id, new AbortController().signal)).toMatchObject({ _id: id, title: 'Morning light' });
  expect(calls).toMatchObject([{ line: `GET /posts/${id}`, credentials: 'include' }]);
});
