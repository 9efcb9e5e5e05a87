import { expect, it } from 'vitest';
import { drawHome } from '../src/app/drawn/draw-home.js';
it('draws', () => {
  const post = {
    _id: 'a'.repeat(24),
    title: 'Tea',
    description: 'hello',
    user: { _id: 'b'.repeat(24), userName: 'ada', fullName: 'Ada' },
    createdAt: new Date().toISOString(),
    media: [
      {
        url: '/demo-media/pictures/sea-01.webp',
        kind: 'image',
        alt: '',
        placeholder: '#333',
        width: 1280,
        height: 800,
      },
    ],
    images: ['/demo-media/pictures/sea-01.webp'],
    videos: [],
    tags: [],
    reactions: { likes: 1, dislikes: 0, shares: 0, saves: 0 },
    views: 2,
    commentsCount: 3,
  };
  const t = performance.now();
  const got = drawHome({
    answer: {
      success: true,
      data: [post, { ...post, _id: 'c'.repeat(24) }],
      seed: 5,
      hasNextPage: true,
      nextPage: 2,
    },
    user: null,
    instance: undefined,
    narrow: undefined,
  });
  console.log(performance.now() - t, got?.markup.length, got);
});
