import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { blockAuthor } from '../../cache/blocking';
import { keys } from '../../cache/keys';
import { keepLanguages, readLanguages } from '../../cache/language-store';
import { keepMuted } from '../../cache/muted-store';
import { storePendingChanges, pendingChangesOf } from '../../cache/pending-changes';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 60_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 30_000 };

// on a slow machine a batch is sent before the test ends; its changes stay pending
beforeEach(() =>
  server.use(http.post('*/api/people/changes', () => new HttpResponse('{}', { status: 503 }))),
);
afterEach(() => {
  useBlockStore.setState({ blocked: [] });
  keepMuted(testUser()._id, []);
  keepLanguages(testUser()._id, []);
  storePendingChanges(testUser()._id, new Map());
});

it('has blocked people and muted words on one page [B15-1]', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings' });
  await user.click(await screen.findByRole('link', { name: /^Blocked and muted/ }, SLOW));
  expect(await screen.findByRole('region', { name: 'Blocked people' }, SLOW)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Muted words' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Blocked and muted');
});

it('lists blocked users and unblocks them', async () => {
  blockAuthor({ _id: '5'.repeat(24), userName: 'noor', fullName: 'Noor Haddad' }, undefined);
  const { user } = renderApp({ user: testUser(), url: '/settings/care' });
  await user.click(await screen.findByRole('button', { name: 'Unblock @noor' }));
  await screen.findByText('You have not blocked anybody.');
  expect(localStorage.getItem('blocked-authors')).toBe('[]');
});

describe('muted words', () => {
  const viewer = testUser();
  const open = async () => {
    const view = renderApp({ user: viewer, url: '/settings/care' });
    const field = await screen.findByRole('textbox', { name: 'Word or #tag' });
    // pending changes are sent by then; later ones wait for the next batch
    const inStep = () => view.queryClient.getQueryState(keys.ownPeople(viewer._id))?.status;
    await waitFor(() => expect(inStep()).toBe('success'), { timeout: 5000 });
    const add = async (word: string) => {
      await view.user.clear(field);
      await view.user.type(field, `${word}{Enter}`);
    };
    return { ...view, field, add };
  };

  it('are added, permanently or for some days, and removed [B2-25]', async () => {
    const { user, add } = await open();
    expect(screen.getByText('You have not muted anything.')).toBeVisible();
    await add('Football');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await add('#spoiler');
    const list = within(screen.getByRole('list', { name: 'Muted words' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^#spoilerUntil .* at .* UTC.*Unmute$/),
      'FootballForeverUnmute',
    ]);
    await add('FOOTBALL');
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await user.click(list.getByRole('button', { name: 'Unmute #spoiler' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect([...pendingChangesOf(viewer._id).keys()].sort()).toEqual(['mute #spoiler', 'mute football']);
  });

  it.each([
    ['x', 'Write at least 2 characters'],
    ['y'.repeat(51), 'Write at most 50 characters'],
    ['!?', 'Write a word or a #tag'],
  ])('rejects %j with a message and keeps the input [B2-25]', async (word, reason) => {
    const { add, field } = await open();
    await add(word);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(field).toHaveValue(word);
    expect(field).toHaveFocus();
  });

  it('keep the typed text when the session is lost in place', async () => {
    const { user, field } = await open();
    await user.type(field, 'Foot');
    act(() => useSessionStore.getState().loseSession());
    expect(screen.getByRole('textbox', { name: 'Word or #tag' })).toHaveValue('Foot');
  });

  it('are limited to 200 [B2-25]', async () => {
    const muted = Array.from({ length: 200 }, (_, index) => ({ word: `word${index}`, until: null }));
    server.use(
      http.get('*/api/people/own', () =>
        HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted, languages: [] } }),
      ),
    );
    const { add } = await open();
    await screen.findByText('word199');
    await add('one too many');
    expect(await screen.findByText(/You mute 200 words/)).toBeVisible();
  });
});

describe('languages to read', () => {
  const viewer = testUser();

  it('are added from a list and removed, and go to the account [B13-7]', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/people/changes', async ({ request }) => {
        const { changes } = (await request.json()) as { changes: { languages: string[] }[] };
        sent.push(...changes.map(({ languages }) => languages));
        const results = changes.map(({ languages }) => ({ languages }));
        return HttpResponse.json({ success: true, data: { results } });
      }),
    );
    const view = renderApp({ user: viewer, url: '/settings/reading' });
    const region = within(await screen.findByRole('region', { name: 'Languages you read' }));
    await waitFor(() =>
      expect(view.queryClient.getQueryState(keys.ownPeople(viewer._id))?.status).toBe('success'),
    );
    expect(region.getByText('You see posts in all languages.')).toBeVisible();
    const field = () => region.getByRole('combobox', { name: 'Add a language' });
    await view.user.selectOptions(field(), 'German');
    await view.user.selectOptions(field(), 'Arabic');
    const list = within(region.getByRole('list', { name: 'Languages' }));
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'German',
      'Arabic',
    ]);
    expect(within(field()).queryByRole('option', { name: 'German' })).toBeNull();
    await view.user.click(region.getByRole('button', { name: 'Remove German' }));
    expect(readLanguages(viewer._id)).toEqual(['ar']);
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    Reflect.deleteProperty(document, 'visibilityState');
    await waitFor(() => expect(sent.at(-1)).toEqual(['ar']));
  });

  it('show at most twenty', async () => {
    const many = 'am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi'.split(' ');
    keepLanguages(viewer._id, many);
    server.use(
      http.get('*/api/people/own', () =>
        HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted: [], languages: many } }),
      ),
    );
    renderApp({ user: viewer, url: '/settings/reading' });
    const region = within(await screen.findByRole('region', { name: 'Languages you read' }));
    expect(region.getByRole('combobox')).toBeDisabled();
    expect(region.getByText('You chose 20, as many as one can.')).toBeVisible();
  });
});
