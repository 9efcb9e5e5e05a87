import type { PostChance } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeCommitment, serveDays } from '../../../../testing/serve-days';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 30_000 };

afterEach(() => useDialogStore.setState({ current: null }));

const NUMBER = 7;
const POPULATION = 500;
const { seed } = makeCommitment();
const shuffles = Array.from({ length: 100 }, (_unused, index) => ({ seed: index, population: POPULATION }));
const among = shuffles.filter(
  (each) => createPermutation(each.seed, POPULATION).positionOf(NUMBER) < 20,
).length;
const CHANCE: PostChance = {
  number: NUMBER,
  day: {
    ...{ date: '2026-11-26', seed, population: POPULATION, number: NUMBER },
    place: createPermutation(seed, POPULATION).positionOf(NUMBER) + 1,
  },
  ...{ shuffles, among, expected: 4 },
};

const serve = (answer: () => Response, post = makeServerPost({ _id: idOf(1), title: 'Mine' })) =>
  server.use(
    http.get('*/api/posts/infinite', () =>
      HttpResponse.json({ success: true, data: [post], seed: 77, hasNextPage: false, nextPage: null }),
    ),
    http.get(`*/api/posts/${idOf(1)}/chance`, answer),
  );
const answerOf = (chance: PostChance) => () => HttpResponse.json({ success: true, data: chance });
const open = async (answer: () => Response) => {
  const me = testUser();
  const { _id, userName, fullName, profilepic } = me;
  const own = { _id, userName, fullName, profilepic, isFollowing: false };
  serve(answer, makeServerPost({ _id: idOf(1), title: 'Mine', user: own }));
  serveDays();
  const { user } = renderApp({ user: me });
  const card = await screen.findByRole('article', { name: 'Mine' }, SLOW);
  await user.click(within(card).getByRole('button', { name: 'Post options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Why this post?' }, SLOW));
  const dialog = await screen.findByRole('dialog', { name: 'Why this post?' }, SLOW);
  return { user, dialog: within(dialog) };
};

it('shows the author where a post stands and what chance expects, and checks it [B4-21]', async () => {
  const { user, dialog } = await open(answerOf(CHANCE));
  await dialog.findByText(`By chance, place ${CHANCE.day.place} of 500.`);
  dialog.getByText(/^The shuffle of .* puts it there, and nothing else\./);
  dialog.getByText(
    `Of the last 100 shuffles, ${among} have it among the first 20 posts; chance alone expects 4.`,
  );
  dialog.getByText(/^How many people follow you does not count/);
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await dialog.findByText(
    /^The seeds give the same figures\. The seed is that of November 26, 2026: 3 hashes lead/,
  );
});

it.each<[string, PostChance]>([
  ['another place', { ...CHANCE, day: { ...CHANCE.day, place: 1 } }],
  ['another count', { ...CHANCE, among: among + 1 }],
  ['a number outside of the orders', { ...CHANCE, number: POPULATION }],
])('detects %s [B4-21]', async (_what, chance) => {
  const { user, dialog } = await open(answerOf(chance));
  await dialog.findByText(/^By chance, place/);
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await dialog.findByText(/^The figures do not follow from the seeds/);
});

it('says that a new post is in no order yet', async () => {
  const day = { ...CHANCE.day, number: null, place: null };
  const { user, dialog } = await open(answerOf({ ...CHANCE, day, shuffles: [], among: 0, expected: 0 }));
  await dialog.findByText("It is not in today's shuffle, which was made before it.");
  dialog.getByText('No shuffle of the last three hours contains it yet.');
  await user.click(dialog.getByRole('button', { name: 'Check the order' }));
  await dialog.findByText(/^The seeds give the same figures/);
});

it('explains a failure and retries [B4-21]', async () => {
  let broken = true;
  const { user, dialog } = await open(() =>
    broken ? HttpResponse.json({ success: false, message: 'Too busy' }, { status: 400 }) : answerOf(CHANCE)(),
  );
  expect(await dialog.findByRole('alert')).toHaveTextContent('Too busy');
  broken = false;
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => dialog.getByText(/^By chance, place/));
});

it('is not offered on posts of others [B4-21]', async () => {
  serve(answerOf(CHANCE));
  const { user } = renderApp({ user: testUser() });
  const card = await screen.findByRole('article', { name: 'Mine' }, SLOW);
  await user.click(within(card).getByRole('button', { name: 'Post options' }));
  await screen.findByRole('menuitem', { name: 'Report' }, SLOW);
  expect(screen.queryByRole('menuitem', { name: 'Why this post?' })).toBeNull();
});
