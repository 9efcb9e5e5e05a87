import { shuffleKey } from '@social-feed/feed-order';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepForReader } from '../../../app/offline/start';
import { installOffline } from '../../../testing/fake-caches';
import { idOf } from '../../../testing/make-post';
import { broken, ok, skipDelays } from '../../../testing/serve-profile';
import { collectionOf, savedPost, serveCollection } from '../../../testing/serve-collections';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';
import { useSessionStore } from '../../identity/session/stores/session-store';
import { getCollectionPage } from './collection-queries';
import { keepCollection, NotKept, type Progress } from './keep-collection';
import { forgetKept, useKept } from './kept-store';

const ID = idOf(500);
const me = testUser();
const UPLOAD = `/media/${'a'.repeat(32)}`;
const api = (path: string) => `${location.origin}/api${path}`;
const withPicture = (number: number, url = `${location.origin}/api${UPLOAD}/1280.webp`) => ({
  ...savedPost(number),
  media: [{ url, kind: 'image', alt: '', width: 1600, height: 900, placeholder: '' }],
  commentsCount: 1,
});

/** Serves a picture of this many bytes, and one comment to each post. */
const serveParts = (bytes = 1000) => {
  const comments = { currentPage: 1, hasNextPage: true, totalComments: 40 };
  server.use(
    http.get('*/media/:id/:file', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(bytes), { headers: { 'Content-Type': 'image/webp' } }),
    ),
    http.get('/api/comments/post/:id', () => ok([], { pagination: comments })),
  );
};

const keep = (
  onProgress: (progress: Progress) => void = () => undefined,
  signal = new AbortController().signal,
) => keepCollection(ID, { viewerId: me._id, signal, onProgress });
const failure = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => (error instanceof NotKept ? error.reason : error),
  );
const read = (seed?: number) =>
  getCollectionPage(ID, {
    cursor: '',
    signal: new AbortController().signal,
    ...(seed === undefined ? {} : { seed }),
  });
const away = () => http.get('/api/collections/:id', () => HttpResponse.error());
const kept = () => useKept.getState().byId[ID];

let browser: ReturnType<typeof installOffline>;
beforeEach(() => {
  browser = installOffline();
});
afterEach(async () => {
  await forgetKept();
  browser.remove();
  localStorage.clear();
});

describe('a collection kept offline', () => {
  it('has its posts, pictures and first comments, and knows their bytes [B14-14]', async () => {
    serveCollection([withPicture(1), withPicture(2)]);
    serveParts();
    const seen: Progress[] = [];
    await keep((progress) => seen.push(progress));
    expect(browser.addresses().sort()).toEqual(
      [
        api(`${UPLOAD}/1280.webp`),
        api(`/collections/${ID}`),
        ...[1, 2].flatMap((number) => [api(`/posts/${idOf(number)}`), api(`/comments/post/${idOf(number)}`)]),
      ].sort(),
    );
    expect(kept()).toMatchObject({ name: 'Summer', posts: 2, missing: 0 });
    expect(kept()?.bytes).toBeGreaterThan(1000);
    expect(seen.at(-1)).toMatchObject({ of: 2 });
    // the list ends with what is kept
    const found = await caches.match(api(`/comments/post/${idOf(1)}`));
    expect(await found?.json()).toMatchObject({ pagination: { hasNextPage: false, totalComments: 40 } });
  });

  it('is read without a network, shuffled too [B14-15]', async () => {
    serveCollection([1, 2, 3].map(savedPost));
    await keep();
    server.use(away());
    expect((await read()).data.map(({ _id }) => _id)).toEqual([1, 2, 3].map(idOf));
    const bySeed = [1, 2, 3].map(idOf).sort((a, b) => shuffleKey(7, a) - shuffleKey(7, b));
    const page = await read(7);
    expect([page.data.map(({ _id }) => _id), page.nextCursor]).toEqual([bySeed, null]);
    server.use(
      http.get('/api/collections/:id', () => HttpResponse.json({ success: false }, { status: 404 })),
    );
    await expect(read()).rejects.toMatchObject({ status: 404 });
  });

  it('fails as before if it is not kept [B14-15]', async () => {
    server.use(away());
    await expect(read()).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('is kept without pictures that never arrive [B14-14]', async () => {
    serveCollection([withPicture(1)]);
    serveParts();
    server.use(http.get('*/media/:id/:file', () => new Promise<never>(() => undefined)));
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(
      AbortSignal.abort(new DOMException('The time is over', 'TimeoutError')),
    );
    await keep();
    expect(kept()).toMatchObject({ posts: 1, missing: 1 });
  });

  it('removes what a closed tab left unfinished [B14-16]', async () => {
    await caches.open('kept-left');
    serveCollection([savedPost(1)]);
    await keep();
    await keep();
    expect(browser.names()).toEqual([kept()?.cache]);
  });

  it('is replaced by an update, which removes the former copy [B14-14]', async () => {
    serveCollection([savedPost(1)]);
    await keep();
    const [former] = browser.names();
    serveCollection([savedPost(1), savedPost(2)]);
    await keep();
    await vi.waitFor(() => expect(browser.names()).toEqual([kept()?.cache]));
    expect(browser.names()).not.toContain(former);
    expect(kept()?.posts).toBe(2);
  });

  it('leaves out pictures that do not fit, and says how many [B14-16]', async () => {
    browser.remove();
    browser = installOffline(2 * 5000);
    serveCollection([withPicture(1)]);
    serveParts(6000);
    await keep();
    expect(kept()).toMatchObject({ posts: 1, missing: 1 });
    expect(browser.addresses()).not.toContain(api(`${UPLOAD}/1280.webp`));
  });

  it.each([
    ['the storage is full', 'full', () => void (browser.state.room = 0)],
    [
      'the network is lost half way',
      'lost',
      () => server.use(http.get('/api/comments/post/:id', () => HttpResponse.error())),
    ],
    [
      'the note does not fit',
      'full',
      () =>
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('No room', 'QuotaExceededError');
        }),
    ],
    [
      'the server fails',
      'failed',
      () =>
        server.use(
          http.get('/api/collections/:id', () => HttpResponse.json({ success: false }, { status: 403 })),
        ),
    ],
  ])('stays as it was if %s [B14-16]', async (_when, reason, spoil) => {
    serveCollection([withPicture(1)]);
    serveParts();
    await keep();
    const before = [kept(), browser.names()];
    spoil();
    expect(await failure(keep())).toBe(reason);
    vi.restoreAllMocks();
    expect([kept(), browser.names()]).toEqual(before);
  });

  it('goes on without comments that the server refuses [B14-14]', async () => {
    serveCollection([withPicture(1)]);
    serveParts();
    server.use(http.get('/api/comments/post/:id', broken));
    await keep();
    expect(kept()?.posts).toBe(1);
  });

  it('keeps nothing if it is cancelled, or the browser has no worker [B14-16]', async () => {
    serveCollection([savedPost(1)]);
    const control = new AbortController();
    await expect(keep(() => control.abort(), control.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect([kept(), browser.names()]).toEqual([undefined, []]);
    browser.remove();
    expect(await failure(keep())).toBe('no-worker');
  });

  it('waits a while for a worker that is being installed [B14-14]', async () => {
    serveCollection([savedPost(1)]);
    const never = new Promise(() => undefined);
    const install = (ready: Promise<unknown>) =>
      Object.defineProperty(navigator, 'serviceWorker', {
        value: { controller: null, ready },
        configurable: true,
      });
    install(never);
    const restore = skipDelays();
    expect(await failure(keep())).toBe('no-worker');
    restore();
    install(Promise.resolve({}));
    await keep();
    expect(kept()?.posts).toBe(1);
  });

  it('is removed when its user signs out or another one comes [B14-17]', async () => {
    useSessionStore.setState({ currentUser: me });
    const stop = keepForReader();
    serveCollection([savedPost(1)]);
    await keep();
    useSessionStore.setState({ currentUser: null });
    await vi.waitFor(() => expect(browser.names()).toEqual([]));
    expect(useKept.getState()).toEqual({ viewerId: null, byId: {} });
    // a tab that was closed before that
    await keep();
    keepForReader()();
    await vi.waitFor(() => expect(browser.names()).toEqual([]));
    expect(localStorage.getItem('kept-collections')).toBeNull();
    stop();
  });

  it('shares its room with the others [B14-16]', async () => {
    useKept.setState({
      viewerId: me._id,
      byId: {
        other: { name: 'Other', cache: 'kept-other', posts: 1, bytes: 200 * 1024 * 1024, missing: 0, at: '' },
      },
    });
    serveCollection([withPicture(1)], collectionOf());
    serveParts();
    await keep();
    expect(kept()?.missing).toBe(1);
  });
});
