import { describe, expect, it } from 'vitest';
import { idOf, makeComment } from '../../../../testing/make-post';
import { recordCalls } from '../../../../testing/record-calls';
import { createComment, getCommentPage, likeComment } from './use-comments';

const POST = idOf(1);
const ME = idOf(7);
const { signal } = new AbortController();
const list = {
  success: true,
  data: [makeComment()],
  pagination: { currentPage: 1, hasNextPage: true, totalComments: 31 },
  listing: '42',
};

describe('the calls for comments', () => {
  it.each([
    ['panel', `page=2&limit=15&orderType=smart&userId=${ME}&listing=42`, 'smart'],
    ['page', `page=2&limit=10&sortOrder=desc&userId=${ME}&listing=42`, 'new'],
  ] as const)('fetch a page of the %s: %s [F7-26 F7-27]', async (reader, query, order) => {
    const calls = recordCalls(list);
    const page = await getCommentPage({
      postId: POST,
      reader,
      order,
      page: 2,
      listing: '42',
      userId: ME,
      signal,
    });
    expect(calls).toMatchObject([{ line: `GET /comments/post/${POST}?${query}`, credentials: 'include' }]);
    expect(page.pagination).toEqual(list.pagination);
    expect(page.data.map(({ body }) => body)).toEqual(['What a morning.']);
  });

  it('post a comment with post, text and user [F7-28]', async () => {
    const body = { postId: POST, body: 'Lovely', userId: ME };
    const calls = recordCalls({ success: true, data: makeComment({ body: 'Lovely' }) }, 201);
    expect((await createComment(body, 'key-1')).body).toBe('Lovely');
    expect(calls).toMatchObject([{ line: 'POST /comments', body, credentials: 'include' }]);
    expect(calls[0]?.headers.get('idempotency-key')).toBe('key-1');
  });

  it('like a comment with the user, and return whether it is liked now [F7-29]', async () => {
    const data = { userHasLiked: true, likes: 2, reactions: { likes: 2 } };
    const calls = recordCalls({ success: true, data });
    expect(await likeComment(idOf(5000), ME, 'key-2')).toMatchObject({ userHasLiked: true, likes: 2 });
    expect(calls).toMatchObject([
      { line: `PATCH /comments/${idOf(5000)}/like`, body: { userId: ME }, credentials: 'include' },
    ]);
  });
});
