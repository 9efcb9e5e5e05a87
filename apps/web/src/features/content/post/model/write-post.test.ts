import { beforeEach, describe, expect, it } from 'vitest';
import { feedSeed } from './feed-seed';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { recordCalls } from '../../../../testing/record-calls';
import { createPost, deletePost, updatePost } from './write-post';

const POST = idOf(1);
const fields = { title: 'Rye', tags: ['bread'] };
const answer = { success: true, data: makeServerPost() };
const storedSeed = () => sessionStorage.getItem('feed-seed');

beforeEach(() => feedSeed.replace(77));

describe('a post', () => {
  it('is created with its fields as JSON, and resets the seed [F4-11 F7-12]', async () => {
    const calls = recordCalls(answer, 201);
    expect((await createPost(fields, 'key-1')).title).toBe('Morning light');
    expect(calls).toMatchObject([{ line: 'POST /posts', body: fields, credentials: 'include' }]);
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls[0]?.headers.get('idempotency-key')).toBe('key-1');
    expect(storedSeed()).toBeNull();
  });

  it('is changed with a JSON body, and keeps the seed [F7-13]', async () => {
    const calls = recordCalls(answer);
    await updatePost(POST, fields);
    expect(calls).toMatchObject([{ line: `PUT /posts/${POST}`, body: fields, credentials: 'include' }]);
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(storedSeed()).toBe('77');
  });

  it('is deleted, and resets the seed [F4-12 F7-14]', async () => {
    const calls = recordCalls({ success: true, message: 'Post deleted' });
    await deletePost(POST);
    expect(calls).toMatchObject([{ line: `DELETE /posts/${POST}`, credentials: 'include' }]);
    expect(storedSeed()).toBeNull();
  });

  it.each([400, 403, 500])(
    'names the failed action and its status: %i; keeps the seed [F8-3]',
    async (status) => {
      recordCalls({ success: false, message: 'No', code: 'SOME' }, status);
      await expect(createPost(fields, 'k')).rejects.toMatchObject({
        message: `Failed to create post: ${status}`,
        code: 'SOME',
      });
      await expect(updatePost(POST, fields)).rejects.toThrow(`Failed to update post: ${status}`);
      await expect(deletePost(POST)).rejects.toThrow(`Failed to delete post: ${status}`);
      expect(storedSeed()).toBe('77');
    },
  );
});
