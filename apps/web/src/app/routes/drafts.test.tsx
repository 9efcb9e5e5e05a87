import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { zoneName } from '../../features/content/composer/model/account-drafts';
import { ownZone } from '../../lib/own-zone';
import { answerPosts, open, post, published, startComposer, title, fromMenu } from '../../testing/composer';
import { openDialog } from '../../testing/open-dialog';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { DAY, MINUTE } from '../../lib/time';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 60_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 30_000 };

const draft = {
  _id: idOf(700),
  post: { title: 'Half a loaf', media: [], tags: [] },
  publishing: null as object | null,
  problem: null as string | null,
  version: 3,
  updatedAt: '2026-11-20T09:00:00.000Z',
};
const listed = (...data: object[]) =>
  server.use(http.get('*/api/drafts', () => HttpResponse.json({ success: true, data })));
const sent: { method: string; path: string; body: unknown }[] = [];
/** Answers writes of drafts. */
const answerDrafts = (answer: (method: string) => Response) => {
  const note = async ({ request }: { request: Request }) => {
    const text = await request.text();
    const { pathname } = new URL(request.url);
    sent.push({ method: request.method, path: pathname, body: text === '' ? null : JSON.parse(text) });
    return answer(request.method);
  };
  server.use(http.post('*/api/drafts', note), http.put('*/api/drafts/:id', note));
};
const saved = (fields: object = {}) =>
  HttpResponse.json({ success: true, data: { ...draft, ...fields } }, { status: 201 });
/** Refuses changes, as if another device had made one, but not new drafts. */
const answerThatItChanged = () =>
  answerDrafts((method) =>
    method === 'PUT'
      ? HttpResponse.json({ success: false, code: 'CONTENT_CHANGED', message: 'x' }, { status: 409 })
      : saved(),
  );

beforeEach(() => {
  sent.length = 0;
  startComposer();
});
const choose = fromMenu;

describe('the menu behind More', () => {
  it('saves a draft in the account and leads to the drafts [B24-17]', async () => {
    answerPosts(published);
    answerDrafts(() => saved());
    listed(draft);
    const { user, address } = open();
    await user.type(await title(), 'Half a loaf');
    await choose(user, 'Save as draft');
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent).toMatchObject([{ body: { post: { title: 'Half a loaf' }, publishing: null } }]);
    expect(await screen.findByText('Half a loaf', undefined, SLOW)).toBeVisible();
  });

  it('publishes later, on a day of the browser or at a time [B24-15]', async () => {
    answerPosts(published);
    answerDrafts(() =>
      saved({ publishing: { from: '2026-12-24T00:00:00.000Z', until: '2026-12-24T23:59:00.000Z' } }),
    );
    listed();
    const { user, address } = open();
    await user.type(await title(), 'Bread');
    await choose(user, 'Publish later…');
    const dialog = await openDialog('dialog');
    expect(dialog.getByText(`Day and time are in ${zoneName(ownZone())}.`, { exact: false })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish later' }));
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    const { publishing } = sent[0]!.body as { publishing: { from: string; until: string } };
    expect(new Date(publishing.from).getHours()).toBe(0);
    expect(Date.parse(publishing.until) - Date.parse(publishing.from)).toBe(DAY - MINUTE);
  });

  it('asks for the day again, or leads to the wrong field, if the server refuses [B24-12]', async () => {
    answerPosts(published);
    let errors: object[] = [];
    const message = 'Choose a later time';
    answerDrafts(() =>
      HttpResponse.json({ success: false, message, code: 'VALIDATION_FAILED', errors }, { status: 400 }),
    );
    const { user } = open();
    await user.type(await title(), 'Bread');
    await choose(user, 'Publish later…');
    const dialog = await openDialog('dialog');
    const send = () => user.click(dialog.getByRole('button', { name: 'Publish later' }));
    await send();
    expect(await dialog.findByText(message, undefined, SLOW)).toBeVisible();
    errors = [{ path: 'post.title', message: 'Not this title' }];
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Not this title')).toBeVisible();
    expect(await title()).toHaveValue('Bread');
  });

  it('keeps the text and says why if the server refuses', async () => {
    answerPosts(published);
    answerDrafts(() => HttpResponse.json({ success: false, message: 'Too many drafts' }, { status: 409 }));
    const { user } = open();
    await user.type(await title(), 'Bread');
    await choose(user, 'Save as draft');
    expect(await screen.findByText('Too many drafts', undefined, SLOW)).toBeVisible();
    expect(await title()).toHaveValue('Bread');
  });
});

describe('a draft of the account', () => {
  it('is opened, and kept twice if another device changed it [B24-17]', async () => {
    listed(draft);
    answerThatItChanged();
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    const field = await title();
    expect(field).toHaveValue('Half a loaf');
    await user.type(field, ' and more');
    await choose(user, 'Save as draft');
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect(sent[0]!.body).toMatchObject({ version: 3, post: { title: 'Half a loaf and more' } });
  });

  it('keeps what another device saved since a text was left here [B24-17]', async () => {
    listed(draft);
    answerThatItChanged();
    const url = `/createpost?draft=${draft._id}`;
    const first = renderApp({ user: testUser(), url });
    await first.user.type(await title(), ' and more');
    first.unmount();
    listed({ ...draft, post: { ...draft.post, title: 'A whole loaf' }, version: 4 });
    const { user, address } = renderApp({ user: testUser(), url });
    expect(await title()).toHaveValue('Half a loaf and more');
    await choose(user, 'Save as draft');
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect(sent[0]!.body).toMatchObject({ version: 3, post: { title: 'Half a loaf and more' } });
  });

  it('goes out once if another device changed it: the copy has no time [B24-17]', async () => {
    const publishing = { from: '2026-12-24T08:00:00.000Z', until: '2026-12-24T08:00:00.000Z' };
    listed({ ...draft, publishing });
    answerThatItChanged();
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), ' and more');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect(sent[1]!.body).toMatchObject({ publishing: null, post: { title: 'Half a loaf and more' } });
    expect(await screen.findByText(/was changed, published or deleted elsewhere/)).toBeVisible();
  });

  it('stays in the form if there are too many, and is not kept twice', async () => {
    listed(draft);
    const message = 'At most 50 posts can wait to be published';
    answerDrafts(() => HttpResponse.json({ success: false, code: 'CONFLICT', message }, { status: 409 }));
    const { user } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), '!');
    await choose(user, 'Save as draft');
    expect(await screen.findByText(message, undefined, SLOW)).toBeVisible();
    expect(sent.map(({ method }) => method)).toEqual(['PUT']);
  });

  it('is not published over a change of another device, but kept beside it [B24-17]', async () => {
    answerPosts(published);
    listed(draft);
    answerThatItChanged();
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), ' and more');
    await user.click(await screen.findByRole('button', { name: 'Post' }));
    expect(
      await screen.findByText(/was changed, published or deleted elsewhere/, undefined, SLOW),
    ).toBeVisible();
    expect(address()).toBe(`/createpost?draft=${draft._id}`);
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  });

  it('is opened with its time, which is kept by sending it again [B24-12]', async () => {
    const at = (hours: number, minutes: number) => {
      const day = new Date(Date.now() + 20 * DAY);
      day.setHours(hours, minutes, 0, 0);
      return { from: day.toISOString(), until: day.toISOString() };
    };
    const publishing = at(8, 30);
    listed({ ...draft, publishing });
    let refuses = true;
    answerDrafts(() => {
      if (!refuses) return saved({ publishing });
      return HttpResponse.json({ success: false, message: 'Not now' }, { status: 400 });
    });
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), '!');
    await choose(user, 'Publish later…');
    const dialog = await openDialog('dialog');
    expect(dialog.getByLabelText('At')).toHaveValue('08:30');
    fireEvent.change(dialog.getByLabelText('At'), { target: { value: '09:45' } });
    const send = () => user.click(dialog.getByRole('button', { name: 'Publish later' }));
    await send();
    expect(await dialog.findByText('Not now', undefined, SLOW)).toBeVisible();
    expect(dialog.getByLabelText('At')).toHaveValue('09:45');
    refuses = false;
    await send();
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent.map(({ body }) => body)).toMatchObject([
      { publishing: at(9, 45) },
      { publishing: at(9, 45) },
    ]);
  });

  it('says that it is published later, is saved by the main button, and published by the menu [B34-7 B41-16]', async () => {
    const publishing = {
      from: '2026-12-08T08:00:00.000Z',
      until: '2026-12-08T08:00:00.000Z',
      timeZone: 'Asia/Tokyo',
    };
    listed({ ...draft, publishing });
    answerDrafts(() => saved({ publishing }));
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), '!');
    expect(
      screen.getByText(/^Publishes Tuesday, December 8, 2026.*5:00.PM, Japan Standard Time$/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for this post' }));
    expect(await screen.findByRole('menuitem', { name: 'Publish now' }, SLOW)).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/createpost/drafts'));
    expect(sent).toMatchObject([{ method: 'PUT', body: { post: { title: 'Half a loaf!' }, publishing } }]);
    expect(await screen.findByText(`Times are in ${zoneName(ownZone())}.`, { exact: false })).toBeVisible();
  });

  it('says that a post with a time loses it as a draft [B24-12]', async () => {
    const time = '2026-12-24T08:00:00.000Z';
    listed({ ...draft, publishing: { from: time, until: time } });
    answerDrafts(() => saved());
    const { user } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await title();
    await choose(user, 'Turn back into a draft');
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', body: { publishing: null } }]));
  });

  it('is not published a second time if it was published meanwhile [B24-13]', async () => {
    listed(draft);
    answerDrafts(() =>
      HttpResponse.json({ success: false, code: 'NOT_FOUND', message: 'Draft not found' }, { status: 404 }),
    );
    const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
    await user.type(await title(), '!');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText(/It was published or deleted/, undefined, SLOW)).toBeVisible();
    expect(sent.map(({ method }) => method)).toEqual(['PUT']);
    expect(address()).toContain('/createpost?draft=');
    expect(await title()).toHaveValue('Half a loaf!');
  });

  describe('that is gone, with a text typed into it here', () => {
    const text = { title: 'Half a loaf!', description: '', location: '', tags: [], media: [] };
    const place = `post-draft:${testUser()._id}:draft-${draft._id}`;
    beforeEach(() => localStorage.setItem(place, JSON.stringify(text)));

    it('offers the text in place of the form, as a new post [B24-60]', async () => {
      listed();
      const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
      await user.click(await screen.findByRole('button', { name: 'Open your text' }, SLOW));
      await waitFor(() => expect(address()).toBe('/createpost'));
      expect(await title()).toHaveValue('Half a loaf!');
      expect(localStorage.getItem(place)).toBeNull();
    });

    it('lists the text among the drafts, until it is deleted [B24-60]', async () => {
      listed();
      const { user } = renderApp({ user: testUser(), url: '/createpost/drafts' });
      await user.click(await screen.findByRole('button', { name: 'Delete Half a loaf!' }, SLOW));
      const dialog = await openDialog('alertdialog');
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText('No drafts')).toBeVisible();
      expect(localStorage.getItem(place)).toBeNull();
    });

    it('does not list it while its draft exists, or for another account', async () => {
      localStorage.setItem(
        place.replace(testUser()._id, idOf(9)).replace(draft._id, idOf(8)),
        JSON.stringify(text),
      );
      listed(draft);
      renderApp({ user: testUser(), url: '/createpost/drafts' });
      expect(await screen.findByText('Half a loaf', undefined, SLOW)).toBeVisible();
      expect(screen.queryByText(/Only on this device/)).toBeNull();
    });
  });

  it('is published at once from the list, which names its time or what went wrong [B24-15]', async () => {
    const time = '2026-12-24T08:00:00.000Z';
    listed(
      { ...draft, publishing: { from: time, until: time } },
      { ...draft, _id: idOf(701), problem: 'Not today' },
    );
    let calls = 0;
    server.use(
      http.post(`*/api/drafts/${draft._id}/publish`, () => {
        calls += 1;
        return HttpResponse.json({ success: true, data: post });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/createpost/drafts' });
    expect(await screen.findByText('Not published: Not today', undefined, SLOW)).toBeVisible();
    expect(screen.getByText(/December/)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Publish now: Half a loaf' })[0]!);
    await screen.findByText('Your post is published.');
    expect(calls).toBe(1);
  });
});
