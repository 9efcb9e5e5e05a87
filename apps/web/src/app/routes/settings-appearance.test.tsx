import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TOUCH_ONLY } from '../../lib/use-media-query';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

afterEach(() => {
  delete document.documentElement.dataset['motion'];
});

it('stores motion and autoplay in this browser, both off by default', async () => {
  const reading = renderApp({ user: testUser(), url: '/settings/reading' });
  const autoplay = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Play videos/ });
  expect(autoplay.checked).toBe(false);
  await reading.user.click(autoplay);
  expect(autoplay.checked).toBe(true);
  expect(localStorage.getItem('autoplay')).toBe('on');
  reading.unmount();
  const { user } = renderApp({ user: testUser(), url: '/settings/appearance' });
  await user.click(await screen.findByRole('button', { name: 'Reduced' }));
  expect(document.documentElement.dataset['motion']).toBe('reduced');
  expect(localStorage.getItem('motion')).toBe('reduced');
  const motion = within(screen.getByRole('group', { name: 'Motion' }));
  await user.click(motion.getByRole('button', { name: 'System' }));
  expect(document.documentElement.dataset['motion']).toBeUndefined();
});

it('blurs sensitive pictures by default, and stores the choice in this browser [B7-16]', async () => {
  const { user } = renderApp({ user: testUser(), url: '/settings/reading' });
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

it('offers them on touch screens only to people who look for them', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === TOUCH_ONLY,
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const app = renderApp({ user: testUser(), url: '/settings/appearance' });
  await screen.findByRole('group', { name: 'Theme' });
  expect(screen.queryByRole('checkbox', { name: /^Single letters act/ })).toBeNull();
  await app.open('/settings/appearance#keyboard');
  expect(await screen.findByRole('checkbox', { name: /^Single letters act/ })).toBeVisible();
});

it('hides counts and saves data on request, neither by default [B7-1]', async () => {
  const look = renderApp({ user: testUser(), url: '/settings/appearance' });
  const hide = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Hide numbers of likes, comments, shares, saves and views',
  });
  expect(hide.checked).toBe(false);
  await look.user.click(hide);
  expect(localStorage.getItem('hideCounts')).toBe('on');
  await look.user.click(hide);
  expect(localStorage.getItem('hideCounts')).toBeNull();
  look.unmount();
  const { user } = renderApp({ user: testUser(), url: '/settings/reading' });
  const saver = within(await screen.findByRole('group', { name: 'Data saver' }));
  expect(saver.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(saver.getByRole('button', { name: 'On' }));
  expect(localStorage.getItem('dataSaver')).toBe('on');
  await user.click(saver.getByRole('button', { name: 'System' }));
  expect(localStorage.getItem('dataSaver')).toBeNull();
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
