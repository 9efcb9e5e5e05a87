import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Resolves with the open dialog once it accepts presses, a moment after it appears. */
export const openDialog = async (role: 'dialog' | 'alertdialog' = 'dialog', name?: string) => {
  const box = await screen.findByRole(role, name === undefined ? {} : { name });
  await waitFor(() => expect(box).toHaveStyle({ pointerEvents: 'auto' }));
  return within(box);
};
