import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { askConfirmation, requireLogin, showReport, useDialogStore } from '../../../../lib/dialogs';
import { DialogHost } from '../../../../app/shells/shelled-pages';

let navigate: NavigateFunction;
const Page = () => {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return <DialogHost />;
};
const QUESTION = { title: 'Sure?', text: 'Really.', confirmLabel: 'Yes' };

afterEach(() => act(() => useDialogStore.setState({ current: null })));

it('closes a dialog when its page is left, and answers it as closed', async () => {
  render(
    <MemoryRouter initialEntries={['/home', '/p/1']}>
      <Page />
    </MemoryRouter>,
  );
  act(() => requireLogin('like'));
  await screen.findByRole('dialog', { name: 'Login Required' });
  act(() => void navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const answers: unknown[] = [];
  act(() => void askConfirmation(QUESTION).then((answer) => answers.push(answer)));
  await screen.findByRole('alertdialog');
  act(() => void navigate('/about'));
  await waitFor(() => expect(answers).toEqual([false]));
  expect(screen.queryByRole('alertdialog')).toBeNull();

  act(() => showReport({ kind: 'comment', target: '65f0000000000000000000c1' }));
  await screen.findByRole('dialog');
  // still the same page, e.g. after a switch on it changed the query
  act(() => void navigate('/about?part=2'));
  screen.getByRole('dialog');
  act(() => void navigate('/home'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
