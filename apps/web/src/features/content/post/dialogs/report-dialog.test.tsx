import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../../../app/shells/shelled-pages';
import { showReport, useDialogStore } from '../../../../lib/dialogs';
import { useInstanceStore } from '../../../../lib/instance-store';
import { makeInstance } from '../../../../testing/make-instance';
import { idOf } from '../../../../testing/make-post';
import { openDialog } from '../../../../testing/open-dialog';
import { server } from '../../../../testing/server';

const user = userEvent.setup({ delay: null });
let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.use(
    http.post('*/api/reports', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { success: true, message: 'Thank you. The moderators will look at it.' },
        { status: 201 },
      );
    }),
  );
  render(
    <MemoryRouter>
      <DialogHost />
    </MemoryRouter>,
  );
  return () => act(() => useDialogStore.setState({ current: null }));
});
const GRACE = { _id: idOf(900), userName: 'grace' };
const noted = () => localStorage.getItem('moderation-log') ?? '';
const open = async (number: number) => {
  act(() => showReport({ kind: 'post', target: idOf(number), author: GRACE }));
  return openDialog();
};
/** Opens a report that the moderators get as well. */
const openTelling = async (number: number, words = 'Sells pills') => {
  const box = await open(number);
  await user.type(box.getByLabelText('What is wrong with it?'), words);
  await user.click(box.getByLabelText('Also tell the moderators'));
  return box;
};

describe('a report', () => {
  it('is noted in this browser only, says so, and makes no call [B9-14]', async () => {
    const box = await open(2);
    box.getByText(/noted in this browser only, and nobody is told/);
    expect(box.getByLabelText('Also tell the moderators')).not.toBeChecked();
    expect(box.queryByLabelText('Spam or a scam')).toBeNull();
    expect(box.getByRole('button', { name: 'Report' })).toBeDisabled();
    await user.type(box.getByLabelText('What is wrong with it?'), ' Spam ');
    await user.click(box.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(noted()).toContain(`"userId":"${GRACE._id}","postId":"${idOf(2)}","reason":"Spam"`);
    expect(sent).toEqual([]);
  });

  it('is sent to the moderators in the same dialog if wished, and ends with thanks [B9-14]', async () => {
    const box = await openTelling(1);
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    box.getByText('Choose a reason');
    expect(sent).toEqual([]);
    expect(noted()).toBe('');
    await user.click(box.getByLabelText('Spam or a scam'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    expect(await screen.findByText(/^Thank you\. The moderators will look at it\./)).toBeVisible();
    expect(sent).toEqual([{ kind: 'post', target: idOf(1), reason: 'spam', text: 'Sells pills' }]);
    expect(noted()).toContain('"reason":"Sells pills"');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('of a comment always goes to the moderators, with or without words', async () => {
    act(() => showReport({ kind: 'comment', target: idOf(8) }));
    const box = await openDialog('dialog', 'Report comment');
    expect(box.queryByRole('checkbox')).toBeNull();
    await user.click(box.getByLabelText('Spam or a scam'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    await screen.findByText(/^Thank you\./);
    expect(sent).toEqual([{ kind: 'comment', target: idOf(8), reason: 'spam', text: '' }]);
    expect(noted()).toBe('');
  });

  it('names the broken rule, where the host has any [B18-6]', async () => {
    const without = await openTelling(5);
    expect(without.queryByLabelText('Breaks a rule')).toBeNull();
    await user.click(without.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    act(() => useInstanceStore.setState({ known: makeInstance({ rules: ['Be kind', 'No spam'] }) }));
    const box = await openTelling(6);
    await user.click(box.getByLabelText('Breaks a rule'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    box.getByText('Choose the rule');
    expect(sent).toEqual([]);
    await user.click(box.getByLabelText('2. No spam'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    await waitFor(() => expect(sent).toMatchObject([{ reason: 'rule', rule: 'No spam' }]));
  });

  it('reuses the idempotency key after a lost response, and takes a new one for a changed text', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/reports', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const box = await openTelling(4);
    await user.click(box.getByLabelText('Spam or a scam'));
    const press = async () => {
      await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
      await box.findByText('Cannot connect to server...');
    };
    await press();
    await press();
    await user.type(box.getByLabelText('What is wrong with it?'), ' again');
    await press();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('keeps the text if it cannot be sent, and after closing [B9-15]', async () => {
    server.use(
      http.post('*/api/reports', () =>
        HttpResponse.json(
          {
            success: false,
            code: 'ALREADY_EXISTS',
            message: 'You have told the moderators about this already. They will look at it.',
          },
          { status: 409 },
        ),
      ),
    );
    const box = await openTelling(3);
    await user.click(box.getByLabelText('Something else'));
    await user.type(box.getByLabelText('What is wrong with it?'), ' here');
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    expect(await box.findByText(/^You have told the moderators about this already/)).toBeVisible();
    expect(box.getByLabelText('What is wrong with it?')).toHaveValue('Sells pills here');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open(3);
    expect(again.getByLabelText('What is wrong with it?')).toHaveValue('Sells pills here');
  });
});
