import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../../app/shells/shelled-pages';
import { offerToTell, useDialogStore } from '../../../lib/dialogs';
import { useInstanceStore } from '../../../lib/instance';
import { makeInstance } from '../../../testing/make-instance';
import { idOf } from '../../../testing/make-post';
import { openDialog } from '../../../testing/open-dialog';
import { server } from '../../../testing/server';

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
const offer = async (number: number, words = 'Sells pills') => {
  act(() => offerToTell({ kind: 'post', target: idOf(number) }, words));
  return openDialog();
};

describe('reporting to the moderators', () => {
  it('is a separate step that starts with the noted reason, and ends with thanks [B9-14]', async () => {
    const box = await offer(1);
    expect(sent).toEqual([]);
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    box.getByText('Choose a reason');
    expect(sent).toEqual([]);
    await user.click(box.getByLabelText('Spam or a scam'));
    await user.type(box.getByLabelText('What should they know?'), ' again');
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    expect(await screen.findByText(/^Thank you\. The moderators will look at it\./)).toBeVisible();
    expect(sent).toEqual([{ kind: 'post', target: idOf(1), reason: 'spam', text: 'Sells pills again' }]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names the broken rule, where the host has any [B18-6]', async () => {
    const without = await offer(5);
    expect(without.queryByLabelText('Breaks a rule')).toBeNull();
    await user.click(without.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    act(() => useInstanceStore.setState({ known: makeInstance({ rules: ['Be kind', 'No spam'] }) }));
    const box = await offer(6);
    await user.click(box.getByLabelText('Breaks a rule'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    box.getByText('Choose the rule');
    expect(sent).toEqual([]);
    await user.click(box.getByLabelText('2. No spam'));
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    await waitFor(() => expect(sent).toMatchObject([{ reason: 'rule', rule: 'No spam' }]));
  });

  it('makes no call if it is declined [B9-14]', async () => {
    const box = await offer(2);
    await user.click(box.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
  });

  it('reuses the idempotency key after a lost response, and takes a new one for a changed text', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/reports', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const box = await offer(4);
    await user.click(box.getByLabelText('Spam or a scam'));
    const press = async () => {
      await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
      await box.findByText('Cannot connect to server...');
    };
    await press();
    await press();
    await user.type(box.getByLabelText('What should they know?'), ' again');
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
    const box = await offer(3);
    await user.click(box.getByLabelText('Something else'));
    await user.type(box.getByLabelText('What should they know?'), ' here');
    await user.click(box.getByRole('button', { name: 'Tell the moderators' }));
    expect(await box.findByText(/^You have told the moderators about this already/)).toBeVisible();
    expect(box.getByLabelText('What should they know?')).toHaveValue('Sells pills here');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await offer(3, 'Other words');
    expect(again.getByLabelText('What should they know?')).toHaveValue('Sells pills here');
  });
});
