import {
  EMPTY_PROFILE,
  plainMedia,
  textsFor,
  type PostFields,
  type ProfileFields,
} from '@social-feed/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { useUnread } from '../../cache/unread-store';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { card, detail, EMPTY, group, open, queue, serveReports, TIME } from '../../testing/report-queue';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

serveReports();

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
    queue.groups = [group(1, { content: { ...fields, text, createdAt: TIME, postId: idOf(101) } })];
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
    queue.groups = [group(1, { content })];
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
    queue.groups = [group(1), group(2, { kind: 'person', content: null, profile }), group(3, empty)];
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
    queue.groups = [group(1, { reasons: [{ reason: 'words', count: 1 }], words: ['casino', '#<b>'] })];
    await open();
    const first = within(card(1)!);
    first.getByText('Listed words 1');
    first.getByText('Words: casino, #<b>');
  });

  it('shows the words of the reporters without a press, as plain text [B12-4]', async () => {
    queue.groups = [group(1, { texts: ['Look <img src=x>', 'Second'] }), group(2)];
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
          ? HttpResponse.json({
              success: true,
              data: { ...queue.groups[0], _id: params['caseId'], ...detail },
            })
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
});
