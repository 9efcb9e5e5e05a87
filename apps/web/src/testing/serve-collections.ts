import { http, HttpResponse } from 'msw';
import { idOf, makeServerPost } from './make-post';
import { author, ok } from './serve-profile';
import { server } from './server';

export const SHARE_ID = 'abcdefghijklmnopqrstuv';
const AT = '2026-11-20T10:00:00.000Z';

/** A saved post of another user. */
export const savedPost = (number: number) =>
  makeServerPost({
    _id: idOf(number),
    title: `Post ${number}`,
    user: author,
    commentsCount: 0,
    isBookmarked: true,
    userInteraction: { liked: false, disliked: false, saved: true, viewed: false },
  });

export const collectionOf = (fields: object = {}) => ({
  _id: idOf(500),
  name: 'Summer',
  posts: 2,
  shareId: null as string | null,
  createdAt: AT,
  ...fields,
});

/** Serves one collection of these posts at its ID and its share ID, and takes its changes. Returns the calls. */
export const serveCollection = (posts: readonly unknown[], fields: object = {}) => {
  const calls: [string, unknown][] = [];
  const state = { collection: collectionOf({ posts: posts.length, ...fields }), posts };
  const { isFollowing: _, createdAt: _at, ...owner } = author;
  server.use(
    http.get('/api/collections', () => ok([state.collection])),
    http.get('/api/collections/:id', ({ request }) => {
      const seed = new URL(request.url).searchParams.get('seed');
      const order = seed === null ? {} : { seed: Number(seed) };
      return ok(state.posts, { collection: state.collection, owner, nextCursor: null, ...order });
    }),
    http.patch('/api/collections/:id', async ({ request }) => {
      const body = (await request.json()) as { name?: string; isShared?: boolean };
      calls.push(['change', body]);
      const { name = state.collection.name, isShared } = body;
      const shareId = isShared === undefined ? state.collection.shareId : isShared ? SHARE_ID : null;
      state.collection = { ...state.collection, name, shareId };
      return ok(state.collection);
    }),
    http.delete('/api/collections/:id', () => {
      calls.push(['delete', undefined]);
      return HttpResponse.json({ success: true });
    }),
  );
  return calls;
};
