import type { Post } from '@social-feed/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { paths } from '../../config/paths';
import { useInstanceStore } from '../../lib/instance-store';
import { testUser } from '../../testing/users';
import { draws } from './draw';
import type { PageToDraw } from './draw-page';
import { bodyOf, hidingLists, marked, numbered, withMedia } from '../../testing/drawn-posts';
import { NO_LISTS, pageOf } from './test-page';

// the server's own part of it
vi.unmock('../../features/content/post/list/drawn-items');

const draw = (posts: Partial<Post>[], change: Partial<PageToDraw> = {}) => {
  const feed = { success: true, data: numbered(posts), seed: 7, hasNextPage: true, nextPage: 2 };
  return draws.home(pageOf({ address: '/home', answers: { feed }, ...change }));
};
const titles = (drawn: ReturnType<typeof draw>) =>
  [...bodyOf(drawn).querySelectorAll('[role=feed] article h2')].map(({ textContent }) => textContent);

beforeEach(() => vi.stubEnv('SSR', true));
afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(useInstanceStore.getInitialState(), { known: undefined });
});

describe('the drawn home page', () => {
  it('has the header and the first three posts, without a title of its own', () => {
    const drawn = draw([{}, {}, withMedia('sea-01'), {}]);
    expect(titles(drawn)).toEqual(['Title 1', 'Title 2', 'Title 3']);
    expect(bodyOf(drawn).querySelector('h1')?.textContent).toBe('Social Feed');
    expect(drawn?.markup).not.toContain('<title');
    expect(bodyOf(drawn).querySelectorAll('script')).toHaveLength(0);
  });

  it('has the bottom bar of phones, whose links work without script', () => {
    const bar = bodyOf(draw([{}], { user: testUser() })).querySelector('[data-bottom-bar]');
    expect(bar?.closest('[class="contents md:hidden"]')).not.toBeNull();
    expect([...(bar?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      paths.home.path,
      paths.search.path,
      paths.createPost.path,
      `/${testUser().userName}`,
    ]);
  });

  it('fetches the first picture ahead in the widths of its element', () => {
    const drawn = draw([{}, withMedia('sea-01'), withMedia('sea-02')]);
    const image = bodyOf(drawn).querySelector('article img[fetchpriority=high]');
    const link = new DOMParser().parseFromString(drawn?.preload ?? '', 'text/html').querySelector('link');
    expect(image?.getAttribute('srcset')).toContain('sea-01');
    expect(link?.getAttribute('imagesrcset')).toBe(image?.getAttribute('srcset'));
    expect(link?.getAttribute('imagesizes')).toBe(image?.getAttribute('sizes'));
    expect(link?.getAttribute('fetchpriority')).toBe('high');
    expect(draw([{}])?.preload).toBe('');
  });

  it.each([{ sensitive: true }, { contentWarning: 'Spoiler' }])('ends before a post with %j', (cover) => {
    const drawn = draw([{}, { ...withMedia('sea-01'), ...cover, description: 'A secret' }, {}]);
    expect(titles(drawn)).toEqual(['Title 1']);
    expect(drawn?.markup).not.toMatch(/secret|sea-01|Spoiler/);
    expect(drawn?.preload).toBe('');
    expect(draw([cover, {}])).toBeNull();
  });

  it('shows several pictures as each width arranges them, and fetches the first in its size there', () => {
    const drawn = draw([{}, withMedia('sea-01', 'sea-02'), {}]);
    expect(titles(drawn)).toHaveLength(3);
    const [carousel, grid] = [
      ...bodyOf(drawn).querySelectorAll<HTMLImageElement>('article img[fetchpriority=high]'),
    ];
    const [narrow, wide] = new DOMParser()
      .parseFromString(drawn?.preload ?? '', 'text/html')
      .querySelectorAll<HTMLLinkElement>('link');
    expect(carousel?.closest('[class="[@media(width>768px)]:hidden"]')).not.toBeNull();
    expect(grid?.closest('[class="[@media(width<=768px)]:hidden"]')).not.toBeNull();
    expect([carousel?.sizes, grid?.sizes]).toEqual(
      [narrow, wide].map((link) => link?.getAttribute('imagesizes')),
    );
    expect([narrow?.media, wide?.media]).toEqual(['(max-width: 768px)', 'not all and (max-width: 768px)']);
    // what does not show is not fetched
    expect([carousel?.loading, grid?.loading]).toEqual(['lazy', 'lazy']);
  });

  it('has up to six posts until one shows a picture', () => {
    expect(titles(draw([{}, {}, {}, {}, withMedia('sea-01'), {}]))).toHaveLength(5);
    expect(titles(draw([{}, {}, {}, {}, {}, {}, {}]))).toHaveLength(6);
    expect(titles(draw([withMedia('sea-01'), {}, {}, {}]))).toHaveLength(3);
  });

  it('is null without posts', () => expect(draw([])).toBeNull());

  it('writes texts as texts', () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const drawn = draw([{ title: evil, description: evil }]);
    expect(titles(drawn)).toEqual([evil]);
    expect(bodyOf(drawn).querySelector('script, [onerror]')).toBeNull();
  });

  it('is its reader’s and instance’s alone, and leaves nothing of them', () => {
    const ada = testUser({ profilepic: '/api/media/ada/320.webp' });
    const own = draw([{}], { user: ada, instance: { name: 'Tea' } as PageToDraw['instance'] });
    expect(own?.markup).toContain(`@${ada.userName}`);
    expect(bodyOf(own).querySelector('h1')?.textContent).toBe('Tea');
    const visitors = draw([{}]);
    expect(visitors?.markup).not.toContain(`Account of ${ada.fullName}`);
    expect(bodyOf(visitors).querySelector('h1')?.textContent).toBe('Social Feed');
    expect(useSessionStore.getInitialState().currentUser).toBeNull();
  });

  it('never has a post that the app would hide, nor a part of it, whatever the lists [B43-3]', () => {
    fc.assert(
      fc.property(hidingLists(12, ['', 'sensitive']), ({ posts: all, user, own, isHidden }) => {
        const posts = all.map((each, index) => ({ ...each, sensitive: each.sensitive && index > 2 }));
        const drawn = draw(posts, { user, own });
        const shown = marked(posts, drawn);
        expect(shown.filter(isHidden)).toEqual([]);
        // and those that are shown are the first that the app shows
        const visible = posts.filter((each) => !isHidden(each));
        expect(shown).toEqual(visible.slice(0, shown.length));
        if (visible[0]?.sensitive === false) expect(shown.length).toBeGreaterThan(0);
        else expect(drawn).toBeNull();
        expect(useBlockStore.getInitialState().blocked).toEqual([]);
      }),
    );
  });

  it('has lines in place of hidden posts, each whole, and none of those of blocked people [B43-3]', () => {
    const of = (letter: string) => ({
      user: {
        _id: letter.repeat(24),
        userName: letter,
        fullName: letter,
        profilepic: '',
        isFollowing: false,
      },
    });
    const german = { language: 'de' };
    const drawn = draw([of('b'), german, german, german, german, {}, { title: 'Tea' }, {}], {
      user: testUser(),
      own: { ...NO_LISTS, blocks: [of('b').user], muted: [{ word: 'tea', until: null }], languages: ['en'] },
    });
    const rows = [...bodyOf(drawn).querySelectorAll('[role=feed] article')];
    expect(rows.map((row) => row.getAttribute('aria-label') ?? row.querySelector('h2')?.textContent)).toEqual(
      ['4 posts in German', 'Title 6', '1 post with “tea” hidden', 'Title 8'],
    );
    expect(rows.map((row) => row.getAttribute('aria-posinset'))).toEqual(['1', '5', '6', '7']);
  });

  it('brings the button that folded texts get', () => {
    const more = bodyOf(draw([{}])).querySelector<HTMLTemplateElement>('#show-more');
    expect(more?.content.querySelector('button')?.textContent).toBe('Show more');
  });
});
