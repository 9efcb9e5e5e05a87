import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog';

const Page = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <button>Beside it</button>
      {isOpen ? <Dialog title="A question" onClose={() => setIsOpen(false)} /> : null}
    </>
  );
};

beforeEach(async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
});

it('returns the focus to the element that opened it', async () => {
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

it('leaves the focus alone if the user has moved it since the dialog closed', async () => {
  const later: (() => void)[] = [];
  const clock = vi.spyOn(window, 'setTimeout');
  clock.mockImplementation(((run: () => void) => later.push(run)) as never);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  clock.mockRestore();
  screen.getByRole('button', { name: 'Beside it' }).focus();
  later.forEach((run) => run());
  expect(screen.getByRole('button', { name: 'Beside it' })).toHaveFocus();
});
