import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { setPreference } from '../../lib/preferences';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { card, group, open, queue, serveReports, TIME } from '../../testing/report-queue';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

serveReports();

describe('/admin', () => {
  it('supports keys: moves, decides and undoes [B9-17]', async () => {
    const { user } = await open();
    await user.keyboard('j');
    expect(document.activeElement).toBe(card(1));
    await user.keyboard('jjk');
    expect(document.activeElement).toBe(card(2));
    await user.keyboard('r');
    await waitFor(() => expect(card(2)).toBeNull());
    expect(queue.decided).toEqual([{ caseId: idOf(2), body: { act: 'remove' } }]);
    expect(await screen.findByText('Removed: Post by @author2')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toBe(card(3)));
    await user.keyboard('r');
    await user.keyboard('u');
    await waitFor(() => expect(card(2)).not.toBeNull());
    expect(queue.undone).toEqual([idOf(2)]);
    expect(queue.decided).toHaveLength(1);
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    within(help).getByText('Dismiss');
    await user.keyboard('d');
    expect(queue.decided).toHaveLength(1);
  });

  it('marks a post as sensitive by button and key, and undoes it [B9-23]', async () => {
    const { user } = await open();
    within(card(1)!).getByRole('button', { name: 'Mark sensitive' });
    await user.keyboard('jm');
    expect(await screen.findByText('Marked as sensitive: Post by @author1')).toBeVisible();
    expect(queue.decided).toEqual([{ caseId: idOf(1), body: { act: 'mark-sensitive' } }]);
    await user.keyboard('u');
    await waitFor(() => expect(queue.undone).toEqual([idOf(1)]));
    await waitFor(() => expect(card(1)).not.toBeNull());
  });

  it('returns from a note to its reports on Esc, so that keys keep working [B9-17]', async () => {
    const { user } = await open();
    await user.keyboard('j');
    await screen.findByLabelText('Note for other moderators');
    await user.keyboard('nAsked twice{Escape}');
    expect(document.activeElement).toBe(card(1));
    expect(screen.getByLabelText('Note for other moderators')).toHaveValue('Asked twice');
    await user.keyboard('d');
    await waitFor(() => expect(card(1)).toBeNull());
  });

  it('opens details after the press ends, so that nothing moves under the pointer [B9-18]', async () => {
    const { user } = await open();
    await user.click(within(card(1)!).getByText('Offer 1'));
    await within(card(1)!).findByLabelText('Note for other moderators');
    const dismiss = within(card(2)!).getByRole('button', { name: 'Dismiss' });
    await user.pointer({ keys: '[MouseLeft>]', target: dismiss });
    within(card(1)!).getByLabelText('Note for other moderators');
    await user.pointer({ keys: '[/MouseLeft]', target: dismiss });
    await waitFor(() => expect(card(2)).toBeNull());
    expect(queue.decided).toHaveLength(1);
  });

  it('links from a comment to its post', async () => {
    queue.groups = [group(1, { kind: 'comment' })];
    renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
    const link = await screen.findByRole('link', { name: 'Open' });
    expect(link).toHaveAttribute('href', `/p/${idOf(101)}?comment=${idOf(101)}`);
  });

  it('shows a report after undo even if the list was refetched', async () => {
    const { user, go } = await open();
    const all = queue.groups;
    await user.keyboard('jd');
    await waitFor(() => expect(card(1)).toBeNull());
    queue.groups = all.slice(1);
    await user.click(within(card(2)!).getByRole('link', { name: 'Open' }));
    await screen.findByText('Post not found');
    await go(-1);
    await waitFor(() => expect(card(2)).not.toBeNull());
    await waitFor(() => expect(card(1)).toBeNull());
    queue.groups = all;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(card(1)).not.toBeNull());
  });

  it('ignores letter keys in fields and when they are switched off [B9-17]', async () => {
    const { user } = await open();
    card(1)!.focus();
    const field = await screen.findByLabelText('Note for other moderators');
    await user.type(field, 'drwsu');
    expect(field).toHaveValue('drwsu');
    act(() => setPreference('shortcuts', 'off'));
    card(1)!.focus();
    await user.keyboard('drj?');
    expect(queue.decided).toEqual([]);
    expect(document.activeElement).toBe(card(1));
    act(() => setPreference('shortcuts', 'on'));
  });

  it('requires days and a note before a suspension, and keeps them if it fails [B9-19]', async () => {
    const { user } = await open();
    card(1)!.focus();
    await user.keyboard('s');
    const box = await openDialog();
    await user.clear(box.getByLabelText('Days'));
    await user.type(box.getByLabelText('Days'), '400');
    await user.type(box.getByLabelText('Your message to them'), 'Stop it');
    await user.click(box.getByRole('button', { name: 'Suspend' }));
    box.getByText('Days must be a whole number from 1 to 365');
    await user.clear(box.getByLabelText('Days'));
    await user.type(box.getByLabelText('Days'), '30');
    server.use(
      http.post(
        '*/api/admin/reports/:caseId/decision',
        () =>
          HttpResponse.json(
            { success: false, code: 'PERMISSION_DENIED', message: 'An admin cannot be suspended' },
            { status: 403 },
          ),
        { once: true },
      ),
    );
    await user.click(box.getByRole('button', { name: 'Suspend' }));
    expect(await box.findByText('An admin cannot be suspended')).toBeVisible();
    expect(box.getByLabelText('Your message to them')).toHaveValue('Stop it');
    await user.click(box.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(card(1)).toBeNull());
    expect(queue.decided[0]?.body).toEqual({ act: 'suspend', days: 30, message: 'Stop it', note: '' });
  });

  it('shows the new text of an edited post and asks again [B20-83]', async () => {
    queue.versions = [];
    const edited = group(1, { version: 'second' });
    edited.content!.title = 'All friendly now';
    server.use(
      http.post(
        '*/api/admin/reports/:caseId/decision',
        async ({ request }) => {
          queue.versions.push(((await request.json()) as { version?: string }).version);
          queue.groups = [edited, ...queue.groups.slice(1)];
          const message = 'This post was edited. It now says: “All friendly now”. Please decide again.';
          return HttpResponse.json({ success: false, code: 'CONTENT_CHANGED', message }, { status: 409 });
        },
        { once: true },
      ),
    );
    const { user } = await open();
    await user.click(within(card(1)!).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/This post was edited/)).toBeVisible();
    expect(await within(card(1)!).findByText('All friendly now')).toBeVisible();
    await user.click(within(card(1)!).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(card(1)).toBeNull());
    expect(queue.versions).toEqual(['first', 'second']);
  });

  it('says when another admin was faster, and shows the reports again after their undo [B9-19]', async () => {
    const all = queue.groups;
    server.use(
      http.post('*/api/admin/reports/:caseId/decision', () => {
        queue.groups = all.slice(1);
        return HttpResponse.json(
          { success: false, code: 'CONFLICT', message: 'mod has decided this already: Removed' },
          { status: 409 },
        );
      }),
    );
    const { user } = await open();
    await user.click(within(card(1)!).getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('mod has decided this already: Removed')).toBeVisible();
    await waitFor(() => expect(card(1)).toBeNull());
    queue.groups = all;
    await user.click(screen.getByRole('button', { name: 'Oldest' }));
    await waitFor(() => expect(card(1)).not.toBeNull());
  });

  it('leaves out cases decided while more reports were loading', async () => {
    const gate = makeGate();
    server.use(
      http.get('*/api/admin/reports', async ({ request }) => {
        if (new URL(request.url).searchParams.get('cursor') === 'more') await gate.passed;
        return HttpResponse.json({ success: true, data: queue.groups, nextCursor: 'more' });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Show more reports' }));
    queue.groups = [group(4)];
    await user.click(within(card(1)!).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(card(1)).toBeNull());
    gate.open();
    await user.click(await screen.findByRole('button', { name: 'Show more reports' }));
    await waitFor(() => expect(card(4)).not.toBeNull());
    expect(card(1)).toBeNull();
  });

  it('shows what was decided, opens dismissed reports again, and leads to the end of a suspension [B9-26 B9-27]', async () => {
    const by = { adminName: 'mod', at: TIME, message: '', note: 'Not our rules', also: null, undoable: null };
    const suspended = { ...group(5).author!, suspendedAt: TIME };
    const closed = [
      group(4, { decided: { ...by, act: 'dismiss' } }),
      group(5, { decided: { ...by, act: 'suspend' }, author: suspended }),
      group(6, { decided: { ...by, adminName: '(server)', act: 'suspend' } }),
      group(7, { decided: { ...by, act: 'remove' }, content: null }),
      group(8, {
        decided: { ...by, adminName: '', note: '', act: null },
        author: null,
        content: null,
        quoted: { userName: 'author8', fullName: 'Pill Seller', title: 'Cheap pills', text: 'Buy now' },
      }),
    ];
    const reopened: unknown[] = [];
    server.use(
      http.get('*/api/admin/reports', ({ request }) => {
        const isDecided = new URL(request.url).searchParams.get('state') === 'decided';
        const data = isDecided ? closed : queue.groups;
        return HttpResponse.json({ success: true, data, nextCursor: null });
      }),
      http.get('*/api/admin/people', () => HttpResponse.json({ success: true, data: [], nextCursor: null })),
      http.post('*/api/admin/reports/:caseId/reopen', ({ params }) => {
        reopened.push(params['caseId']);
        return HttpResponse.json({ success: true });
      }),
    );
    const { user, address } = await open();
    await user.click(screen.getByRole('button', { name: 'Decided' }));
    await screen.findByRole('article', { name: /@author4,/ });
    expect(card(1)).toBeNull();
    expect(screen.queryByRole('group', { name: 'Order' })).toBeNull();
    const decisionOf = (number: number) => within(card(number)!).getByRole('group', { name: 'Decision' });
    expect(decisionOf(4)).toHaveTextContent(/^Dismissed by @modNot our rules/);
    expect(decisionOf(8)).toHaveTextContent(/^The account was deleted before a decision/);
    expect(card(8)).toHaveTextContent(/Pill Seller @author8, who is gone.*Cheap pills.*Buy now/);
    expect(decisionOf(6)).toHaveTextContent(/^Suspended · \(server\)/);
    expect(decisionOf(7)).toHaveTextContent(/^Removed by @mod/);
    const actsOf = (number: number) =>
      [...within(card(number)!).getByRole('group', { name: 'Actions' }).children].map(
        ({ textContent }) => textContent,
      );
    expect([4, 5, 6, 7].map(actsOf)).toEqual([
      ['Open again', 'Open'],
      ['Lift suspension…', 'Open'],
      ['Open'],
      [],
    ]);
    await user.click(within(card(4)!).getByRole('button', { name: 'Open again' }));
    expect(await screen.findByText('Open again: Post by @author4')).toBeVisible();
    expect(reopened).toEqual([idOf(4)]);
    expect(card(4)).toBeNull();
    await user.keyboard('d');
    expect(queue.decided).toEqual([]);
    await user.click(within(card(5)!).getByRole('link', { name: 'Lift suspension…' }));
    expect(await screen.findByRole('searchbox', { name: 'Find people' })).toHaveValue('author5');
    expect(address()).toBe('/admin/people');
  });

  it('shows a decision before it is carried out, and lets its maker undo it [B9-29]', async () => {
    const by = { at: TIME, message: '', note: '', also: 'remove', undoable: idOf(901) } as const;
    let closed = [
      group(4, { decided: { ...by, act: 'warn', adminName: testUser().userName } }),
      group(5, { decided: { ...by, act: 'dismiss', also: null, adminName: 'mod' } }),
    ];
    server.use(
      http.get('*/api/admin/reports', ({ request }) => {
        const isDecided = new URL(request.url).searchParams.get('state') === 'decided';
        return HttpResponse.json({
          success: true,
          data: isDecided ? closed : queue.groups,
          nextCursor: null,
        });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Decided' }));
    await screen.findByRole('article', { name: /@author4,/ });
    expect(card(4)).toHaveTextContent(/Warned · Removed by @.*In a few seconds/);
    expect(within(card(5)!).queryByRole('button')).toBeNull();
    closed = closed.slice(1);
    await user.click(within(card(4)!).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(card(4)).toBeNull());
    expect(queue.undone).toEqual([idOf(4)]);
  });

  it('offers a second act on the content of a report, not of a person [B9-30]', async () => {
    const { user } = await open();
    card(3)!.focus();
    await user.keyboard('w');
    expect((await openDialog()).queryByLabelText('The person')).toBeNull();
    await user.keyboard('{Escape}');
    card(1)!.focus();
    await user.keyboard('w');
    const box = await openDialog();
    await user.selectOptions(box.getByLabelText('The post'), 'Remove');
    await user.click(box.getByRole('button', { name: 'Warn' }));
    await waitFor(() => expect(card(1)).toBeNull());
    expect(queue.decided[0]?.body).toEqual({ act: 'warn', also: 'remove', message: '', note: '' });
  });

  it('offers a retry if reports fail to load, and says when there are none', async () => {
    let fails = true;
    queue.groups = [];
    server.use(
      http.get('*/api/admin/reports', () =>
        fails
          ? HttpResponse.json({ success: false, code: 'INTERNAL', message: 'Broken' }, { status: 500 })
          : HttpResponse.json({ success: true, data: [], nextCursor: null }),
      ),
    );
    const { user } = renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    fails = false;
    await user.click(again);
    expect(await screen.findByText('Nothing to decide')).toBeVisible();
  });
});
