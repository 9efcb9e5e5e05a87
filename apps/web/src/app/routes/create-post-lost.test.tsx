import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

it('keeps the draft on the page when the session is lost in place', async () => {
  const { user } = renderApp({ user: testUser(), url: '/createpost' });
  await user.type(await screen.findByLabelText('What is on your mind?'), 'Bread');
  act(() => useSessionStore.getState().loseSession());
  await waitFor(() => expect(useSessionStore.getState().currentUser).toBeNull());
  expect(screen.getByLabelText('What is on your mind?')).toHaveValue('Bread');
});
