import type { InstanceSettings } from '@social-feed/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useInstanceStore } from '../../lib/instance-store';
import { makeInstance, makeSettings } from '../../testing/make-instance';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const defaults = makeSettings();
let settings: InstanceSettings;
let sent: unknown[];

// Compiling them can take longer than a test waits.
beforeAll(() => import('../../features/content/post/dialogs/dialogs'));
beforeEach(() => {
  settings = { ...defaults, name: 'Quay', rules: ['Be kind'] };
  sent = [];
  server.use(
    http.get('*/api/admin/instance', () => HttpResponse.json({ success: true, data: settings, defaults })),
    http.patch('*/api/admin/instance', async ({ request }) => {
      const body = (await request.json()) as Partial<Record<keyof InstanceSettings, unknown>>;
      sent.push(body);
      for (const [name, value] of Object.entries(body))
        settings = { ...settings, [name]: value ?? defaults[name as keyof InstanceSettings] };
      return HttpResponse.json({ success: true, data: settings, defaults });
    }),
  );
  act(() => useInstanceStore.setState({ known: makeInstance({ name: 'Quay', rules: ['Be kind'] }) }));
});

const open = async () => {
  const view = renderApp({ user: testUser({ isAdmin: true }), url: '/admin/instance' });
  return { ...view, form: within(await screen.findByRole('form', { name: 'Instance' })) };
};

describe('/admin/instance', () => {
  it('is for admins, next to the reports [B18-11]', async () => {
    server.use(serveSessionOf(testUser()));
    const member = renderApp({ user: testUser(), url: '/admin/instance' });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    member.unmount();
    await open();
    const tabs = within(screen.getByRole('navigation', { name: 'Administration' }));
    expect(tabs.getByRole('link', { name: 'Instance' })).toHaveAttribute('aria-current', 'page');
    expect(tabs.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/admin');
  });

  it('sends what changed and shows it at once; an emptied field returns to its default [B18-11]', async () => {
    const { form, user } = await open();
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Rules'), '{Enter}{Enter} No spam ');
    await user.type(form.getByLabelText('Terms'), 'Be good');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([{ name: null, rules: ['Be kind', 'No spam'], terms: 'Be good' }]),
    );
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveValue('Social Feed');
    await waitFor(() => expect(document.title).toBe('Instance · Social Feed'));
    expect(useInstanceStore.getState().known).toMatchObject({
      rules: ['Be kind', 'No spam'],
      texts: ['terms'],
    });
  });

  it('asks before admins need a second step, since it can take their own rights away [B20-80]', async () => {
    const { user } = await open();
    const box = screen.getByRole('checkbox', { name: /need a second step/ });
    await user.click(box);
    await user.click((await openDialog('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(box).not.toBeChecked();
    await user.click(box);
    await user.click((await openDialog('alertdialog')).getByRole('button', { name: 'Require it' }));
    await waitFor(() => expect(box).toBeChecked());
    await user.click(box);
    await waitFor(() => expect(box).not.toBeChecked());
    expect(sent).toEqual([{ requireSecondFactor: true }, { requireSecondFactor: false }]);
  });

  it('saves the words that cause reports, one a line, and shows a wrong one there [B20-44 B41-15]', async () => {
    settings = { ...settings, reportWords: ['casino'] };
    const message = 'Write a word or a #tag';
    const errors = [{ path: 'reportWords.1', message }];
    server.use(
      http.patch(
        '*/api/admin/instance',
        () =>
          HttpResponse.json({ success: false, message, code: 'VALIDATION_FAILED', errors }, { status: 400 }),
        { once: true },
      ),
    );
    const { form, user } = await open();
    const field = form.getByLabelText('Words that are reported automatically');
    expect(field).toHaveValue('casino');
    expect(field).toHaveAccessibleDescription(/only admins see this list/);
    expect(field).toHaveAccessibleDescription(/The last one finds .*example\.org\/casino.*, not .*casinos/);
    await user.type(field, '{Enter}{Enter} !! ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(message)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'casino{Enter}#pills ');
    expect(field).toHaveAccessibleDescription(/The last one finds .*#PILLS.*, not /);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(sent).toEqual([{ reportWords: ['casino', '#pills'] }]);
    expect(useInstanceStore.getState().known).not.toHaveProperty('reportWords');
  });

  it('shows errors at their fields, and keeps what was typed, also over a reload [B18-11]', async () => {
    const message = 'Accent must be a colour such as #1d9bf0';
    server.use(
      http.patch('*/api/admin/instance', () =>
        HttpResponse.json(
          { success: false, message, code: 'VALIDATION_FAILED', errors: [{ path: 'accent', message }] },
          { status: 400 },
        ),
      ),
    );
    const { form, user, unmount } = await open();
    await user.type(form.getByLabelText('Accent colour'), 'blue');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(message)).toBeVisible();
    unmount();
    const again = await open();
    expect(again.form.getByLabelText('Accent colour')).toHaveValue('blue');
    await again.user.click(again.form.getByRole('button', { name: 'Discard' }));
    expect(again.form.getByLabelText('Accent colour')).toHaveValue('');
  });

  it('shows what an admin typed to no other admin of this browser [B18-11]', async () => {
    const { form, user, unmount } = await open();
    await user.type(form.getByLabelText('Contact'), 'secret plan');
    unmount();
    renderApp({ user: testUser({ isAdmin: true, _id: idOf(77) }), url: '/admin/instance' });
    const other = within(await screen.findByRole('form', { name: 'Instance' }));
    expect(other.getByLabelText('Contact')).toHaveValue(settings.contact ?? '');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  it('shows a failure with a retry, and a lost network at the form [B18-11]', async () => {
    server.use(http.get('*/api/admin/instance', () => HttpResponse.error(), { once: true }));
    server.use(http.get('*/api/admin/instance', () => HttpResponse.error(), { once: true }));
    server.use(http.get('*/api/admin/instance', () => HttpResponse.error(), { once: true }));
    const { user } = renderApp({ user: testUser({ isAdmin: true }), url: '/admin/instance' });
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    const form = within(await screen.findByRole('form', { name: 'Instance' }));
    server.use(http.patch('*/api/admin/instance', () => HttpResponse.error()));
    await user.type(form.getByLabelText('Description'), 'By the sea');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByRole('alert')).toBeVisible();
    expect(form.getByLabelText('Description')).toHaveValue('By the sea');
  });
});
