import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { blockAuthor } from '../../cache/blocking';
import { keys } from '../../cache/keys';
import { keepMuted } from '../../cache/muted-store';
import { storePendingChanges, pendingChangesOf } from '../../cache/pending-people-changes';
import { useSessionStore } from '../../features/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

afterEach(() => {
  useBlockStore.setState({ blocked: [] });
  keepMuted(testUser()._id, []);
  storePendingChanges(testUser()._id, new Map());
  delete document.documentElement.dataset['motion'];
});

it('stores motion and autoplay in this browser, both off by default', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  const reduced = await screen.findByRole('button', { name: 'Reduced' });
  const autoplay = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Play videos/ });
  expect(autoplay.checked).toBe(false);
  await user.click(reduced);
  expect(document.documentElement.dataset['motion']).toBe('reduced');
  expect(localStorage.getItem('motion')).toBe('reduced');
  await user.click(autoplay);
  expect(autoplay.checked).toBe(true);
  expect(localStorage.getItem('autoplay')).toBe('on');
  const motion = within(screen.getByRole('group', { name: 'Motion' }));
  await user.click(motion.getByRole('button', { name: 'System' }));
  expect(document.documentElement.dataset['motion']).toBeUndefined();
});

it('blurs sensitive pictures by default, and stores the choice in this browser [B7-16]', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  const choice = within(await screen.findByRole('group', { name: 'Sensitive pictures' }));
  expect(choice.getByRole('button', { name: 'Blur' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(choice.getByRole('button', { name: 'Hide' }));
  expect(localStorage.getItem('sensitive')).toBe('hide');
  await user.click(choice.getByRole('button', { name: 'Blur' }));
  expect(localStorage.getItem('sensitive')).toBeNull();
});

it('switches single-letter keys off and on again', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  const keys = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Single letters act/ });
  expect(keys.checked).toBe(true);
  await user.click(keys);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.click(keys);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});

it('hides counts and saves data on request, neither by default [B7-1]', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  const hide = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Hide how many like, comment, share, save and view',
  });
  const saver = within(screen.getByRole('group', { name: 'Data saver' }));
  expect(hide.checked).toBe(false);
  expect(saver.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(hide);
  await user.click(saver.getByRole('button', { name: 'On' }));
  expect([localStorage.getItem('hideCounts'), localStorage.getItem('dataSaver')]).toEqual(['on', 'on']);
  await user.click(hide);
  await user.click(saver.getByRole('button', { name: 'System' }));
  expect([localStorage.getItem('hideCounts'), localStorage.getItem('dataSaver')]).toEqual([null, null]);
});

it('follows changes from another tab', async () => {
  renderApp({ user: testUser(), url: '/settings/appearance' });
  await screen.findByRole('group', { name: 'Theme' });
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(screen.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

it('lists blocked users and unblocks them', async () => {
  blockAuthor({ _id: '5'.repeat(24), userName: 'noor', fullName: 'Noor Haddad' }, undefined, new Date());
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  await user.click(await screen.findByRole('button', { name: 'Unblock @noor' }));
  await screen.findByText('You have not blocked anybody.');
  expect(localStorage.getItem('blocked-authors')).toBe('[]');
});

describe('muted words', () => {
  const viewer = testUser();
  const open = async () => {
    const view = renderApp({ user: viewer, url: '/settings/appearance' });
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
      expect.stringMatching(/^#spoilerUntil .*Unmute$/),
      'FootballFor goodUnmute',
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
        HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted } }),
      ),
    );
    const { add } = await open();
    await screen.findByText('word199');
    await add('one too many');
    expect(await screen.findByText(/You mute 200 words/)).toBeVisible();
  });
});
