import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('keeps the focus while busy and ignores presses and submissions', async () => {
  const [press, submit] = [vi.fn(), vi.fn((event: SubmitEvent) => event.preventDefault())];
  const draw = (busy: boolean) => (
    <form onSubmit={(event) => submit(event.nativeEvent)}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} disabled={busy} onClick={press}>
        Save
      </Button>
    </form>
  );
  const user = userEvent.setup();
  const { rerender } = render(draw(false));
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  rerender(draw(true));
  // browsers remove the focus from disabled elements
  expect(button).not.toHaveAttribute('disabled');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(press).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledOnce();
});
