import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  const seen = { height: window.innerHeight - 300, offsetTop: 0, scale: 1 };
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), seen));
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
});

afterEach(() => vi.unstubAllGlobals());

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

it('closes on a press beside it, but not on what lies above the page', async () => {
  // as extensions of browsers do: a password manager's list, a translator's bar
  const above = document.body.appendChild(document.createElement('div'));
  above.style.pointerEvents = 'auto';
  const user = userEvent.setup();
  await user.click(above);
  above.remove();
  expect(screen.getByRole('dialog')).toBeVisible();
  await user.click(document.querySelector('.bg-scrim')!);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('knows the room of an on-screen keyboard', () => {
  expect(screen.getByRole('dialog').style.getPropertyValue('--keyboard')).toBe('300px');
});
