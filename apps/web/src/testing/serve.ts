import type { Comment, Post } from '@social-feed/contracts';
import { http, HttpResponse, type HttpHandler } from 'msw';

/** A feed of these posts and no more. */
export const serveFeedOf = (posts: Post[]): HttpHandler =>
  http.get('*/api/posts/infinite', () =>
    HttpResponse.json({ success: true, data: posts, seed: 1, hasNextPage: false, nextPage: null }),
  );

/** The last page of comments. */
export const serveCommentsOf = (comments: Comment[], total = comments.length): HttpHandler =>
  http.get('*/api/comments/post/:postId', () =>
    HttpResponse.json({
      success: true,
      data: comments,
      pagination: { currentPage: 1, hasNextPage: false, totalComments: total },
    }),
  );

/** What a reaction call answers for a post in this state. */
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

/** Holds an answer back until the test lets it go. */
export const makeGate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
};
