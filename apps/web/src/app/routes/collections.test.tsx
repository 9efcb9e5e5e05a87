import { shuffleKey } from '@social-feed/feed-order';
import { nameOfSeed } from '@social-feed/feed-order/names';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetKept } from '../../features/reading/collections/kept-store';
import { setVisitorMode } from '../../lib/visitor-mode';
import { refusal } from '../../testing/failing-answers';
import { installOffline } from '../../testing/fake-caches';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { collectionOf, savedPost, serveCollection, SHARE_ID } from '../../testing/serve-collections';
import { broken, ok, pageOf, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const COLLECTION = `/collections/${idOf(500)}`;
const me = testUser();
const refused = (status: number, message: string, path?: string) =>
  refusal('CONFLICT', message, status, path);

// the first load of these parts may take longer than a test waits
beforeAll(async () => {
  await Promise.all([
    import('../shells/shelled-pages'),
    import('./profile'),
    import('../../features/reading/collections/name-dialog'),
    import('../../features/content/post/options/open-post-options'),
    import('../../features/content/post/dialogs/add-to-collection'),
    import('../../features/content/post/list/shuffled-posts'),
  ]);
});
beforeEach(() => {
  skipDelays();
});

describe('the collections above the saved posts', () => {
  beforeEach(() => {
    serveProfile({ ...me, createdAt: '2026-01-02T03:04:05.000Z' });
    server.use(http.get('/api/posts/bookmarks', () => pageOf([savedPost(1)])));
  });
  const openBookmarks = () => renderApp({ user: me, url: `/${me.userName}/bookmarks` });

  it('lead to their pages and say how many posts they have and which are shared [B14-8]', async () => {
    serveCollection([savedPost(1), savedPost(2)], { shareId: SHARE_ID });
    const { user, address } = openBookmarks();
    const row = within(await screen.findByRole('navigation', { name: 'Collections' }));
    await user.click(await row.findByRole('link', { name: /^Summer.*2 posts, shared$/ }));
    await waitFor(() => expect(address()).toBe(COLLECTION));
  });

  it('take a new one, and tell at the field why not [B14-8]', async () => {
    serveCollection([]);
    let taken = true;
    server.use(
      http.post('/api/collections', async ({ request }) => {
        if (taken) return refused(409, 'You have a collection with this name', 'name');
        const { name } = (await request.json()) as { name: string };
        return HttpResponse.json({ success: true, data: collectionOf({ name, posts: 0 }) }, { status: 201 });
      }),
    );
    const { user, address } = openBookmarks();
    await user.click(await screen.findByRole('button', { name: 'New collection' }));
    const dialog = await openDialog();
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Name'), ' Winter ');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('You have a collection with this name')).toBeVisible();
    taken = false;
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(address()).toBe(COLLECTION));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stay away with a retry if they cannot be loaded; the saved posts show [B14-8]', async () => {
    let fails = true;
    server.use(http.get('/api/collections', () => (fails ? broken() : ok([collectionOf()]))));
    const { user } = openBookmarks();
    expect(await screen.findByText('Your collections could not be loaded.')).toBeVisible();
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: /^Summer/ })).toBeVisible();
  });
});

describe('“Add to collection…” of a saved post', () => {
  /** Opens the dialog from the menu of a post of the collection. */
  const openChoices = async () => {
    serveCollection([savedPost(1)]);
    const had = { has: false };
    server.use(
      http.get('/api/collections', ({ request }) =>
        ok([
          collectionOf({ posts: 2, ...(new URL(request.url).searchParams.has('post') ? had : {}) }),
          collectionOf({ _id: idOf(501), name: 'Winter', posts: 0, has: true }),
        ]),
      ),
    );
    const { user } = renderApp({ user: me, url: COLLECTION });
    await user.click(await screen.findByRole('button', { name: 'Post options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add to collection…' }));
    const dialog = await openDialog();
    return { user, dialog, had, summer: await dialog.findByRole('checkbox', { name: 'Summer' }) };
  };

  it('shows a choice at once and sends it [B14-9]', async () => {
    const { user, dialog, had, summer } = await openChoices();
    expect(dialog.getByRole('checkbox', { name: 'Winter' })).toBeChecked();
    const gate = makeGate();
    const sent: unknown[] = [];
    server.use(
      http.post('/api/collections/:id/posts', async ({ request }) => {
        sent.push(await request.json());
        await gate.passed;
        had.has = true;
        return ok(collectionOf({ posts: 3 }));
      }),
    );
    await user.click(summer);
    expect(summer).toBeChecked();
    await waitFor(() => expect(sent).toEqual([{ post: idOf(1), action: 'add' }]));
    gate.open();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes the choice back with the reason if it is refused [B14-9]', async () => {
    const { user, summer } = await openChoices();
    server.use(
      http.post('/api/collections/:id/posts', () => refused(409, 'A collection has at most 1000 posts')),
    );
    await user.click(summer);
    expect(await screen.findByText('A collection has at most 1000 posts')).toBeInTheDocument();
    expect(summer).not.toBeChecked();
  });

  it('creates a collection with the post in it [B14-9]', async () => {
    const { user, dialog } = await openChoices();
    const sent: unknown[] = [];
    server.use(
      http.post('/api/collections', () =>
        HttpResponse.json(
          { success: true, data: collectionOf({ _id: idOf(502), posts: 0 }) },
          { status: 201 },
        ),
      ),
      http.post('/api/collections/:id/posts', async ({ request, params }) => {
        sent.push([params['id'], await request.json()]);
        return ok(collectionOf({ _id: idOf(502), posts: 1 }));
      }),
    );
    await user.type(dialog.getByLabelText('New collection'), 'Autumn');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent).toEqual([[idOf(502), { post: idOf(1), action: 'add' }]]));
    expect(dialog.getByLabelText('New collection')).toHaveValue('');
  });
});

describe('the page of an own collection', () => {
  it('says who can see it, shares it by a copied link, and ends that [B14-10]', async () => {
    const calls = serveCollection([savedPost(1)]);
    const { user } = renderApp({ user: me, url: COLLECTION });
    expect(await screen.findByText('Only you can see this collection.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Share by link' }));
    expect(await screen.findByText(/^Everyone who has its link can see/)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/c/${SHARE_ID}`);
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText('Only you can see this collection.')).toBeVisible();
    expect(calls).toEqual([
      ['change', { isShared: true }],
      ['change', { isShared: false }],
    ]);
  });

  it('stays private if sharing fails [B14-10]', async () => {
    serveCollection([savedPost(1)]);
    server.use(http.patch('/api/collections/:id', broken));
    const { user } = renderApp({ user: me, url: COLLECTION });
    await user.click(await screen.findByRole('button', { name: 'Share by link' }));
    expect(await screen.findByText('Broken')).toBeInTheDocument();
    expect(screen.getByText('Only you can see this collection.')).toBeVisible();
  });

  it('renames it and deletes it after a question [B14-10]', async () => {
    const calls = serveCollection([savedPost(1)]);
    const { user, address } = renderApp({ user: me, url: COLLECTION });
    await user.click(await screen.findByRole('button', { name: 'Collection options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const dialog = await openDialog();
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Beach');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('heading', { name: 'Beach', level: 1 })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Collection options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/collections'));
    expect(calls).toEqual([
      ['change', { name: 'Beach' }],
      ['delete', undefined],
    ]);
  });

  it('shuffles by a seed in the address, and Check proves the order or tells what is wrong [B14-11]', async () => {
    const posts = [1, 2, 3, 4].map(savedPost);
    const bySeed = posts.toSorted((a, b) => shuffleKey(7, a._id) - shuffleKey(7, b._id));
    serveCollection(bySeed);
    const { user, open } = renderApp({ user: me, url: `${COLLECTION}?seed=7` });
    await user.click(await screen.findByRole('button', { name: 'Check' }));
    expect(screen.getByText('Checked 4 posts: each stands where seed 7 puts it.')).toBeVisible();
    serveCollection(bySeed.toReversed());
    await open(`${COLLECTION}?seed=8`);
    await screen.findByText(`Shuffle “${nameOfSeed(8).replaceAll('-', ' ')}”`);
    serveCollection(posts.toSorted((a, b) => shuffleKey(9, b._id) - shuffleKey(9, a._id)));
    await open(`${COLLECTION}?seed=9`);
    await screen.findByText(`Shuffle “${nameOfSeed(9).replaceAll('-', ' ')}”`);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(screen.getByText(/^Post 2 does not stand where seed 9 puts it/)).toBeVisible();
  });

  it('says what to do while it is empty, and what went wrong with a retry [B14-10]', async () => {
    let fails = true;
    serveCollection([]);
    server.use(http.get('/api/collections/:id', () => (fails ? refused(403, 'Broken') : undefined)));
    const { user } = renderApp({ user: me, url: COLLECTION });
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No posts in this collection yet')).toBeVisible();
  });

  it('asks visitors to sign in [B14-10]', async () => {
    setVisitorMode(true);
    const { address } = renderApp({ user: null, url: COLLECTION });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    setVisitorMode(false);
  });
});

describe('“Keep offline” of an own collection', () => {
  let browser: ReturnType<typeof installOffline>;
  beforeEach(() => {
    browser = installOffline();
    return async () => {
      await forgetKept();
      browser.remove();
    };
  });

  it('tells the progress, then the megabytes, and removes the copy [B14-14]', async () => {
    const gate = makeGate();
    serveCollection([{ ...savedPost(1), commentsCount: 1 }]);
    server.use(
      http.get('/api/comments/post/:id', async () => {
        await gate.passed;
        return ok([], { pagination: { currentPage: 1, hasNextPage: false, totalComments: 0 } });
      }),
    );
    const { user } = renderApp({ user: me, url: COLLECTION });
    const offline = within(await screen.findByRole('region', { name: 'Offline' }));
    expect(offline.getByText(/^For a journey:/)).toBeVisible();
    await user.click(offline.getByRole('button', { name: 'Keep offline' }));
    expect(await offline.findByText(/^Keeping 1 of 1 · /)).toBeVisible();
    gate.open();
    expect(await offline.findByText('Kept offline just now · 0.1 MB')).toBeVisible();
    await user.click(offline.getByRole('button', { name: 'Remove' }));
    expect(await offline.findByText(/^For a journey:/)).toBeVisible();
    await waitFor(() => expect(browser.names()).toEqual([]));
  });

  it('says why nothing was kept [B14-16]', async () => {
    serveCollection([savedPost(1)]);
    browser.state.room = 0;
    const { user } = renderApp({ user: me, url: COLLECTION });
    await user.click(await screen.findByRole('button', { name: 'Keep offline' }));
    expect(await screen.findByText(/^There is no room in this browser. Nothing was kept/)).toBeVisible();
    browser.state.room = Infinity;
    await user.click(screen.getByRole('button', { name: 'Keep offline' }));
    expect(await screen.findByRole('button', { name: 'Update' })).toBeVisible();
    expect(screen.queryByText(/^There is no room/)).toBeNull();
  });

  it('lets the copy be found and read without a network [B14-15]', async () => {
    serveCollection([savedPost(1)]);
    const { user, open } = renderApp({ user: me, url: COLLECTION });
    await user.click(await screen.findByRole('button', { name: 'Keep offline' }));
    await screen.findByRole('button', { name: 'Update' });
    server.use(http.get('/api/collections', () => HttpResponse.error()));
    await open('/collections');
    const link = await screen.findByRole('link', { name: 'Summer 1 post · 0.1 MB offline' });
    server.use(http.get('/api/collections/:id', () => HttpResponse.error()));
    await user.click(link);
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Summer', level: 1 })).toBeVisible();
  });
});

describe('a shared collection', () => {
  it('is read by visitors, with its owner and without any tool [B14-12]', async () => {
    setVisitorMode(true);
    serveCollection([savedPost(1)], { shareId: SHARE_ID });
    renderApp({ user: null, url: `/c/${SHARE_ID}` });
    expect(await screen.findByRole('heading', { name: 'Summer', level: 1 })).toBeVisible();
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    const [owner] = main.getAllByRole('link', { name: 'Grace Hopper @grace' });
    expect(owner).toHaveAttribute('href', '/grace');
    expect(owner!.closest('article')).toBeNull();
    for (const tool of ['Collection options', 'Stop sharing', 'Keep offline', 'Copy link'])
      expect(main.queryByRole('button', { name: tool })).toBeNull();
    expect(main.getByRole('button', { name: 'Shuffle' })).toBeVisible();
    setVisitorMode(false);
  });

  it.each([`/c/${SHARE_ID}`, '/c/x', COLLECTION])('at %s is told to be gone [B14-12]', async (url) => {
    server.use(
      http.get('/api/collections/:id', () =>
        HttpResponse.json(
          { success: false, message: 'Collection not found', code: 'NOT_FOUND' },
          { status: 404 },
        ),
      ),
    );
    renderApp({ user: me, url });
    expect(await screen.findByRole('heading', { name: 'Collection not found' })).toBeVisible();
    expect(document.title).toMatch(/^Collection not found/);
  });
});

describe('/collections', () => {
  it('lists the own collections [B14-8]', async () => {
    serveCollection([savedPost(1)], { shareId: SHARE_ID });
    renderApp({ user: me, url: '/collections' });
    const link = await screen.findByRole('link', { name: 'Summer 1 post · shared by its link' });
    expect(link).toHaveAttribute('href', COLLECTION);
  });

  it('leaves the tabs of a user with this name where they are [B14-13]', async () => {
    serveProfile();
    renderApp({ user: me, url: '/collections/posts' });
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  });
});
