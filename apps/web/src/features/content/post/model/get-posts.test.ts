import { describe, expect, it } from 'vitest';
import { makeServerPost } from '../../../../testing/make-post';
import { recordCalls } from '../../../../testing/record-calls';
import { getPosts } from './get-posts';

const { signal } = new AbortController();
const wanted = { page: 1, limit: 10, sortBy: 'createdAt' } as const;
const pagination = { currentPage: 1, hasNext: false, totalPosts: 1 };

describe('GET posts', () => {
  it('sends its query without empty values, and returns data [F7-11]', async () => {
    const calls = recordCalls({ success: true, data: [makeServerPost()], pagination });
    const found = await getPosts({ ...wanted, tag: 'rye', q: '' }, signal);
    expect(calls).toMatchObject([
      { line: 'GET /posts?page=1&limit=10&sortBy=createdAt&tag=rye', credentials: 'include' },
    ]);
    expect(found.data.map(({ title }) => title)).toEqual(['Morning light']);
    expect(found.pagination).toEqual(pagination);
  });

  it.each([400, 404, 429, 500])('names the status of a failure: %i [F8-2]', async (status) => {
    recordCalls({ success: false, message: 'Busy' }, status);
    await expect(getPosts(wanted, signal)).rejects.toMatchObject({
      status,
      message: `Failed to fetch posts: ${status}`,
    });
  });
});
