import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { blockAuthor } from '../../cache/blocking';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

afterEach(() => {
  useBlockStore.setState({ blocked: [] });
  delete document.documentElement.dataset['motion'];
});

it('keeps motion and autoplay in this browser, both off unless chosen', async () => {
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

it('switches single-letter keys off, and on again', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  const keys = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Single letters act/ });
  expect(keys.checked).toBe(true);
  await user.click(keys);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.click(keys);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});

it('follows what another tab chooses', async () => {
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

it('lists who is blocked and lets them back in', async () => {
  blockAuthor({ _id: '5'.repeat(24), userName: 'noor', fullName: 'Noor Haddad' }, undefined, new Date());
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  await user.click(await screen.findByRole('button', { name: 'Unblock @noor' }));
  await screen.findByText('You have not blocked anybody.');
  expect(localStorage.getItem('blocked-authors')).toBe('[]');
});
