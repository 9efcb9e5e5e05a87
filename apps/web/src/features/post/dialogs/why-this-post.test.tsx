import { createPermutation } from '@social-feed/feed-order';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../lib/dialogs';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { renderApp } from '../../../testing/render-app';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';

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
const open = async (title: string) => {
  const { user } = renderApp({ user: testUser() });
  const card = await screen.findByRole('article', { name: title });
  await user.click(within(card).getByRole('button', { name: 'Post options' }));
  return { user, items: (await screen.findAllByRole('menuitem')).map((item) => item.textContent) };
};

it('shows the seed and the position of a post, and checks the whole order in the browser [B3-3 B4-4]', async () => {
  serveOrdered();
  const { user } = await open('Post 3');
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  dialog.getByText(
    /^Because of the seed 4711, and nothing else: it puts this post in place 4 of 2,000 posts\./,
  );
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  expect(dialog.getByRole('status').textContent).toBe(
    'Checked 3 posts: each stands where the seed puts it. 17 places are empty: deleted, or not shown to you.',
  );
  dialog.getByText('Shuffle “amber leopard bridge”');
  await user.click(dialog.getByRole('button', { name: 'Copy this shuffle' }));
  await screen.findByText('Link to this shuffle copied');
  expect(await navigator.clipboard.readText()).toBe(
    `${window.location.origin}/home?shuffle=amber-leopard-bridge`,
  );
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

it('draws the next shuffle and closes [B4-10]', async () => {
  serveOrdered();
  const { user } = await open('Post 1');
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  await user.click(dialog.getByRole('button', { name: 'Draw the next shuffle' }));
  await screen.findByText(/^Shuffle: \w+ \w+ \w+$/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('detects a post that is not where the seed puts it [B4-4]', async () => {
  serveOrdered((answer) => ({ ...answer, numbers: [...(answer['numbers'] as number[])].reverse() }));
  const { user } = await open('Post 1');
  await user.click(screen.getByRole('menuitem', { name: 'Why this post?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this post?' }));
  await user.click(dialog.getByRole('button', { name: 'Check' }));
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
