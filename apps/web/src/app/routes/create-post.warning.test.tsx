import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerPosts,
  DRAFT,
  open,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  title,
  fromMenu,
} from '../../testing/composer';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

beforeEach(startComposer);

const warning = () => screen.getByRole('textbox', { name: 'Content warning' });
const sensitive = () => screen.getByRole('checkbox', { name: 'Sensitive pictures' });

describe('the content warning of a post', () => {
  it('is folded at first, survives a reload, shows in the preview and is sent [B7-17]', async () => {
    answerPosts(published);
    const first = open();
    await title();
    expect(screen.queryByRole('checkbox', { name: 'Sensitive pictures' })).toBeNull();
    await fromMenu(first.user, 'Add a warning');
    await first.user.type(warning(), ' Spoilers ');
    await first.user.click(sensitive());
    await first.user.type(await title(), 'The end');
    first.unmount();
    expect(JSON.parse(localStorage.getItem(DRAFT)!)).toMatchObject({ sensitive: true });
    const { user, address } = open();
    await screen.findByRole('textbox', { name: 'Content warning' });
    expect(warning()).toHaveValue(' Spoilers ');
    expect(sensitive()).toBeChecked();
    expect(await screen.findByRole('heading', { name: 'Content warning: Spoilers' })).toBeVisible();
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({ contentWarning: 'Spoilers', sensitive: true });
  });

  it('shows the remaining space, and an error if it is too long [B7-17]', async () => {
    const { user } = open();
    await user.type(await title(), 'The end');
    await fromMenu(user, 'Add a warning');
    await user.click(warning());
    await user.paste('x'.repeat(60));
    expect(screen.getByText('40 characters left')).toBeVisible();
    await user.paste('x'.repeat(41));
    expect(screen.getByText('1 character too many')).toBeVisible();
    // a field with a value stays
    await fromMenu(user, 'Change the warning');
    await user.click(await submit());
    expect(screen.getByText('Content warning must be at most 100 characters')).toBeVisible();
    expect(warning()).toHaveFocus();
    expect(warning()).toHaveValue('x'.repeat(101));
  });

  describe('the form of an edited post', () => {
    const sent: unknown[] = [];
    const refused = 'The moderators marked this post as sensitive';

    /** Opens the form of a post with a warning and sensitive pictures. */
    const edit = (reply = () => HttpResponse.json<object>({ success: true, data: post })) => {
      sent.length = 0;
      const old = { ...post, contentWarning: 'Blood', sensitive: true };
      server.use(
        http.get(`/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: old })),
        http.put(`/api/posts/${post._id}`, async ({ request }) => {
          sent.push(await request.json());
          return reply();
        }),
        http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
      );
      return renderApp({ user: testUser(), url: `/createpost?edit=${post._id}` });
    };

    it('can remove the warning [B7-18]', async () => {
      const { user, address } = edit();
      await screen.findByRole('textbox', { name: 'Content warning' });
      expect(warning()).toHaveValue('Blood');
      expect(sensitive()).toBeChecked();
      await user.clear(warning());
      await user.click(sensitive());
      await user.click(await submit('Save'));
      await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
      expect(sent).toEqual([expect.objectContaining({ contentWarning: '', sensitive: false })]);
    });

    it('does not send an unchanged sensitive mark [B9-24]', async () => {
      const { user, address } = edit();
      await user.type(await title(), '!');
      await user.click(await submit('Save'));
      await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
      expect(sent).toEqual([expect.objectContaining({ title: 'Bread!' })]);
      expect(sent[0]).not.toHaveProperty('sensitive');
    });

    it('explains at the checkbox that moderators marked its pictures [B9-24]', async () => {
      const errors = [{ path: 'sensitive', message: refused }];
      const { user } = edit(() =>
        HttpResponse.json({ success: false, message: refused, errors }, { status: 403 }),
      );
      await screen.findByRole('textbox', { name: 'Content warning' });
      await user.click(sensitive());
      await user.click(await submit('Save'));
      await waitFor(() => expect(sensitive()).toHaveAccessibleDescription(refused));
      expect(sensitive()).toBeInvalid();
      expect(sensitive()).toHaveFocus();
    });
  });
});
