import type { Comment, Post } from '@social-feed/contracts';
import type { Page, Request, Route } from 'playwright-core';
import { AUTHOR, idOf, makeComment, makeServerPost } from '../../src/testing/api-data.js';

export { AUTHOR, idOf };

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Creates a post as the server returns it. Four lines of text keep its card lower than a screen. */
export const fakePost = (number: number, fields: Partial<Post> = {}): Post =>
  makeServerPost({
    _id: idOf(number),
    title: `Post ${number}`,
    createdAt: minutesAgo(5),
    likes: 3,
    commentsCount: 0,
    userInteraction: { liked: false, disliked: false, saved: false, viewed: true },
    ...fields,
  });

export const fakeComment = (number: number, fields: Partial<Comment> = {}): Comment =>
  makeComment({
    _id: idOf(5000 + number),
    body: `Comment ${number}`,
    createdAt: minutesAgo(1),
    timestamp: minutesAgo(1),
    ...fields,
  });

/** The answer of a faked call: JSON with status 200, or a route handler. */
export type Answer = object | ((route: Route) => Promise<void>);

const answerWith = (status: number, body: string, contentType: string) => (route: Route) =>
  route.fulfill({ status, body, contentType });

/**
 * The ways a call can fail (F §8). `offline` also needs `context.setOffline` if the app checks the browser's online
 * state.
 */
export const failing = {
  server: answerWith(500, '{}', 'application/json'),
  throttled: answerWith(429, '{}', 'application/json'),
  refused: answerWith(400, 'boom', 'text/plain'),
  notJson: answerWith(200, '<html>A proxy speaking</html>', 'text/html'),
  offline: (route: Route) => route.abort('internetdisconnected'),
} as const;

/** An answer that waits until `open` is called. */
export function gated(answer: Answer) {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const whenOpen = async (route: Route) => {
    await passed;
    await give(route, answer);
  };
  return { answer: whenOpen, open: () => open() };
}

const give = async (route: Route, answer: Answer): Promise<void> => {
  try {
    if (typeof answer === 'function') await (answer as (route: Route) => Promise<void>)(route);
    else await route.fulfill({ json: answer });
  } catch (error) {
    // the page aborted the call or was closed
    if (!/closed|aborted|already handled|cancel/i.test(String(error))) throw error;
  }
};

/**
 * Fakes the calls below `/api` with a matching path, using the answers in order and then repeating the last one.
 * @returns the requests received, in order
 */
export async function fake(page: Page, path: string | RegExp, ...answers: Answer[]): Promise<Request[]> {
  const requests: Request[] = [];
  const left = [...answers];
  const matches = (url: URL) =>
    typeof path === 'string' ? url.pathname === `/api${path}` : path.test(url.pathname.replace(/^\/api/, ''));
  await page.route(matches, async (route) => {
    requests.push(route.request());
    const answer = left.length > 1 ? left.shift() : left[0];
    await give(route, answer ?? {});
  });
  return requests;
}

/** Holds sent follows back: the server does not know the faked authors and would report them as not followed. */
export const keepFollows = async (page: Page): Promise<void> => {
  await fake(page, '/people/changes', gated({}).answer);
};

export const FEED = '/posts/infinite';

/** A page of the feed with `count` posts from number `from` on. A `nextPage` of null is the end. */
export const feedPage = (from: number, count: number, nextPage: number | null = null, seed = 77) =>
  feedOf(
    Array.from({ length: count }, (_unused, index) => fakePost(from + index)),
    nextPage,
    seed,
  );

/** A page of the feed with these posts. */
export const feedOf = (data: Post[], nextPage: number | null = null, seed = 77) => ({
  success: true,
  data,
  seed,
  hasNextPage: nextPage !== null,
  nextPage,
});

/** A page of comments. */
export const commentPage = (data: Comment[], total = data.length, currentPage = 1, hasNextPage = false) => ({
  success: true,
  data,
  pagination: { currentPage, hasNextPage, totalComments: total },
});

/** The answer of a reaction call. */
export const reactionState = (
  reactions: Partial<Post['reactions']>,
  userInteraction: Partial<Post['userInteraction']>,
  flags: { isPinned?: boolean; isBookmarked?: boolean } = {},
) => ({
  success: true,
  data: {
    reactions: { likes: 3, dislikes: 1, shares: 0, saves: 0, ...reactions },
    userInteraction: { liked: false, disliked: false, saved: false, viewed: true, ...userInteraction },
    isPinned: false,
    isBookmarked: false,
    ...flags,
  },
});

/** Returns the values of a query parameter over several requests. */
export const queryOf = (requests: readonly Request[], name: string): (string | null)[] =>
  requests.map((request) => new URL(request.url()).searchParams.get(name));
