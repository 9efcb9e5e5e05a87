import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

describe('placeholders', () => {
  it.each([
    ['/notifications', 'Notifications'],
    ['/i/twitty', 'Chat-bot'],
    ['/message/@ada', 'Messages'],
    ['/search', 'Search'],
    ['/featurePanel', 'Features'],
  ])('at %s are titled %s and say Coming Soon', async (url, title) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(screen.getAllByText('Coming Soon').length).toBeGreaterThan(0);
  });
});

describe('settings', () => {
  it('switches the theme and keeps it', async () => {
    const { user } = renderApp({ user: testUser(), url: '/settings' });
    await user.click(await screen.findByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'System' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
  });
});
