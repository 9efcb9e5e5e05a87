import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

describe('placeholders', () => {
  it.each([
    ['/notifications', 'Notifications'],
    ['/i/twitty', 'Chat-bot'],
    ['/message/@ada', 'Messages'],
    ['/search', 'Search'],
  ])('at %s are titled %s and say Coming Soon', async (url, title) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(screen.getAllByText('Coming Soon').length).toBeGreaterThan(0);
  });
});
