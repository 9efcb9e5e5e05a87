import {
  EMPTY_POST,
  EMPTY_PROFILE,
  plainMedia,
  textsFor,
  type PostFields,
  type ProfileFields,
  type ReportCase,
} from '@social-feed/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnread } from '../../cache/unread-store';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { setPreference } from '../../lib/preferences';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { makeGate, serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const TIME = '2026-03-01T12:00:00.000Z';
const { description: _none, ...EMPTY } = EMPTY_POST;
let versions: unknown[] = [];
const group = (number: number, change: Partial<ReportCase> = {}): ReportCase => ({
  _id: idOf(number),
  kind: 'post',
  target: idOf(100 + number),
  count: 3,
  reasons: [
    { reason: 'spam', count: 2 },
    { reason: 'hate', count: 1 },
  ],
  rules: [],
  words: [],
  texts: [],
  firstAt: TIME,
  lastAt: TIME,
  author: {
    _id: idOf(200 + number),
    userName: `author${number}`,
    fullName: `Author ${number}`,
    profilepic: '',
    suspendedAt: null,
    suspendedUntil: null,
  },
  content: { ...EMPTY, title: `Offer ${number}`, text: '', createdAt: TIME, postId: idOf(100 + number) },
  profile: null,
  quoted: null,
  decided: null,
  version: 'first',
  ...change,
});
const detail = {
  reports: [{ reason: 'spam', text: 'Look <img src=x onerror=alert(1)>', createdAt: TIME }],
  notes: [{ at: TIME, adminName: 'mod', text: 'Asked them' }],
  history: [{ at: TIME, adminName: 'mod', act: 'warn', note: 'First time' }],
  others: 2,
};

let groups: ReportCase[];
let decided: { caseId: string; body: unknown }[];
let undone: string[];
// unique across tests: a toast that closes removes those with the same id, even in the next test
let decisions = 900;
const serve = () =>
  server.use(
    http.get('*/api/admin/reports', () =>
      HttpResponse.json({ success: true, data: groups, nextCursor: null }),
    ),
    http.get('*/api/admin/reports/:caseId', ({ params }) => {
      const found = groups.find(({ _id }) => _id === params['caseId'])!;
      return HttpResponse.json({ success: true, data: { ...found, ...detail } });
    }),
    http.post('*/api/admin/reports/:caseId/decision', async ({ params, request }) => {
      const { version, ...body } = (await request.json()) as { version?: string };
      versions.push(version);
      decided.push({ caseId: String(params['caseId']), body });
      return HttpResponse.json({ success: true, data: { decision: idOf(++decisions), doneAt: TIME } });
    }),
    http.get('*/api/posts/:id', () =>
      HttpResponse.json({ success: false, message: 'No post', code: 'NOT_FOUND' }, { status: 404 }),
    ),
    http.post('*/api/admin/reports/:caseId/undo', ({ params }) => {
      undone.push(String(params['caseId']));
      return HttpResponse.json({ success: true });
    }),
  );

// compiling it can take longer than the Undo toast shows
beforeAll(() => import('../../features/content/post/page/post-screen'));
beforeEach(() => {
  groups = [group(1), group(2), group(3, { kind: 'person', content: null })];
  [decided, undone] = [[], []];
  serve();
});

const open = async () => {
  const view = renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
  await screen.findByRole('article', { name: /^Post by @author1/ });
  return view;
};
const card = (number: number) => screen.queryByRole('article', { name: new RegExp(`@author${number},`) });

describe('/admin', () => {
  it.each([
    ['members', testUser()],
    ['visitors', null],
  ])('shows the not-found page to %s and sends no request [B9-16]', async (who, user) => {
    const asked = vi.fn();
    server.use(http.get('*/api/admin/reports', asked));
    if (user !== null) server.use(serveSessionOf(user));
    const { address } = renderApp({ user, url: '/admin' });
    if (who === 'members') await screen.findByRole('heading', { name: 'Page not found' });
    else await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(asked).not.toHaveBeenCalled();
  });

  it('shows all that was written in a post, where words report it [B20-85]', async () => {
    const media = ['A boat', 'An oar'].map((alt) => ({
      ...plainMedia('image', 'https://a.example/b.png'),
      alt,
    }));
    const post: PostFields = {
      title: 'The title',
      description: 'The text',
      media: [...media, plainMedia('image', 'https://a.example/c.png')],
      tags: ['one', 'two words'],
      location: 'The place',
      contentWarning: 'The warning',
      sensitive: false,
      language: null,
    };
    const { description: text, ...fields } = post;
    groups = [group(1, { content: { ...fields, text, createdAt: TIME, postId: idOf(101) } })];
    await open();
    for (const words of [...textsFor('words', post), ...textsFor('search', post)].filter(Boolean))
      expect(card(1)).toHaveTextContent(words);
    expect(card(1)).toHaveTextContent('Content warning: The warning');
    expect(card(1)).toHaveTextContent('3 pictures or videos, to be seen where it stands');
    expect(card(1)).toHaveTextContent('Tags: one, two words');
    expect(card(1)).toHaveTextContent('Description: A boat Description: An oar');
  });

  it('unfolds the text of a post and its descriptions each by its own button [B20-85]', async () => {
    const lines = (word: string) => Array.from({ length: 40 }, (_, index) => `${word} ${index}`).join('\n');
    const media = [{ ...plainMedia('image', 'https://a.example/b.png'), alt: lines('Boat') }];
    const content = { ...EMPTY, media, text: lines('Text'), createdAt: TIME, postId: idOf(101) };
    groups = [group(1, { content })];
    const { user } = await open();
    const buttons = () => within(card(1)!).queryAllByRole('button', { name: 'Show more' });
    expect(buttons()).toHaveLength(2);
    await user.click(buttons()[0]!);
    expect(buttons()).toHaveLength(1);
    expect(card(1)).toHaveTextContent('Text 39');
  });

  it('shows what a reported person wrote on the profile, as text [B20-85]', async () => {
    const profile: ProfileFields = {
      coverPhoto: 'https://a.example/cover.png',
      bio: 'The bio',
      location: 'The place',
      website: 'https://website.example/',
      interests: ['oars', 'two words'],
    };
    const empty = { kind: 'person', content: null, profile: EMPTY_PROFILE } as const;
    groups = [group(1), group(2, { kind: 'person', content: null, profile }), group(3, empty)];
    await open();
    for (const words of [profile.bio, profile.location, profile.website, ...profile.interests])
      expect(card(2)).toHaveTextContent(words);
    expect(card(2)).toHaveTextContent('Cover photo, to be seen where it stands');
    expect(within(card(2)!).queryByRole('link', { name: profile.website })).toBeNull();
    expect(card(3)).not.toHaveTextContent('Cover photo');
  });

  it('opens for a user who has just become an admin', async () => {
    server.use(serveSessionOf(testUser({ isAdmin: true })));
    renderApp({ user: testUser(), url: '/admin' });
    expect(await screen.findByRole('article', { name: /^Post by @author1/ })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  });

  it('shows the not-found page if the rights cannot be asked for', async () => {
    server.use(http.get('*/api/auth/me', () => HttpResponse.error()));
    renderApp({ user: testUser(), url: '/admin' });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('shows the reports to moderators, and their settings lead there [B20-1]', async () => {
    const methods = { success: true, data: { hasPassword: true, connections: [] } };
    server.use(http.get('*/api/auth/connections', () => HttpResponse.json(methods)));
    const moderator = testUser({ isModerator: true });
    const { user } = renderApp({ user: moderator, url: '/settings' });
    await screen.findByText('Reports come here for a decision');
    act(() => useUnread.setState({ waiting: 0 }));
    screen.getByText('Nothing waits for your decision');
    act(() => useUnread.setState({ waiting: 2 }));
    screen.getByText('2 cases wait for your decision');
    await user.click(screen.getByRole('link', { name: /^Moderation/ }));
    expect(await screen.findByRole('article', { name: /^Post by @author1/ })).toBeVisible();
  });

  it('is linked only in the settings of admins [B9-20]', async () => {
    const methods = { success: true, data: { hasPassword: true, connections: [] } };
    server.use(http.get('*/api/auth/connections', () => HttpResponse.json(methods)));
    const { unmount } = renderApp({ user: testUser(), url: '/settings' });
    await screen.findByRole('link', { name: /^Your data/ });
    expect(screen.queryByRole('link', { name: /^Moderation/ })).toBeNull();
    unmount();
    renderApp({ user: testUser({ isAdmin: true }), url: '/settings' });
    expect(await screen.findByRole('link', { name: /^Moderation/ })).toHaveAttribute('href', '/admin');
  });

  it('shows reports with their context, and user texts as plain text [B9-16]', async () => {
    const { user, container } = await open();
    const first = within(card(1)!);
    first.getByText('Offer 1');
    first.getByText('Spam or a scam 2 · Harassment or hate 1');
    expect(within(card(3)!).queryByRole('button', { name: /Remove|Mark/ })).toBeNull();
    await user.click(first.getByText('Offer 1'));
    expect(await first.findByText('Look <img src=x onerror=alert(1)>')).toBeVisible();
    first.getByText('First time');
    first.getByText('Asked them');
    first.getByRole('heading', { name: 'About the author before · 2 other open' });
    expect(container.querySelector('img[src=x]')).toBeNull();
  });

  it('names the words of the host that reported [B20-41]', async () => {
    groups = [group(1, { reasons: [{ reason: 'words', count: 1 }], words: ['casino', '#<b>'] })];
    await open();
    const first = within(card(1)!);
    first.getByText('Listed words 1');
    first.getByText('Words: casino, #<b>');
  });

  it('shows the words of the reporters without a press, as plain text [B12-4]', async () => {
    groups = [group(1, { texts: ['Look <img src=x>', 'Second'] }), group(2)];
    await open();
    const told = within(card(1)!).getByRole('list', { name: 'Words of the reporters' });
    expect(
      within(told)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Look <img src=x>', 'Second']);
    expect(within(card(2)!).queryByRole('list')).toBeNull();
  });

  it('stays open with an unfinished note when the session is lost in place', async () => {
    const { user } = await open();
    await user.click(within(card(1)!).getByText('Offer 1'));
    await user.type(await screen.findByLabelText('Note for other moderators'), 'Asked the auth');
    act(() => useSessionStore.getState().loseSession());
    expect(card(2)).not.toBeNull();
    expect(screen.getByLabelText('Note for other moderators')).toHaveValue('Asked the auth');
  });

  it('keeps the details and the next note if they cannot be read again', async () => {
    let reads = 0;
    server.use(
      http.post('*/api/admin/reports/:caseId/notes', () => {
        const data = { at: TIME, adminName: 'mod', text: 'First' };
        return HttpResponse.json({ success: true, data }, { status: 201 });
      }),
      http.get('*/api/admin/reports/:caseId', ({ params }) => {
        reads += 1;
        return reads === 1
          ? HttpResponse.json({ success: true, data: { ...groups[0], _id: params['caseId'], ...detail } })
          : HttpResponse.json({ success: false, code: 'X', message: 'Not now' }, { status: 400 });
      }),
    );
    const { user } = await open();
    await user.click(within(card(1)!).getByText('Offer 1'));
    const field = await screen.findByLabelText('Note for other moderators');
    await user.type(field, 'First{Enter}');
    await waitFor(() => expect(field).toHaveValue(''));
    await user.type(field, 'Second');
    await waitFor(() => expect(reads).toBe(2));
    await act(() => Promise.resolve());
    expect(screen.queryByText('Not now')).toBeNull();
    expect(field).toBeVisible();
    expect(field).toHaveValue('Second');
  });

  it('retries a note with the same idempotency key', async () => {
    const used: (string | null)[] = [];
    server.use(
      http.post('*/api/admin/reports/:caseId/notes', ({ request }) => {
        used.push(request.headers.get('idempotency-key'));
        return used.length === 1
          ? HttpResponse.error()
          : HttpResponse.json(
              { success: true, data: { at: TIME, adminName: 'mod', text: 'Asked them' } },
              { status: 201 },
            );
      }),
    );
    const { user } = await open();
    await user.click(within(card(1)!).getByText('Offer 1'));
    const field = await screen.findByLabelText('Note for other moderators');
    await user.type(field, 'Asked them{Enter}');
    await waitFor(() => expect(used).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add note' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(field).toHaveValue(''));
    expect(used[0]).toBeTruthy();
    expect(used[1]).toBe(used[0]);
  });

  it('supports keys: moves, decides and undoes [B9-17]', async () => {
    const { user } = await open();
    await user.keyboard('j');
    expect(document.activeElement).toBe(card(1));
    await user.keyboard('jjk');
    expect(document.activeElement).toBe(card(2));
    await user.keyboard('r');
    await waitFor(() => expect(card(2)).toBeNull());
    expect(decided).toEqual([{ caseId: idOf(2), body: { act: 'remove' } }]);
    expect(await screen.findByText('Removed: Post by @author2')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toBe(card(3)));
    await user.keyboard('r');
    await user.keyboard('u');
    await waitFor(() => expect(card(2)).not.toBeNull());
    expect(undone).toEqual([idOf(2)]);
    expect(decided).toHaveLength(1);
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    within(help).getByText('Dismiss');
    await user.keyboard('d');
    expect(decided).toHaveLength(1);
  });

  it('marks a post as sensitive by button and key, and undoes it [B9-23]', async () => {
    const { user } = await open();
    within(card(1)!).getByRole('button', { name: 'Mark sensitive' });
    await user.keyboard('jm');
    expect(await screen.findByText('Marked as sensitive: Post by @author1')).toBeVisible();
    expect(decided).toEqual([{ caseId: idOf(1), body: { act: 'mark-sensitive' } }]);
    await user.keyboard('u');
    await waitFor(() => expect(undone).toEqual([idOf(1)]));
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
    expect(decided).toHaveLength(1);
  });

  it('links from a comment to its post', async () => {
    groups = [group(1, { kind: 'comment' })];
    renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
    const link = await screen.findByRole('link', { name: 'Open' });
    expect(link).toHaveAttribute('href', `/p/${idOf(101)}?comment=${idOf(101)}`);
  });

  it('shows a report after undo even if the list was refetched', async () => {
    const { user, go } = await open();
    const all = groups;
    await user.keyboard('jd');
    await waitFor(() => expect(card(1)).toBeNull());
    groups = all.slice(1);
    await user.click(within(card(2)!).getByRole('link', { name: 'Open' }));
    await screen.findByText('Post not found');
    await go(-1);
    await waitFor(() => expect(card(2)).not.toBeNull());
    await waitFor(() => expect(card(1)).toBeNull());
    groups = all;
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
    expect(decided).toEqual([]);
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
    await user.type(box.getByLabelText('Your words to them'), 'Stop it');
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
    expect(box.getByLabelText('Your words to them')).toHaveValue('Stop it');
    await user.click(box.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(card(1)).toBeNull());
    expect(decided[0]?.body).toEqual({ act: 'suspend', days: 30, message: 'Stop it', note: '' });
  });

  it('shows the new text of an edited post and asks again [B20-83]', async () => {
    versions = [];
    const edited = group(1, { version: 'second' });
    edited.content!.title = 'All friendly now';
    server.use(
      http.post(
        '*/api/admin/reports/:caseId/decision',
        async ({ request }) => {
          versions.push(((await request.json()) as { version?: string }).version);
          groups = [edited, ...groups.slice(1)];
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
    expect(versions).toEqual(['first', 'second']);
  });

  it('says when another admin was faster, and shows the reports again after their undo [B9-19]', async () => {
    const all = groups;
    server.use(
      http.post('*/api/admin/reports/:caseId/decision', () => {
        groups = all.slice(1);
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
    groups = all;
    await user.click(screen.getByRole('button', { name: 'Oldest' }));
    await waitFor(() => expect(card(1)).not.toBeNull());
  });

  it('leaves out cases decided while more reports were loading', async () => {
    const gate = makeGate();
    server.use(
      http.get('*/api/admin/reports', async ({ request }) => {
        if (new URL(request.url).searchParams.get('cursor') === 'more') await gate.passed;
        return HttpResponse.json({ success: true, data: groups, nextCursor: 'more' });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Show more reports' }));
    groups = [group(4)];
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
      group(6, { decided: { ...by, act: 'suspend' } }),
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
        const data = isDecided ? closed : groups;
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
    expect(decisionOf(7)).toHaveTextContent(/^Removed by @mod/);
    const actsOf = (number: number) =>
      [...within(card(number)!).getByRole('group', { name: 'Acts' }).children].map(
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
    expect(decided).toEqual([]);
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
        return HttpResponse.json({ success: true, data: isDecided ? closed : groups, nextCursor: null });
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
    expect(undone).toEqual([idOf(4)]);
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
    expect(decided[0]?.body).toEqual({ act: 'warn', also: 'remove', message: '', note: '' });
  });

  it('offers a retry if reports fail to load, and says when there are none', async () => {
    let fails = true;
    groups = [];
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
