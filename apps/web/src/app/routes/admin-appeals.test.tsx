import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { EMPTY, group } from '../../testing/report-queue';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const TIME = '2026-03-01T12:00:00.000Z';
const moderator = { ...testUser(), isModerator: true };
const suspension = {
  at: TIME,
  until: null,
  reason: 'Spam links',
  by: 'grace',
  byViewer: false,
  reported: null,
};
const appealOf = (number: number, fields: object = {}) => ({
  _id: idOf(number),
  user: { _id: idOf(number + 10), userName: `ada${number}`, fullName: `Ada ${number}` },
  text: 'I quoted it\nto criticise it.',
  createdAt: TIME,
  suspension,
  mayDecide: true,
  ...fields,
});
let bodies: unknown[];
let waiting: object[];
let refuses: { status: number; message: string } | null;

beforeEach(() => {
  bodies = [];
  refuses = null;
  waiting = [appealOf(1)];
  server.use(
    http.get('*/api/admin/appeals', () =>
      HttpResponse.json({ success: true, data: waiting, nextCursor: null, waiting: waiting.length }),
    ),
    http.post('*/api/admin/appeals/:id', async ({ request }) => {
      bodies.push(await request.json());
      if (refuses?.status !== 503) waiting = waiting.slice(1);
      if (refuses) return HttpResponse.json({ success: false, code: 'X', message: refuses.message }, refuses);
      return HttpResponse.json({ success: true, message: 'Accepted' });
    }),
  );
});
const open = () => renderApp({ url: '/admin/appeals', user: moderator });
const lift = (name = 'ada1') => screen.getByRole('button', { name: `Lift the suspension of ${name}` });

describe('/admin/appeals', () => {
  it('shows answer, reason and who suspended, and whether that was the reader [B20-67]', async () => {
    const own = { ...suspension, reason: '', byViewer: true };
    const onServer = { ...suspension, by: null, until: '2026-03-08T12:00:00.000Z' };
    waiting = [appealOf(1), appealOf(2, { suspension: own }), appealOf(3, { suspension: onServer })];
    open();
    expect(await screen.findByRole('heading', { name: '3 appeals wait' })).toBeVisible();
    const [first, second, third] = within(
      screen.getByRole('region', { name: '3 appeals wait' }),
    ).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Suspended .* by grace, without an end/);
    expect(first).toHaveTextContent('Reason: Spam links');
    expect(within(first!).getByText(/I quoted it/)).toBeVisible();
    expect(first).not.toHaveTextContent('You suspended them');
    expect(second).toHaveTextContent('No reason was noted.');
    expect(second).toHaveTextContent('You suspended them. You may decide');
    expect(third).toHaveTextContent(/Suspended .* on the server, until March 8, 2026 at 12:00.PM UTC/);
  });

  it('shows what was reported before the suspension, also once it is gone [B20-86]', async () => {
    const content = { ...EMPTY, title: 'Cheap pills', text: 'Buy now', createdAt: TIME, postId: idOf(7) };
    const quoted = { userName: 'ada2', fullName: 'Ada 2', title: '', text: 'Removed words' };
    const reported = [
      group(1, { content }),
      group(2, { content: null, quoted }),
      group(3, { content: null, quoted: null }),
    ];
    waiting = reported.map((each, index) =>
      appealOf(index + 1, { suspension: { ...suspension, reported: each } }),
    );
    open();
    const [first, second] = await screen.findAllByText('What was reported');
    expect(first!.parentElement).toHaveTextContent('What was reportedCheap pillsBuy now');
    expect(second!.parentElement).toHaveTextContent(
      'What was reportedIt is gone already. When it was reported:Removed words',
    );
    expect(screen.getByText('What was reported: It is gone already.')).toBeVisible();
  });

  it('leaves to admins what an admin decided [B20-68]', async () => {
    waiting = [appealOf(1, { mayDecide: false })];
    open();
    expect(await screen.findByText('An admin suspended them, so only an admin decides.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /the suspension of ada1/ })).toBeNull();
  });

  it('lifts and keeps suspensions with words, which a failure keeps [B20-67]', async () => {
    waiting = [appealOf(1), appealOf(2)];
    const { user } = open();
    const form = await screen.findByRole('form', { name: 'Decide about ada1' });
    const field = within(form).getByRole('textbox');
    await user.type(field, ' Sorry! ');
    refuses = { status: 503, message: 'Not now' };
    await user.click(lift());
    expect(await within(form).findByText('Not now')).toBeVisible();
    expect(field).toHaveValue(' Sorry! ');
    refuses = null;
    await user.click(lift());
    expect(await screen.findByText('Suspension lifted: @ada1. A mail is on its way.')).toBeVisible();
    await waitFor(() => expect(form).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Keep the suspension of ada2' }));
    expect(await screen.findByText('Nothing to decide')).toBeVisible();
    expect(bodies).toEqual([
      { decision: 'accept', message: 'Sorry!' },
      { decision: 'accept', message: 'Sorry!' },
      { decision: 'reject' },
    ]);
  });

  it('tells that another moderator was faster [B20-67]', async () => {
    refuses = { status: 409, message: 'grace has decided this already: rejected' };
    const { user } = open();
    await screen.findByRole('form', { name: 'Decide about ada1' });
    await user.click(lift());
    expect(await screen.findByText('grace has decided this already: rejected')).toBeVisible();
    expect(await screen.findByText('Nothing to decide')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No appeal waits' })).toBeVisible();
  });
});
