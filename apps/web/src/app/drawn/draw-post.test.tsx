import type { Post } from '@social-feed/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, makeServerPost } from '../../testing/make-post';
import { testUser } from '../../testing/users';
import { draws } from './draw';
import type { PageToDraw } from './draw-page';
import { pageOf } from './test-page';

const picture = { url: '/demo-media/pictures/sea-01.webp', kind: 'image' as const, alt: 'Sea' };
const media = [{ ...picture, placeholder: '#123456', width: 1280, height: 800 }];

const draw = (fields: Partial<Post> = {}, change: Partial<PageToDraw> = {}) =>
  draws.post(
    pageOf({
      address: `/p/${idOf(1)}`,
      answers: {
        post: { success: true, data: makeServerPost({ _id: idOf(1), title: 'A title', ...fields }) },
      },
      ...change,
    }),
  );
const bodyOf = (drawn: ReturnType<typeof draw>) =>
  new DOMParser().parseFromString(drawn?.markup ?? '', 'text/html').body;

beforeEach(() => vi.stubEnv('SSR', true));
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the drawn page of a post', () => {
  it('has the post with its whole text and its first picture ahead', () => {
    const long = 'A long text. '.repeat(200);
    const drawn = draw({ description: long, media, images: [picture.url] });
    expect(bodyOf(drawn).querySelector('h1')?.textContent).toBe('A title');
    expect(bodyOf(drawn).textContent).toContain(long.trim());
    expect(drawn?.markup).not.toContain('<title');
    expect(bodyOf(drawn).querySelectorAll('script')).toHaveLength(0);
    const image = bodyOf(drawn).querySelector('article img[fetchpriority=high]');
    const link = new DOMParser().parseFromString(drawn?.preload ?? '', 'text/html').querySelector('link');
    expect(image?.getAttribute('srcset')).toContain('sea-01');
    expect(link?.getAttribute('imagesrcset')).toBe(image?.getAttribute('srcset'));
    expect(draw()?.preload).toBe('');
  });

  it.each([{ sensitive: true }, { contentWarning: 'Spoiler' }])('is not drawn with %j', (cover) =>
    expect(draw({ media, ...cover })).toBeNull(),
  );

  it('has no form, in which a text would be lost', () =>
    expect(bodyOf(draw({}, { user: testUser() })).querySelector('form, input, textarea')).toBeNull());

  it('is its reader’s alone', () => {
    const own = { user: testUser() };
    expect(bodyOf(draw({}, own)).querySelector('article')).not.toBeNull();
    expect(draw({ _id: 'none' })).toBeNull();
  });
});
