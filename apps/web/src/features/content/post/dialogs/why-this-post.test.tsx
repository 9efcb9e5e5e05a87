import { createPermutation } from '@social-feed/feed-order';
import { seedOfLink } from '@social-feed/feed-order/day-seed';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeCommitment, serveDays } from '../../../../testing/serve-days';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

afterEach(() => useDialogStore.setState({ current: null }));

const SEED = 4711;
const POPULATION = 2000;

/** Serves a first page of three posts at positions 1, 2 and 4; the third is empty. */
const serveOrdered = (
  change: (answer: Record<string, unknown>) => Record<string, unknown> = (same) => same,
) => {
  const order = createPermutation(SEED, POPULATION);
  server.use(
    http.get('*/api/posts/infinite', () =>
      HttpResponse.json(
        change({
          success: true,
          data: [1, 2, 3].map((number) => makeServerPost({ _id: idOf(number), title: `Post ${number}` })),
          ...{
            seed: SEED,
            generation: 0,
            population: POPULATION,
            numbers: [0, 1, 3].map((at) => order.at(at)),
          },
          ...{ hasNextPage: false, nextPage: null },
        }),
      ),
    ),
  );
};
const open = async (title: string, url = '/home') => {
  const { user } = renderApp({ user: testUser(), url });
  // the first test of the file also loads the app
  const card = await screen.findByRole('article', { name: title }, { timeout: 30_000 });
  await user.click(within(card).getByRole('button', { name: 'Post options' }));
  return { user, items: (await screen.findAllByRole('menuitem')).map((item) => item.textContent) };
};

it('shows the seed and the position of a post, and checks the whole order in the browser [B3-3 B4-4]', async () => {
  serveOrdered();
  const { user } = await open('Post 3');
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  dialog.getByText('By chance, place 4 of 2,000.');
  dialog.getByText(
    /^This shuffle puts it there, and nothing else\. What is liked, who wrote it and what you read/,
  );
  // the face of the shuffle stands beside its name, and the result takes no room before it is there
  const name = dialog.getByText('Shuffle “amber leopard bridge”');
  expect(name.parentElement?.querySelectorAll('svg')).toHaveLength(1);
  expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  expect(dialog.getByRole('status')).toHaveClass('empty:hidden');
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await waitFor(() => expect(dialog.getByRole('status')).not.toBeEmptyDOMElement());
  expect(dialog.getByRole('status').textContent).toBe(
    'Checked: 3 of 3 posts stand where they should. 17 places are empty: deleted, or not shown to you.',
  );
  expect(dialog.queryByRole('button', { name: 'Check the order' })).toBeNull();
  dialog.getByText('Seed 4711');
  await user.click(dialog.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [2000, 240, '240 posts are drawn, each as a line'],
  [60, 60, 'Each line is a post'],
  [4, 4, 'Each line is a post'],
])(
  'draws the order of %i posts with %i lines, and marks this one [B4-11]',
  async (population, lines, says) => {
    const order = createPermutation(SEED, population);
    serveOrdered((answer) => ({ ...answer, population, numbers: [0, 1, 3].map((at) => order.at(at)) }));
    const { user } = await open('Post 3');
    await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
    const picture = dialog.getByRole('img', { name: /this one is in place 4$/ });
    const drawn = [...picture.querySelectorAll('path')].map(
      (path) => path.getAttribute('d')!.split('M').length - 1,
    );
    expect(drawn).toEqual([lines - 1, 1]);
    dialog.getByText(new RegExp(`^${says}`));
  },
);

it('detects a post that is not where the seed puts it [B4-4]', async () => {
  serveOrdered((answer) => ({ ...answer, numbers: [...(answer['numbers'] as number[])].reverse() }));
  const { user } = await open('Post 1');
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await waitFor(() => expect(dialog.getByRole('status')).not.toBeEmptyDOMElement());
  expect(dialog.getByRole('status').textContent).toBe(
    'Post 2 of this feed does not stand where the seed puts it: something else decided.',
  );
});

it.each([
  ['no numbers', { numbers: undefined }],
  ['fewer numbers than posts', { numbers: [1] }],
  ['numbers that are none', { numbers: ['1', null, -3] }],
  ['no population', { population: 'many' }],
])('is not offered if the response has %s [B4-5]', async (_what, change) => {
  serveOrdered((answer) => ({ ...answer, ...change }));
  const { items } = await open('Post 1');
  expect(items).not.toContain('Why this post?');
});

/** Opens the third post's reason on this page, and presses Check. */
const checkThird = async (url: string) => {
  const { user } = await open('Post 3', url);
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await waitFor(() => expect(dialog.getByRole('status')).not.toBeEmptyDOMElement());
  return { dialog, says: dialog.getByRole('status').textContent };
};

describe('in the order of the day', () => {
  const cursorAt = (seed: number, position: number) => btoa(`${seed}.${position}`).replace(/=+$/, '');
  /** Serves three posts of the order of the day, the third after an empty place. */
  const serveDay = (seed = makeCommitment().seed) => {
    const order = createPermutation(seed, POPULATION);
    server.use(
      http.get('*/api/posts/infinite-cursor', () =>
        HttpResponse.json({
          success: true,
          data: [1, 2, 3].map((number) => makeServerPost({ _id: idOf(number), title: `Post ${number}` })),
          ...{ seed, generation: 0, population: POPULATION, numbers: [0, 1, 3].map((at) => order.at(at)) },
          ...{ hasNextPage: true, nextCursor: cursorAt(seed, 4) },
        }),
      ),
    );
  };
  const check = () => checkThird('/home?way=day');

  it('checks the places, and that the seed follows from the published chain [B4-17]', async () => {
    serveDay();
    serveDays();
    const { dialog, says } = await check();
    dialog.getByText('By chance, place 4 of 2,000.');
    dialog.getByText(/^The shuffle of the day puts it there, and nothing else\./);
    expect(says).toBe(
      'Checked: 3 of 3 posts stand where they should. 1 place is empty: deleted, or not shown to you. ' +
        'The seed is that of November 26, 2026: 3 hashes lead from the latest link back to the end published on November 20, 2026, so nobody chose it since.',
    );
  });

  it.each<[string, (answer: ReturnType<typeof makeCommitment>) => object, RegExp]>([
    [
      'a link that does not fit',
      ({ links, ...rest }) => ({ ...rest, links: links.map((each) => ({ ...each, link: '0'.repeat(64) })) }),
      /The seed of the day is not proved: the link of November 25, 2026 does not fit the published chain\.$/,
    ],
    [
      'another end',
      ({ chain, ...rest }) => ({ ...rest, chain: { ...chain, end: '0'.repeat(64) } }),
      /The seed of the day is not proved: the link of November 24, 2026 does not fit/,
    ],
  ])('detects %s [B4-17]', async (_what, change, sentence) => {
    serveDay();
    serveDays(change);
    expect((await check()).says).toMatch(sentence);
  });

  it('detects a seed that somebody chose [B4-17]', async () => {
    serveDay(4711);
    serveDays();
    expect((await check()).says).toMatch(
      /not that of a day of the published chain: something else decided\.$/,
    );
  });

  it('reports that the chain could not be read [B4-17]', async () => {
    serveDay();
    serveDays();
    const { user } = await open('Post 3', '/home?way=day');
    server.use(http.get('*/api/feed/commitment', () => HttpResponse.error()));
    await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
    await user.click(dialog.getByRole('button', { name: 'Check the order' }));
    await dialog.findByText(/The seed of the day could not be checked: /);
  });

  it('is not offered in other ways to read [B4-5]', async () => {
    serveDay();
    const { items } = await open('Post 3', '/home?way=unseen');
    expect(items).not.toContain('Why this post?');
  });
});

describe('in the hand of a day', () => {
  const DATE = '2026-11-26';
  /** Serves three posts of this day's hand, the third after an empty place. */
  const serveHand = (seed = makeCommitment().seed, places = [0, 1, 3]) => {
    const order = createPermutation(seed, POPULATION);
    const data = [1, 2, 3].map((number) => makeServerPost({ _id: idOf(number), title: `Post ${number}` }));
    const numbers = places.map((at) => order.at(at));
    server.use(
      http.get('*/api/posts/today', () =>
        HttpResponse.json({
          ...{ success: true, date: DATE, data, seed, generation: 0, population: POPULATION, numbers },
          dayBefore: null,
        }),
      ),
    );
  };
  const check = () => checkThird(`/today?date=${DATE}`);

  it('says why the post is in the hand, and checks the places and the seed of that day [B16-8]', async () => {
    serveHand();
    serveDays();
    const { dialog, says } = await check();
    dialog.getByText('By chance, place 4 of 2,000.');
    dialog.getByText(
      /^The shuffle of 2026-11-26 puts it there, and nothing else, and its first 24 of 2,000 posts are the hand of that day, the same for everybody\./,
    );
    expect(says).toBe(
      'Checked: 3 of 3 posts stand where they should. 1 place is empty: deleted, or not shown to you. ' +
        'The seed is that of November 26, 2026: 3 hashes lead from the latest link back to the end published on November 20, 2026, so nobody chose it since.',
    );
  });

  it('detects the seed of another day, and posts in another order [B16-8]', async () => {
    const [, earlier] = makeCommitment().links;
    serveHand(seedOfLink(earlier!.link), [1, 0, 3]);
    serveDays();
    expect((await check()).says).toBe(
      'Post 2 of this feed does not stand where the seed puts it: something else decided. ' +
        'The seed of this hand is not that of November 26, 2026 in the published chain: something else decided.',
    );
  });

  it('is not offered if the response has no order [B16-8]', async () => {
    serveHand();
    server.use(
      http.get('*/api/posts/today', () =>
        HttpResponse.json({
          ...{ success: true, date: DATE, seed: SEED, dayBefore: null },
          data: [makeServerPost({ _id: idOf(1), title: 'Post 1' })],
        }),
      ),
    );
    const { items } = await open('Post 1', `/today?date=${DATE}`);
    expect(items).not.toContain('Why this post?');
  });
});
