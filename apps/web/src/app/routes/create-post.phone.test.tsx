import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerPosts,
  discard,
  notToday,
  open,
  photo,
  picker,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  tile,
  fromMenu,
  tags,
} from '../../testing/composer';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  startComposer();
  setWindowWidth(375);
});

const text = () => screen.findByLabelText('What is on your mind?');
const icon = (name: string) => screen.getByRole('button', { name });

describe('the composer on phones', () => {
  it('opens with the cursor in the text and every other field folded [B16-1]', async () => {
    open();
    await waitFor(async () => expect(await text()).toHaveFocus());
    expect(screen.getByRole('heading', { level: 1, name: 'Create Post' })).toBeVisible();
    for (const name of ['Title', 'Tags', 'Location', 'Content warning', 'Link to the picture'])
      expect(screen.queryByLabelText(name)).toBeNull();
    for (const name of ['Add a title', 'Add a place', 'More for this post'])
      expect(icon(name)).toHaveAttribute('aria-expanded', 'false');
    expect(await picker()).toHaveAccessibleDescription(/^Up to 10 pictures/);
  });

  it('keeps Post quiet until there is something to post, and says on a press what is missing', async () => {
    const { user } = open();
    expect(await submit()).not.toHaveClass('bg-accent');
    await user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Write a title or a text, or add a picture.');
    await user.type(await text(), 'F');
    expect(await submit()).toHaveClass('bg-accent');
  });

  it('previews the card only where it shows more than the text', async () => {
    const { user } = open();
    await user.type(await text(), 'Fresh');
    expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull();
    await user.click(icon('Add a title'));
    await user.type(screen.getByLabelText('Title'), 'Bread');
    expect(await screen.findByRole('heading', { name: 'Preview' })).toBeVisible();
  });

  it('unfolds a field on a press, moves to it, and folds it again while it is empty [B16-2]', async () => {
    const { user } = open();
    await text();
    await user.click(icon('Add a title'));
    expect(screen.getByLabelText('Title')).toHaveFocus();
    await user.click(icon('Add a title'));
    expect(screen.queryByLabelText('Title')).toBeNull();
    await user.type(await tags(user), 'rye,');
    await user.click(await text());
    await fromMenu(user, 'Add tags');
    await waitFor(() => expect(screen.getByLabelText('Tags')).toHaveFocus());
    // the last tag is taken out: the field stays under the finger
    await user.click(screen.getByRole('button', { name: 'Remove tag rye' }));
    expect(screen.getByLabelText('Tags')).toBeVisible();
  });

  it('posts what was written, and opens on a second visit what has a value [B16-2]', async () => {
    answerPosts(published);
    const first = open();
    await first.user.type(await text(), 'Fresh');
    await first.user.click(icon('Add a place'));
    await first.user.type(screen.getByLabelText('Location'), 'Lisbon');
    await fromMenu(first.user, 'Add a warning');
    await first.user.click(screen.getByLabelText('Sensitive pictures'));
    first.unmount();
    const { address, user } = open();
    expect(await text()).toHaveValue('Fresh');
    expect(screen.getByLabelText('Location')).toHaveValue('Lisbon');
    expect(screen.getByLabelText('Sensitive pictures')).toBeChecked();
    expect(screen.queryByLabelText('Title')).toBeNull();
    expect(screen.getByText('Draft saved in this browser')).toBeVisible();
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({ description: 'Fresh', location: 'Lisbon', sensitive: true });
  });

  it('shows what the server refuses, also in a folded field [B16-2]', async () => {
    const errors = [{ path: 'tags', message: 'No tags today' }];
    answerPosts(() => HttpResponse.json({ success: false, message: 'No', errors }, { status: 400 }));
    const { user } = open();
    await user.type(await text(), 'Fresh');
    await user.click(await submit());
    expect(await screen.findByText('No tags today')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Tags')).toHaveFocus());
    answerPosts(notToday);
    await user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(await text()).toHaveValue('Fresh');
  });

  it('says why it does not post while a file is sent, and keeps the draft on Cancel [B16-1]', async () => {
    // the page below
    server.use(http.get('/api/*', () => HttpResponse.json({}, { status: 404 })));
    const { address, user } = open();
    await user.upload(await picker(), photo('a.jpg'));
    expect(tile(/^picture 1 of 1/)).toBeVisible();
    expect(await submit()).toBeDisabled();
    expect(await submit()).toHaveAccessibleDescription('1 upload is still running');
    await user.type(await text(), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).not.toBe('/createpost'));
  });

  it('discards the draft after a question [B16-1]', async () => {
    const { user } = open();
    expect(await text()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await user.type(await text(), 'Half');
    await discard(user);
    await waitFor(async () => expect(await text()).toHaveValue(''));
  });

  it('edits a post with its fields open, and has its bar also where there is none [B16-2]', async () => {
    const old = { ...post, title: 'Bread', description: 'Rye', tags: ['rye'] };
    server.use(
      http.get(`/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: old })),
      http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
    const url = `/createpost?edit=${post._id}`;
    const own = renderApp({ user: testUser(), url });
    expect(await screen.findByLabelText('Title')).toHaveValue('Bread');
    expect(screen.getByRole('button', { name: 'Remove tag rye' })).toBeVisible();
    expect(await submit('Save')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Post' })).toBeVisible();
    own.unmount();
    renderApp({ user: testUser({ _id: '65f0000000000000000000a2' }), url });
    expect(await screen.findByText('This is not your post')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });
});
