import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { useFollowStore } from '../../features/content/post/reactions/follow';
import { setWindowWidth } from '../../testing/media';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { board, broken, grace, ok, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

beforeEach(skipDelays);
afterEach(() => {
  useBlockStore.setState({ blocked: [] });
  useFollowStore.setState({ byViewer: {} });
});

const person = { _id: idOf(80), userName: 'mary_j', fullName: 'Mary Jackson', profilepic: '' };

describe('a profile (A §2.9)', () => {
  it('shows the user, with abbreviated stats and a safe link [A2.9-5 A2.9-6 A2.9-21 A3-2]', async () => {
    serveProfile();
    const gate = makeGate();
    server.use(
      http.get('/api/users/username/:name', async () => {
        await gate.passed;
        return ok(grace);
      }),
    );
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Loading profile...')).toBeVisible();
    gate.open();
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    expect(screen.getByText('@grace')).toBeVisible();
    expect(screen.getByText('Joined January 2026')).toBeVisible();
    expect(await screen.findByText('Counts in octal.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Stats' })).toHaveTextContent(
      '1.5K Followers2 Following3 Posts2.5M Likes',
    );
    expect(screen.getByText('Arlington')).toBeVisible();
    const website = screen.getByRole('link', { name: 'example.org' });
    expect(website).toHaveAttribute('rel', expect.stringContaining('noopener'));
    // in a page from right to left, its slashes would change their place
    expect(website).toHaveAttribute('dir', 'ltr');
    expect(await screen.findByText('No posts yet')).toBeVisible();
  });

  it('links addresses, tags and names in the bio [B1-3]', async () => {
    serveProfile();
    const bio = 'With @mary_j on #ships, see https://example.org/navy';
    server.use(http.get('/api/boards/user/:id', () => ok({ ...board, bio })));
    renderApp({ user: testUser(), url: '/grace' });
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await hrefOf('@mary_j')).toBe('/mary_j');
    expect(await hrefOf('#ships')).toBe('/search?q=%23ships');
    expect(await hrefOf('https://example.org/navy')).toBe('https://example.org/navy');
  });

  it('follows without a call, updates the count, and unfollows [A2.9-8 A4.6-1 A4.6-2 A6-5 A7.3-17]', async () => {
    serveProfile({ ...grace });
    server.use(
      http.get('/api/boards/user/:id', () =>
        ok({ ...board, socialStats: { ...board.socialStats, followers: 4 } }),
      ),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('4')).toBeVisible();
    const follow = screen.getByRole('button', { name: 'Follow Grace Hopper' });
    await user.click(follow);
    // if it were disabled, it would lose the focus
    expect(follow).toHaveTextContent('...');
    expect(follow).toHaveAttribute('aria-disabled', 'true');
    expect(follow).toBeEnabled();
    expect(await screen.findByRole('button', { name: 'Following Grace Hopper' })).toBeVisible();
    expect(screen.getByText('5')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Following Grace Hopper' }));
    expect(await screen.findByRole('button', { name: 'Follow Grace Hopper' })).toBeVisible();
    expect(screen.getByText('4')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/message/@grace');
  });

  it('offers Edit Profile, and only copying and sharing, on the user’s own page [A2.9-7 A2.9-18 A6-7]', async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    const { user } = renderApp({ user: testUser(), url: '/ada' });
    expect(await screen.findByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
      'href',
      '/settings/profile',
    );
    await user.click(screen.getByRole('button', { name: 'Profile options' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy Profile Link' })).toBeVisible();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Copy Profile Link',
      'Share Profile',
    ]);
  });

  it('has no input for picture, cover or anything else on the user’s own page [A4.6-4]', async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    const { container } = renderApp({ user: testUser(), url: '/ada' });
    expect(await screen.findByText('Counts in octal.')).toBeVisible();
    const page = container.querySelector('main')!;
    expect(page.querySelectorAll('input, textarea, [contenteditable]')).toHaveLength(0);
    expect(within(page).queryByRole('button', { name: /Save|Change|Cover|Picture/i })).toBeNull();
  });

  it('shows cover and picture, and a pattern if the cover fails to load [A2.9-1 A2.9-4 A2.9-28]', async () => {
    serveProfile({ ...grace, profilepic: 'https://pictures.example/grace.jpg' });
    const coverPhoto = 'https://pictures.example/cover.jpg';
    server.use(http.get('/api/boards/user/:id', () => ok({ ...board, coverPhoto })));
    const { container } = renderApp({ user: testUser(), url: '/grace' });
    await waitFor(() => expect(container.querySelector(`img[src="${coverPhoto}"]`)).toBeInTheDocument());
    expect(container.querySelector('img[src="https://pictures.example/grace.jpg"]')).toBeInTheDocument();
    expect(screen.queryByTestId('cover-pattern')).toBeNull();
    fireEvent.error(container.querySelector(`img[src="${coverPhoto}"]`)!);
    expect(screen.getByTestId('cover-pattern')).toBeInTheDocument();
    expect(container.querySelector(`img[src="${coverPhoto}"]`)).toBeNull();
  });

  it('goes back to the previous page [A2.9-2]', async () => {
    setWindowWidth(375);
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    const { address, user } = renderApp({ user: testUser(), url: '/about' });
    await user.click(await screen.findByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('button', { name: 'Profile options' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/about'));
  });

  it('asks for confirmation before it blocks, and ignores a report without a reason [A2.9-3 A2.9-16 A2.9-17]', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Copy Profile Link',
      'Share Profile',
      'Block User',
      'Report User',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Block User' }));
    const question = await openDialog('alertdialog', 'Block @grace?');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(useBlockStore.getState().blocked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report User' }));
    await user.type((await openDialog()).getByLabelText('What is wrong?'), '   ');
    expect(screen.getByRole('button', { name: 'Report' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByLabelText('What is wrong?')).toBeNull());
    expect(localStorage.getItem('moderation-log') ?? '').not.toContain('"reason"');
    expect(screen.queryByText('Report noted in this browser only')).toBeNull();
  });

  it('blocks after confirmation and accepts a report with a reason, without a call [A2.9-16 A2.9-17 A2.9-19 A2.9-20 A6-6]', async () => {
    serveProfile();
    const written: string[] = [];
    const note = ({ request }: { request: Request }) => {
      if (request.method !== 'GET') written.push(request.url);
    };
    server.events.on('request:start', note);
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report User' }));
    await user.type((await openDialog()).getByLabelText('What is wrong?'), 'Spam');
    await user.click(screen.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(localStorage.getItem('moderation-log')).toContain('"reason":"Spam"'));
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block User' }));
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const told = await screen.findByText(/They do not see what you write\./);
    expect(told.closest('p')).toHaveTextContent('You blocked @grace');
    expect(written).toEqual([]);
    server.events.removeListener('request:start', note);
    await user.click(screen.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('No posts yet')).toBeVisible();
  });

  it('keeps an unfinished report until it is opened again', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    const report = async () => {
      await user.click(await screen.findByRole('button', { name: 'Profile options' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Report User' }));
      return (await openDialog()).getByLabelText('What is wrong?');
    };
    await user.type(await report(), 'Sells bo');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText('What is wrong?')).toBeNull());
    await user.type(await report(), 'ts');
    await user.click(screen.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText('Report noted in this browser only')).toBeVisible();
    expect(localStorage.getItem('moderation-log')).toContain('"reason":"Sells bots"');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens lists with as many placeholders as the count [A2.9-29 A9-32]', async () => {
    serveProfile();
    const { passed, open } = makeGate();
    server.use(
      http.get('/api/boards/user/:id', () =>
        ok({ ...board, socialStats: { ...board.socialStats, following: 120 } }),
      ),
      http.get('/api/people/:id/following', async () => {
        await passed;
        return ok([person], { nextCursor: null });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: '120 Following' }));
    const dialog = await screen.findByRole('dialog', { name: 'Following' });
    expect(dialog.querySelectorAll('li')).toHaveLength(120);
    expect(within(dialog).getByText('@user120')).toBeVisible();
    open();
    // real users replace them
    expect(await within(dialog).findByText('@mary_j')).toBeVisible();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  });

  it('lists followers in pages, each with Follow and a link to their profile [B2-17]', async () => {
    serveProfile();
    const cursors: (string | null)[] = [];
    server.use(
      http.get('/api/people/:id/followers', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        cursors.push(cursor);
        return cursor === 'two'
          ? ok([{ ...person, _id: idOf(81), userName: 'kate_b' }], { nextCursor: null })
          : ok([person], { nextCursor: 'two' });
      }),
    );
    const { user, address } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: '1.5K Followers' }));
    const dialog = await screen.findByRole('dialog', { name: 'Followers' });
    await user.click(await within(dialog).findByRole('button', { name: 'Show more people' }));
    expect(await within(dialog).findByText('@kate_b')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Show more people' })).toBeNull();
    expect(within(dialog).getAllByRole('button', { name: 'Follow Mary Jackson' })).toHaveLength(2);
    expect(cursors).toEqual([null, 'two']);
    await user.click(within(dialog).getByRole('link', { name: /@mary_j/ }));
    await waitFor(() => expect(address()).toBe('/mary_j'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the placeholders if users fail to load, with a retry [B2-17]', async () => {
    serveProfile();
    let fails = true;
    server.use(
      http.get('/api/people/:id/followers', () => (fails ? broken() : ok([], { nextCursor: null }))),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: '1.5K Followers' }));
    const dialog = await screen.findByRole('dialog', { name: 'Followers' });
    expect(await within(dialog).findByText('Failed to load people')).toBeVisible();
    // the count of this profile is above the limit of placeholders
    expect(dialog.querySelectorAll('li')).toHaveLength(1000);
    fails = false;
    await user.click(within(dialog).getByRole('button', { name: 'Try Again' }));
    expect(await within(dialog).findByText('No followers yet')).toBeVisible();
  });
});

describe('a link to a profile by id', () => {
  it('redirects to the user name, also for users without posts', async () => {
    serveProfile();
    const { address } = renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    expect(address()).toBe('/grace');
  });

  it('says when the user does not exist', async () => {
    server.use(
      http.get('/api/users/:id', () => HttpResponse.json({ message: 'User not found' }, { status: 404 })),
    );
    renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
  });

  it('shows what went wrong when the lookup fails', async () => {
    server.use(http.get('/api/users/:id', () => HttpResponse.json({ message: 'Broken' }, { status: 403 })));
    renderApp({ user: testUser(), url: `/profile/${grace._id}` });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('Broken')).toBeVisible();
  });

  it('is copied and shared by the menu [A2.1-25 A2.9-15]', async () => {
    serveProfile();
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    await user.click(await screen.findByRole('button', { name: 'Profile options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy Profile Link' }));
    expect(await screen.findByRole('menuitem', { name: 'Copied!' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/profile/${grace._id}`);
    await user.click(screen.getByRole('menuitem', { name: 'Share Profile' }));
    expect(await screen.findByText('Profile link copied')).toBeVisible();
  });
});
