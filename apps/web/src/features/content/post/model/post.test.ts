import { describe, expect, it } from 'vitest';
import { makePost, makeServerPost } from '../../../../testing/make-post';
import { expandReactions, toClientPost, toServerPost, withCounts } from './post';

describe('post model', () => {
  it('expands likes to like, dislikes to angry, the rest 0 [F3-4]', () => {
    expect(expandReactions({ likes: 4, dislikes: 2 })).toEqual({
      like: 4,
      love: 0,
      laugh: 0,
      wow: 0,
      sad: 0,
      angry: 2,
    });
  });

  it('sends back only id, views, likes, dislikes, title and description [F3-5]', () => {
    const post = makePost({ reactions: { likes: 7, dislikes: 2, shares: 5, saves: 6 } });
    expect(toServerPost(post)).toEqual({
      _id: post._id,
      views: 12,
      likes: 7,
      dislikes: 2,
      title: 'Morning light',
      description: 'The harbour before anyone is awake.',
    });
  });

  it('fills in defaults for missing flags and counts [F3-2 F3-6 A3-9 A3-10]', () => {
    const bare = { ...makeServerPost(), userInteraction: undefined, reactions: undefined, likes: 5 };
    const post = toClientPost(bare as never);
    expect(post.userInteraction).toEqual({ liked: false, disliked: false, saved: false, viewed: false });
    expect(post.reactions).toMatchObject({ likes: 5, like: 5, dislikes: 0, angry: 0 });
  });

  it('fills in defaults for lists that an earlier version did not have', () => {
    const old = {
      ...makeServerPost(),
      media: undefined,
      images: undefined,
      videos: undefined,
      tags: undefined,
    };
    expect(toClientPost(old as never)).toMatchObject({ media: [], images: [], videos: [], tags: [] });
  });

  it('treats a post cached before warnings existed as one without [B7-11]', () => {
    const old = { ...makeServerPost(), contentWarning: undefined, sensitive: undefined };
    expect(toClientPost(old as never)).toMatchObject({ contentWarning: '', sensitive: false });
  });

  it('does not share one post’s user state with other posts', () => {
    const flags = { liked: true, disliked: false, saved: false, viewed: true };
    expect(makePost({ userInteraction: flags }).userInteraction).toEqual(flags);
    expect(makePost().userInteraction).toEqual({
      liked: false,
      disliked: false,
      saved: false,
      viewed: false,
    });
  });

  it('never lets a count fall below 0', () => {
    const post = withCounts(makePost(), { likes: -1, dislikes: Number.NaN, shares: 2, saves: 0 });
    expect(post.likes).toBe(0);
    expect(post.reactions).toMatchObject({ likes: 0, dislikes: 0, shares: 2, like: 0, angry: 0 });
  });
});
