import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../../../cache/block-store';
import { keepMuted, readMuted } from '../../../../cache/muted-store';
import { storePendingChanges } from '../../../../cache/pending-changes';
import { useDialogStore } from '../../../../lib/dialogs';
import { DAY } from '../../../../lib/time';
import { idOf, makeServerPost } from '../../../../testing/make-post';
import { openDialog } from '../../../../testing/open-dialog';
import { renderApp } from '../../../../testing/render-app';
import { serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

vi.setConfig({ testTimeout: 120_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 60_000 };
const me = testUser();
const POSTS = [
  makeServerPost({ _id: idOf(1), title: 'Football tonight', description: '', tags: ['spoiler'] }),
  makeServerPost({ _id: idOf(2), title: 'Soup', description: '', tags: [] }),
];

/** Mutes words in this browser and in the account. */
const mutedBefore = (words: string[]) => {
  const muted = words.map((word) => ({ word, until: null }));
  keepMuted(me._id, muted);
  server.use(
    http.get('*/api/people/own', () =>
      HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted, languages: [] } }),
    ),
  );
};

/** Presses Block in the options of the first post. */
const block = async (viewer: typeof me | null = me, posts = POSTS) => {
  server.use(serveFeedOf(posts));
  const { user } = renderApp({ user: viewer });
  const [card] = await screen.findAllByRole('article', {}, SLOW);
  await user.click(within(card!).getByRole('button', { name: 'Post options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block' }, SLOW));
  return user;
};
/** Opens "Mute words…" of the first post. */
const open = async (...given: Parameters<typeof block>) => {
  const user = await block(...given);
  const question = await openDialog('alertdialog', 'Block @nilay?');
  await user.click(question.getByRole('button', { name: 'Mute words…' }));
  return user;
};
const mutedHere = () => readMuted(me._id).map(({ word }) => word);
const words = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  within(dialog.getByRole('list', { name: 'Words of this post' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const press = async (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click((await openDialog('dialog', 'Mute words')).getByRole('button', { name }));

beforeEach(() => {
  keepMuted(me._id, []);
  // on a slow machine a batch is sent before the test ends
  server.use(http.post('*/api/people/changes', () => new HttpResponse('{}', { status: 503 })));
});
afterEach(() => {
  useDialogStore.setState({ current: null });
  storePendingChanges(me._id, new Map());
});

it('mutes the pressed tag and word for the chosen time, and Undo takes that back [B15-2]', async () => {
  const user = await open();
  for (const name of ['#spoiler', 'Football', '7 days', 'Mute']) await press(user, name);
  expect(
    await screen.findByRole('article', { name: '1 post with “Football” and “#spoiler” hidden' }, SLOW),
  ).toBeVisible();
  expect(mutedHere()).toEqual(['Football', '#spoiler']);
  const [muted] = readMuted(me._id);
  expect(Math.abs(Date.parse(muted?.until ?? '') - Date.now() - 7 * DAY)).toBeLessThan(60_000);
  await user.click(await screen.findByRole('button', { name: 'Undo' }, SLOW));
  expect(mutedHere()).toEqual([]);
  expect(await screen.findByRole('article', { name: 'Football tonight' })).toBeVisible();
});

it('mutes a typed word, and says why it refuses one [B15-2]', async () => {
  mutedBefore(['tonight']);
  const user = await open(me, [
    makeServerPost({ title: 'Soup', description: 'tomorrow', tags: [] }),
    ...POSTS,
  ]);
  const dialog = await openDialog('dialog', 'Mute words');
  expect(words(dialog)).toEqual(['tomorrow']);
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(await dialog.findByText('Write at least 2 characters')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Another word or #tag' }), 'anise{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(mutedHere()).toEqual(['anise', 'tonight']);
});

it('offers only tags while a warning hides the texts', async () => {
  await open(me, [makeServerPost({ title: 'Football', contentWarning: 'Results', tags: ['sport'] })]);
  expect(words(await openDialog('dialog', 'Mute words'))).toEqual(['#sport']);
});

it('asks visitors to log in [B15-2]', async () => {
  localStorage.setItem('visitor-mode', 'on');
  await block(null);
  const dialog = await openDialog('dialog', 'Login Required');
  expect(dialog.getByText(/You need to be logged in to block this person\./)).toBeVisible();
});

it('blocks nobody, and returns the focus to the options of the post [B15-2]', async () => {
  const user = await open();
  // the second time its code is there
  for (const again of [true, false]) {
    await press(user, 'Cancel');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Post options' })[0]).toHaveFocus());
    if (!again) break;
    await user.click(screen.getAllByRole('button', { name: 'Post options' })[0]!);
    await user.click(await screen.findByRole('menuitem', { name: 'Block' }));
    await user.click(await screen.findByRole('button', { name: 'Mute words…' }));
  }
  expect(useBlockStore.getState().blocked).toEqual([]);
});

it('refuses words beyond the limit, those pressed together included', async () => {
  mutedBefore(Array.from({ length: 199 }, (_unused, index) => `word${index}`));
  const user = await open();
  for (const name of ['#spoiler', 'Football', 'Mute']) await press(user, name);
  expect(await screen.findByText(/You mute 200 words/)).toBeVisible();
  expect(mutedHere()).toHaveLength(199);
});
