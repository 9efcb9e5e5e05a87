import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The open dialog, once it takes presses: the page below takes none a moment before. */
export const openDialog = async (role: 'dialog' | 'alertdialog' = 'dialog', name?: string) => {
  const box = await screen.findByRole(role, name === undefined ? {} : { name });
  await waitFor(() => expect(box).toHaveStyle({ pointerEvents: 'auto' }));
  return within(box);
};
