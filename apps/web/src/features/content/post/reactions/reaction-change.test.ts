import { describe, expect, it } from 'vitest';
import { makePost } from '../../../../testing/make-post';
import { applyChange, changeFor, inverseOf, withServerState } from './reaction-change';

const vote = (liked: boolean, disliked: boolean, likes: number, dislikes: number) =>
  makePost({
    reactions: { likes, dislikes, shares: 0, saves: 0 },
    userInteraction: { liked, disliked, saved: false, viewed: false },
  });

describe('like and dislike', () => {
  it('adds a like and removes it on the second tap [F4-15]', () => {
    const post = vote(false, false, 3, 1);
    const liked = applyChange(post, changeFor(post, 'like'));
    expect(liked.userInteraction.liked).toBe(true);
    expect(liked.reactions).toMatchObject({ likes: 4, dislikes: 1, like: 4, angry: 1 });
    const again = applyChange(liked, changeFor(liked, 'like'));
    expect(again.userInteraction.liked).toBe(false);
    expect(again.likes).toBe(3);
  });

  it('clears the opposite vote [F4-13 F4-14]', () => {
    const disliked = vote(false, true, 3, 1);
    const liked = applyChange(disliked, changeFor(disliked, 'like'));
    expect(liked.userInteraction).toMatchObject({ liked: true, disliked: false });
    expect(liked.reactions).toMatchObject({ likes: 4, dislikes: 0 });
    const back = applyChange(liked, changeFor(liked, 'dislike'));
    expect(back.userInteraction).toMatchObject({ liked: false, disliked: true });
    expect(back.reactions).toMatchObject({ likes: 3, dislikes: 1 });
  });

  it('never lets a count fall below 0, and rolls back without adding one [F4-16]', () => {
    const wrong = vote(true, false, 0, 0);
    const change = changeFor(wrong, 'like');
    const after = applyChange(wrong, change);
    expect(after.reactions.likes).toBe(0);
    const restored = applyChange(after, inverseOf(change, wrong));
    expect(restored.reactions.likes).toBe(0);
    expect(restored.userInteraction.liked).toBe(true);
  });

  it('rolls back only what it changed [F4-18]', () => {
    const before = vote(false, true, 3, 1);
    const change = changeFor(before, 'like');
    const meanwhile = { ...applyChange(before, change), views: 99, isBookmarked: true };
    const restored = applyChange(meanwhile, inverseOf(change, before));
    expect(restored).toMatchObject({ views: 99, isBookmarked: true, likes: 3 });
    expect(restored.userInteraction).toMatchObject({ liked: false, disliked: true });
  });
});

describe('bookmark and pin', () => {
  it('toggles the one saved state', () => {
    const post = makePost({});
    const saved = applyChange(post, changeFor(post, 'bookmark'));
    expect(saved).toMatchObject({ isBookmarked: true, userInteraction: { saved: true } });
    expect(saved.reactions.saves).toBe(post.reactions.saves + 1);
    expect(applyChange(saved, inverseOf(changeFor(post, 'bookmark'), post))).toEqual(post);
  });

  it('toggles the pin without touching counts', () => {
    const post = makePost({});
    const pinned = applyChange(post, changeFor(post, 'pin'));
    expect(pinned).toEqual({ ...post, isPinned: true });
  });
});

it('applies the server state but keeps a newly counted view', () => {
  const post = makePost({ userInteraction: { liked: false, disliked: false, saved: false, viewed: true } });
  const next = withServerState(post, {
    reactions: { likes: 8, dislikes: 2, shares: 1, saves: 0 },
    userInteraction: { liked: true, disliked: false, saved: false, viewed: false },
    isPinned: false,
    isBookmarked: false,
  });
  expect(next.reactions).toMatchObject({ like: 8, angry: 2 });
  expect(next.userInteraction).toMatchObject({ liked: true, viewed: true });
});
