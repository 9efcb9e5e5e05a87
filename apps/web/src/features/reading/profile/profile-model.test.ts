import { describe, expect, it } from 'vitest';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { barHeight, engagementRate, toBoards, websiteHref, websiteLabel, toPostPage } from './profile-model';

describe('a board (A §3)', () => {
  const full = {
    _id: idOf(2),
    user: idOf(1),
    coverPhoto: 'https://pictures.example/c.jpg',
    bio: 'Counts.',
    location: 'Arlington',
    website: 'https://example.org',
    interests: ['ships', 'bugs'],
    bookmarks: [idOf(3)],
    socialStats: { followers: 1, following: 2, posts: 3, likes: 4 },
  };

  it('has cover, bio, location, website, interests, bookmarks and four figures [A3-7]', () => {
    expect(toBoards({ success: true, data: full })).toEqual([full]);
  });

  it('is accepted as an object or a list, and returned as a list [A7.3-5]', () => {
    expect(toBoards({ success: true, data: [full, full] })).toEqual([full, full]);
    expect(toBoards({ success: true, data: [{ _id: full._id }, full] })).toEqual([full]);
  });

  it.each([null, 'text', {}, { success: false, data: full }, { success: true, data: null }])(
    'is missing in %j',
    (answer) => {
      expect(toBoards(answer)).toEqual([]);
    },
  );

  it('links only to http(s) URLs', () => {
    expect(websiteHref(' https://example.org/a ')).toBe('https://example.org/a');
    expect(websiteHref('javascript:alert(1)')).toBeNull();
    expect(websiteHref('https://bank.example@evil.example/')).toBeNull();
    expect(websiteHref('https://')).toBeNull();
    expect(websiteLabel('https://www.example.org/')).toBe('example.org');
  });
});

describe('a page of posts (A §3, §7.3)', () => {
  const posts = Array.from({ length: 12 }, (_unused, index) => makeServerPost({ _id: `p${index}` }));

  it('reads hasNext and totalPosts from the pagination [A3-8 A3-12 A7.3-9]', () => {
    const page = toPostPage(
      { success: true, data: posts, pagination: { hasNext: false, totalPosts: 40 } },
      12,
    );
    expect(page).toMatchObject({ hasMore: false, totalCount: 40 });
    expect(
      page.data.map(({ _id, title, images, views, likes, reactions }) => [
        _id,
        title,
        images,
        views,
        likes,
        reactions.likes,
      ])[0],
    ).toEqual(['p0', 'Morning light', [], 12, 3, 3]);
  });

  it('without pagination, has more if it is as long as the limit [A7.3-10]', () => {
    expect(toPostPage({ success: true, data: posts }, 12)).toMatchObject({ hasMore: true, totalCount: 12 });
    expect(toPostPage({ success: true, data: posts.slice(1) }, 12).hasMore).toBe(false);
  });

  it.each([null, { success: false, data: posts }, { success: true }, { success: true, data: {} }])(
    'is empty for a response without a list: %#',
    (answer) => {
      expect(toPostPage(answer, 12)).toMatchObject({ data: [], hasMore: false, totalCount: 0 });
    },
  );
});

describe('analytics (A §3)', () => {
  it('gives the engagement rate as the rounded percentage of likes over views [A2.9-31]', () => {
    expect(engagementRate({ totalLikes: 51, totalViews: 200 })).toBe(26);
    expect(engagementRate({ totalLikes: 1, totalViews: 3 })).toBe(33);
    expect(engagementRate({ totalLikes: 5, totalViews: 0 })).toBe(0);
  });

  it('draws bars of at most 60 px, and at least 4 px for non-zero values [A9-31]', () => {
    expect([100, 50, 1, 0].map((value) => barHeight(value, 100))).toEqual([60, 30, 4, 0]);
    expect(barHeight(0, 0)).toBe(0);
  });
});
