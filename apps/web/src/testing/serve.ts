import type { Comment, CurrentUser, Post } from '@social-feed/contracts';
import { http, HttpResponse, type HttpHandler } from 'msw';

/** Serves a feed with only these posts. */
export const serveFeedOf = (posts: Post[]): HttpHandler =>
  http.get('*/api/posts/infinite', () =>
    HttpResponse.json({ success: true, data: posts, seed: 1, hasNextPage: false, nextPage: null }),
  );

/** Serves these posts as the only page of `GET /posts`, whose tags the search page suggests. */
export const servePostsOf = (posts: Post[]): HttpHandler =>
  http.get('*/api/posts', () =>
    HttpResponse.json({
      success: true,
      data: posts,
      pagination: { currentPage: 1, hasNext: false, totalPosts: posts.length },
    }),
  );

/** Serves these comments as the last page. */
export const serveCommentsOf = (comments: Comment[], total = comments.length): HttpHandler =>
  http.get('*/api/comments/post/:postId', () =>
    HttpResponse.json({
      success: true,
      data: comments,
      pagination: { currentPage: 1, hasNextPage: false, totalComments: total },
    }),
  );

/** Serves the session of a user, whose rights may be newer than what the browser stored. */
export const serveSessionOf = (user: CurrentUser): HttpHandler =>
  http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user }));

/** The API's answer to a reaction on a post in this state. */
export const reactionAnswer = (
  reactions: Partial<Post['reactions']>,
  userInteraction: Partial<Post['userInteraction']>,
) => ({
  success: true,
  data: {
    reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0, ...reactions },
    userInteraction: { liked: false, disliked: false, saved: false, viewed: false, ...userInteraction },
    isPinned: false,
    isBookmarked: false,
  },
});

/** Creates a gate that holds a response back until the test opens it. */
export const makeGate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
};
