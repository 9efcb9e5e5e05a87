import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Tooltip } from './tooltip';

it('shows its label until Escape, and again with the next hover or focus', async () => {
  render(
    <Tooltip label="Home">
      <button aria-label="Home" />
    </Tooltip>,
  );
  const user = userEvent.setup();
  const control = screen.getByRole('button', { name: 'Home' });
  await user.hover(control);
  screen.getByText('Home');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Home')).toBeNull();
  await user.unhover(control);
  await user.hover(control);
  screen.getByText('Home');
  await user.keyboard('{Escape}');
  await user.tab();
  expect(control).toHaveFocus();
  screen.getByText('Home');
});
