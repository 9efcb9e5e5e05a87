import { COMMENT_LIMITS } from '@social-feed/contracts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/query-client';
import { useDialogStore } from '../../../../lib/dialogs';
import { keepMuted } from '../../../../cache/muted-store';
import { setPreference } from '../../../../lib/preferences';
import { idOf, makeComment } from '../../../../testing/make-post';
import { serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { CommentsSection } from './comments-section';
import { useDraftStore } from './draft-store';

const viewer = testUser();
const root = makeComment({ repliesCount: 2 });
const reply = makeComment({ _id: idOf(5001), parent: root._id, body: 'Indeed.' });
const second = makeComment({ _id: idOf(5002), parent: root._id, body: 'So it was.' });
const login = vi.fn();

const section = (linked?: string) => (
  <CommentsSection postId={idOf(1)} reader="page" count={3} login={login} headingLevel="h2" linked={linked} />
);
const draw = (linked?: string, user: typeof viewer | null = viewer) =>
  render(section(linked), { wrapper: withViewer(createQueryClient(), user) });
const serveReplies = (replies = [reply, second]) =>
  server.use(
    http.get('*/api/comments/:id/replies', () =>
      HttpResponse.json({ success: true, data: replies, nextCursor: null }),
    ),
  );

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  server.use(serveCommentsOf([root], 3));
  serveReplies();
});
afterEach(() => {
  setPreference('hideCounts', 'off');
  useDraftStore.setState({ drafts: {} });
  useDialogStore.setState({ current: null });
  login.mockReset();
});

describe('a comment whose answer a reload cut off', () => {
  const body = 'Well said';
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  /** Sends a comment without an answer, and leaves the page. @returns the keys of all tries */
  const cutOff = async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/comments', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const { unmount } = draw();
    await userEvent.type(await field(), `${body}{Control>}{Enter}`);
    await waitFor(() => expect(useDialogStore.getState().current).not.toBeNull(), { timeout: 5000 });
    unmount();
    expect(useDraftStore.getState().drafts).toEqual({ [`${viewer._id}:${idOf(1)}`]: body });
    return keys;
  };
  const own = (createdAt: string) =>
    makeComment({ _id: idOf(5010), body, user: { ...root.user, _id: viewer._id }, createdAt });

  it('leaves no draft once the list shows it [B6-18]', async () => {
    await cutOff();
    server.use(serveCommentsOf([own(new Date().toISOString()), root], 2));
    draw();
    await screen.findByText(body, { selector: ':not(textarea)' });
    expect(await field()).toHaveValue('');
    expect(localStorage.getItem('unanswered')).toBeNull();
  });

  it('keeps the text while only an older comment says the same, and sends it with the same key', async () => {
    const keys = await cutOff();
    server.use(serveCommentsOf([own('2026-01-01T00:00:00.000Z')], 1));
    draw();
    await screen.findByText(body, { selector: ':not(textarea)' });
    expect(await field()).toHaveValue(body);
    useDialogStore.setState({ current: null });
    await userEvent.type(await field(), '{Control>}{Enter}');
    await waitFor(() => expect(useDialogStore.getState().current).not.toBeNull(), { timeout: 5000 });
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('a muted word', () => {
  afterEach(() => keepMuted(viewer._id, []));

  it('folds comments and replies with it until they are opened, not own ones [B34-10]', async () => {
    const own = makeComment({
      _id: idOf(5003),
      body: 'My spoilers',
      user: { ...root.user, _id: viewer._id },
    });
    server.use(serveCommentsOf([{ ...root, body: 'Spoilers ahead', repliesCount: 2 }, own], 4));
    serveReplies([{ ...reply, body: 'No spoilers please' }, second]);
    keepMuted(viewer._id, [{ word: 'spoilers', until: null }]);
    draw();
    const show = await screen.findByRole('button', { name: 'Show Comment with “spoilers” hidden' });
    screen.getByText('My spoilers');
    await userEvent.click(screen.getByRole('button', { name: 'Show 2 replies' }));
    await screen.findByText('So it was.');
    expect(screen.queryByText('Spoilers ahead')).toBeNull();
    expect(screen.queryByText('No spoilers please')).toBeNull();
    await userEvent.click(show);
    expect(screen.getByText('Spoilers ahead')).toBeVisible();
    expect(screen.queryByText('No spoilers please')).toBeNull();
  });

  it('leaves the comment in the address open [B34-10]', async () => {
    server.use(
      http.get('*/api/comments/:id', () =>
        HttpResponse.json({ success: true, data: { ...root, body: 'Spoilers ahead' }, root: null }),
      ),
    );
    keepMuted(viewer._id, [{ word: 'spoilers', until: null }]);
    draw(root._id);
    expect(await screen.findByText('Spoilers ahead')).toBeVisible();
  });
});

describe('replies', () => {
  it('load when opened, and show below their comment [B6-12]', async () => {
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 replies' }));
    const replies = await screen.findByRole('list', { name: 'Replies' });
    expect(within(replies).getAllByRole('listitem')).toHaveLength(2);
    within(replies).getByText('Indeed.');
  });

  it('are offered without a number, and headed without one, if counts are hidden [B7-7]', async () => {
    setPreference('hideCounts', 'on');
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Show replies' }));
    await screen.findByRole('list', { name: 'Replies' });
    screen.getByRole('heading', { name: 'Comments' });
  });

  it('are written below a comment; a reply to a reply starts with a mention of its author [B6-12]', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/comments', async ({ request }) => {
        sent.push(await request.json());
        const data = makeComment({ _id: idOf(5003), parent: root._id, body: '@oskar Thanks' });
        return HttpResponse.json({ success: true, data }, { status: 201 });
      }),
    );
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 replies' }));
    const replies = await screen.findByRole('list', { name: 'Replies' });
    await userEvent.click(within(replies).getAllByRole('button', { name: 'Reply' })[0]!);
    const field = await screen.findByRole('textbox', { name: 'Write a reply' });
    expect(field).toHaveFocus();
    expect(field).toHaveValue('@oskar ');
    await userEvent.type(field, 'Thanks');
    await userEvent.click(within(field.closest('form')!).getByRole('button', { name: 'Reply' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { postId: idOf(1), body: '@oskar Thanks', userId: viewer._id, parent: reply._id },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Write a reply' })).toBeNull());
    expect(useDraftStore.getState().drafts).toEqual({});
  });

  it('show a new reply even if earlier replies are not loaded yet [B6-12]', async () => {
    const own = makeComment({ _id: idOf(5003), parent: root._id, body: 'Just written' });
    let reads = 0;
    server.use(
      http.get('*/api/comments/:id/replies', () => {
        reads += 1;
        return HttpResponse.json({ success: true, data: [reply, second], nextCursor: 'more' });
      }),
      http.post('*/api/comments', () => {
        server.use(serveCommentsOf([{ ...root, repliesCount: 9 }], 10));
        return HttpResponse.json({ success: true, data: own }, { status: 201 });
      }),
    );
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 replies' }));
    await screen.findByText('Indeed.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0]!);
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Write a reply' }),
      'Just written{Control>}{Enter}',
    );
    await screen.findByText('Comments (10)');
    expect(screen.getByText('Just written')).toBeVisible();
    screen.getByRole('button', { name: 'Show 6 more' });
    expect(reads).toBe(1);
  });

  it('keep a draft, and ask visitors to log in [B6-12]', async () => {
    const view = draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a reply' }), 'Half');
    view.unmount();
    const again = draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Write a reply' })).toHaveValue('Half');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(useDraftStore.getState().drafts).toEqual({});
    again.unmount();
    draw(undefined, null);
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    expect(login).toHaveBeenCalledOnce();
  });
});

describe('an own comment', () => {
  const own = makeComment({ user: { ...makeComment().user, _id: viewer._id } });

  it('can be edited in place while it is new, and is marked as edited [B6-14]', async () => {
    server.use(
      serveCommentsOf([{ ...own, createdAt: new Date().toISOString() }]),
      http.patch('*/api/comments/:id', async ({ request }) => {
        const { body } = (await request.json()) as { body: string };
        const data = { ...own, body, editedAt: '2026-11-20T10:05:00.000Z' };
        server.use(serveCommentsOf([data]));
        return HttpResponse.json({ success: true, data });
      }),
    );
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'More on this comment' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const field = await screen.findByRole('textbox', { name: 'Edit comment' });
    expect(field).toHaveValue('What a morning.');
    await userEvent.type(field, ' Indeed');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('What a morning. Indeed');
    await userEvent.click(screen.getByRole('button', { name: 'edited' }));
    expect(useDialogStore.getState().current).toMatchObject({
      kind: 'former-texts',
      of: 'comment',
      id: own._id,
    });
  });

  it('cannot be edited later [B6-14]', async () => {
    const createdAt = new Date(Date.now() - COMMENT_LIMITS.editableFor - 1).toISOString();
    server.use(serveCommentsOf([{ ...own, createdAt }]));
    draw();
    await userEvent.click(await screen.findByRole('button', { name: 'More on this comment' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  });
});

describe('the comment in the address', () => {
  const serveOne = (answer: object, status = 200) =>
    server.use(http.get('*/api/comments/:id', () => HttpResponse.json(answer, { status })));

  it('comes first, marked and focused, below its parent [B6-13]', async () => {
    serveOne({ success: true, data: second, root });
    draw(second._id);
    const list = await screen.findByRole('list', { name: 'Linked comment' });
    await within(list).findByText('Indeed.');
    const marked = within(list).getByText('So it was.').closest('li');
    expect(marked).toHaveAttribute('aria-current', 'true');
    await waitFor(() => expect(marked).toHaveFocus());
    expect(screen.getAllByText('What a morning.')).toHaveLength(1);
  });

  it('opens its replies even if the address named its parent before', async () => {
    server.use(
      http.get('*/api/comments/:id', ({ params }) =>
        HttpResponse.json({
          success: true,
          ...(params['id'] === root._id ? { data: root, root: null } : { data: second, root }),
        }),
      ),
    );
    const { rerender } = draw(root._id);
    await screen.findByRole('list', { name: 'Linked comment' });
    await waitFor(() => expect(screen.getByText('What a morning.').closest('li')).toHaveFocus());
    rerender(section(second._id));
    const marked = (await screen.findByText('So it was.')).closest('li');
    await waitFor(() => expect(marked).toHaveFocus());
  });

  it('shows a notice if it was deleted, and the other comments [B6-13]', async () => {
    serveOne({ success: false, code: 'NOT_FOUND', message: 'Comment not found' }, 404);
    draw(idOf(77));
    await screen.findByText('This comment was deleted, or is not shown to you.');
    await screen.findByText('What a morning.');
  });
});

it('shows a removed comment as removed, without actions', async () => {
  server.use(serveCommentsOf([{ ...root, isRemoved: true, body: 'This comment was removed' }]));
  draw();
  await screen.findByText('This comment was removed');
  screen.getByRole('button', { name: 'Show 2 replies' });
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
});

it('offers to report a comment to the moderators, except to visitors [B6-17]', async () => {
  const view = draw();
  await userEvent.click(await screen.findByRole('button', { name: 'More on this comment' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
  expect(useDialogStore.getState().current).toMatchObject({
    kind: 'report',
    subject: { kind: 'comment', target: root._id },
  });
  view.unmount();
  draw(undefined, null);
  await userEvent.click(await screen.findByRole('button', { name: 'More on this comment' }));
  await screen.findByRole('menuitem', { name: 'Copy link' });
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
});

it('offers no order for five comments', async () => {
  server.use(serveCommentsOf([root], 5));
  draw();
  await screen.findByText('Comments (5)');
  expect(screen.queryByRole('button', { name: /^Order of comments/ })).toBeNull();
});

it('sorts the comments in the chosen order [B6-15]', async () => {
  server.use(serveCommentsOf([root], 6));
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.url.includes('/comments/post/')) asked.push(new URL(request.url).search);
  });
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Order of comments: Newest' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Smart' }));
  await screen.findByRole('button', { name: 'Order of comments: Smart' });
  await waitFor(() => expect(asked.at(-1)).toContain('orderType=smart'));
  server.events.removeAllListeners();
});
