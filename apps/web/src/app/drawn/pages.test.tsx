import type { Post } from '@social-feed/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageName } from '../../../server/page-kinds';
import { utcDay } from '../../features/content/post/model/hand-way';
import { board, grace } from '../../testing/api-data';
import { idOf, makeServerPost } from '../../testing/make-post';
import { testUser } from '../../testing/users';
import { draws } from './draw';
import type { PageToDraw } from './draw-page';
import { bodyOf, hidingLists, marked, numbered, withMedia } from '../../testing/drawn-posts';
import { NO_LISTS, pageOf } from './test-page';

// the server's own part of it
vi.unmock('../../features/content/post/list/drawn-items');
beforeEach(() => vi.stubEnv('SSR', true));
afterEach(() => {
  vi.unstubAllEnvs();
});

const SHARE = 'AAAAAAAAAAAAAAAAAAAAAA';
const pagination = { currentPage: 1, totalPages: 3, totalPosts: 30, hasNext: true, hasPrev: false };
const owner = { _id: idOf(77), userName: 'ada_l', fullName: 'Ada Lovelace', profilepic: '' };
const collection = {
  _id: idOf(78),
  name: 'Long runs',
  posts: 30,
  shareId: SHARE,
  createdAt: grace.createdAt,
};

/** Lists with their address, the answers that bring these posts, and a heading. */
const LISTS: Partial<
  Record<PageName, { address: string; answersOf: (data: Post[]) => Record<string, unknown>; heading: string }>
> = {
  today: {
    address: '/today',
    answersOf: (data) => ({
      hand: { success: true, data, date: utcDay(), seed: 7, numbers: [], population: 100, dayBefore: null },
    }),
    heading: "Today's hand",
  },
  profile: {
    address: `/${grace.userName}`,
    answersOf: (data) => ({
      user: { success: true, data: grace },
      board: { success: true, data: [board] },
      posts: { success: true, data, pagination, nextCursor: 'x' },
    }),
    heading: grace.fullName,
  },
  tag: {
    address: '/search?q=%23tea',
    answersOf: (data) => ({
      posts: { success: true, data, pagination, nextCursor: 'x' },
      tags: { success: true, data: [{ tag: 'tea', posts: 30 }], nextCursor: null },
    }),
    heading: 'Search',
  },
  collection: {
    address: `/c/${SHARE}`,
    answersOf: (data) => ({ posts: { success: true, data, collection, owner, nextCursor: 'x' } }),
    heading: 'Long runs',
  },
};

describe.each(Object.entries(LISTS))(
  'the drawn page of a list: %s',
  (name, { address, answersOf, heading }) => {
    const draw = (posts: Partial<Post>[], change: Partial<PageToDraw> = {}) =>
      draws[name as PageName](pageOf({ address, answers: answersOf(numbered(posts)), ...change }));
    const cardsOf = (drawn: ReturnType<typeof draw>) => {
      const body = bodyOf(drawn);
      for (const rest of body.querySelectorAll('noscript')) rest.remove();
      return [...body.querySelectorAll('[role=feed] article h2, [role=feed] article h3')].map(
        ({ textContent }) => textContent,
      );
    };

    it('has its head and the first three posts, without a title of its own, forms to fill in or fades', () => {
      const drawn = draw([{}, {}, withMedia('sea-01'), {}]);
      expect(bodyOf(drawn).querySelector('h1')?.textContent).toBe(heading);
      expect(cardsOf(drawn)).toEqual(['Title 1', 'Title 2', 'Title 3']);
      expect(drawn?.markup).not.toMatch(/<title|<script|animate-fade/);
      const fields = [...bodyOf(drawn).querySelectorAll('input, textarea')];
      expect(fields.filter((field) => field.closest('[inert]') === null)).toEqual([]);
    });

    it('fetches the first picture ahead in the widths of its element', () => {
      const drawn = draw([{}, withMedia('sea-01'), withMedia('sea-02')]);
      const image = bodyOf(drawn).querySelector('article img[fetchpriority=high]');
      const link = new DOMParser().parseFromString(drawn?.preload ?? '', 'text/html').querySelector('link');
      expect(image?.getAttribute('srcset')).toContain('sea-01');
      expect(link?.getAttribute('imagesrcset')).toBe(image?.getAttribute('srcset'));
      expect(link?.getAttribute('imagesizes')).toBe(image?.getAttribute('sizes'));
    });

    it.each([{ sensitive: true }, { contentWarning: 'Spoiler' }])('ends before a post with %j', (cover) => {
      const drawn = draw([{}, { ...withMedia('sea-01'), ...cover, description: 'A secret' }, {}]);
      expect(cardsOf(drawn)).toEqual(['Title 1']);
      expect(drawn?.markup).not.toMatch(/secret|sea-01|Spoiler|Title 3/);
      expect(drawn?.preload).toBe('');
    });

    it('shows several pictures as each width arranges them, and fetches the first in its size there', () => {
      const drawn = draw([{}, withMedia('sea-01', 'sea-02'), {}]);
      expect(cardsOf(drawn)).toHaveLength(3);
      const links = new DOMParser()
        .parseFromString(drawn?.preload ?? '', 'text/html')
        .querySelectorAll('link');
      expect([...links].map(({ media }) => media)).toEqual([
        '(max-width: 768px)',
        'not all and (max-width: 768px)',
      ]);
    });

    it('never has a post that the app would hide, nor a part of it, whatever the lists [B43-5]', () => {
      const covers = ['', '', '', 'sensitive', 'warned'] as const;
      fc.assert(
        fc.property(hidingLists(8, covers), ({ posts, user, own, isHidden }) => {
          const drawn = draw(posts, { user, own });
          const shown = marked(posts, drawn);
          const visible = posts.filter((each) => !isHidden(each));
          const warned = visible.findIndex((each) => each.sensitive || each.contentWarning !== '');
          const open = warned < 0 ? visible : visible.slice(0, warned);
          expect(shown).toEqual(open.slice(0, shown.length));
          expect(shown.length).toBe(Math.min(open.length, name === 'today' ? 24 : 6));
          if (open.length === 0 && name !== 'profile') expect(drawn).toBeNull();
        }),
        { numRuns: 40 },
      );
    });

    it('is its reader’s alone, and leaves nothing of them', () => {
      const ada = testUser({ profilepic: '/api/media/ada/320.webp' });
      expect(draw([{}], { user: ada })?.markup).toContain('/api/media/ada/320.webp');
      expect(draw([{}])?.markup).not.toContain('/api/media/ada/320.webp');
    });
  },
);

const drawOf = (name: PageName, data: Post[], change: Partial<PageToDraw> = {}) => {
  const { address = '', answersOf } = LISTS[name] ?? {};
  return draws[name](pageOf({ address, answers: answersOf?.(data) ?? {}, ...change }));
};

describe('the drawn hand of a day', () => {
  const hand = Array.from({ length: 24 }, (_unused, index) =>
    makeServerPost({ _id: idOf(index + 1), title: `Mark${index + 1}mark`, ...withMedia('sea-01') }),
  );

  it('is a list that readers without script get whole, and others with three posts [B43-6]', () => {
    const [, first = '', rest = ''] =
      /^(.*)<noscript>(.*)<\/noscript>/s.exec(drawOf('today', hand)?.markup ?? '') ?? [];
    const marks = (text: string) => new Set(text.match(/Mark\d+mark/g)).size;
    expect([marks(first), marks(rest)]).toEqual([3, 21]);
    expect(first).toContain('3 of 24');
    expect(rest).toContain('24 of 24');
    expect(rest).not.toContain('Keep one?');
  });

  it('of an earlier day has its date', () => {
    const answers = LISTS.today?.answersOf(hand) as { hand: object };
    const drawn = draws.today(
      pageOf({
        address: '/today?date=2026-01-05',
        answers: { hand: { ...answers.hand, date: '2026-01-05' } },
      }),
    );
    expect(drawn?.markup).toContain('An earlier hand');
    expect(drawn?.markup).toContain('Monday, January 5, 2026, UTC');
  });
});

describe('the drawn page of a profile', () => {
  it('is there without posts too, and without one under a warning', () => {
    for (const data of [[], [makeServerPost({ sensitive: true, title: 'A secret' })]]) {
      const drawn = drawOf('profile', data);
      expect(bodyOf(drawn).querySelector('h1')?.textContent).toBe(grace.fullName);
      expect(drawn?.markup).not.toMatch(/secret|No posts yet|reached the end/);
    }
  });

  it('tells whom its reader follows, and what is the reader’s own', () => {
    const buttonOf = (change: Partial<PageToDraw>) =>
      bodyOf(drawOf('profile', [], change)).querySelector('header button[aria-pressed]')?.textContent;
    const user = testUser();
    expect(buttonOf({ user })).toBe('Follow');
    expect(buttonOf({ user, own: { ...NO_LISTS, follows: [grace._id] } })).toBe('Following');
    expect(buttonOf({ user })).toBe('Follow');
    expect(drawOf('profile', [], { user: testUser(grace) })?.markup).toContain('Edit Profile');
  });

  it('is not drawn if its reader blocks that person, or the answer names nobody', () => {
    const blocks = [{ ...grace, profilepic: '' }];
    expect(
      drawOf('profile', [makeServerPost()], { user: testUser(), own: { ...NO_LISTS, blocks } }),
    ).toBeNull();
    expect(
      draws.profile(pageOf({ address: '/ada_l', answers: { user: { data: { _id: 'x' } } } })),
    ).toBeNull();
  });

  it('has its picture in the size of phones and of wider windows, one of which shows', () => {
    const pictures = [
      ...bodyOf(drawOf('profile', [])).querySelectorAll<HTMLElement>('header [aria-hidden].rounded-full'),
    ];
    expect(
      pictures.map(({ style, className }) => [style.width, /(?:max-)?md:hidden/.exec(className)?.[0]]),
    ).toEqual([
      ['80px', 'md:hidden'],
      ['104px', 'max-md:hidden'],
    ]);
  });
});
