import { act } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../../cache/keys';
import type { ClientPost } from '../model/post';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { installFakeSight, setInSight } from '../../../../testing/sight';
import { trackView, type ViewPlace } from './track-view';
import { pass } from '../../../../testing/fake-clock';

const VIEWER = idOf(77);
// shared as in the app: the trackers write to the first client they get
const client = createQueryClient();
let posts = 100;
let sent: string[][] = [];
let outliving: boolean[] = [];

/** Tracks a new post in the feed or on its page; `views` returns its cached count. */
const track = (place: ViewPlace = 'list') => {
  const post = makePost({ _id: idOf((posts += 1)) });
  const key = keys.post(post._id, VIEWER);
  client.setQueryData(key, post);
  const card = document.createElement('article');
  const stop = trackView(card, { client, viewerId: VIEWER, postId: post._id, place });
  return {
    show: (ratio: number) => setInSight((element) => element === card, ratio),
    /** Three screens high; it covers `share` of the screen. */
    showTall: (share: number) => setInSight((element) => element === card, share / 3, window.innerHeight * 3),
    views: () => client.getQueryData<ClientPost>(key)?.views,
    postId: post._id,
    stop,
  };
};
const answerWith = (viewAdded: boolean, totalViews: number) =>
  server.use(
    http.post('*/api/post-interactions/batch-views', async ({ request }) => {
      const { postViews } = (await request.json()) as { postViews: { postId: string }[] };
      sent.push(postViews.map(({ postId }) => postId));
      outliving.push(request.keepalive);
      const results = postViews.map(({ postId }) => ({ postId, viewAdded, totalViews }));
      return HttpResponse.json({ success: true, data: { results } });
    }),
  );
const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

beforeEach(() => {
  vi.useFakeTimers();
  installFakeSight();
  sent = [];
  outliving = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('posts are watched by one observer, which ends with the last of them', () => {
  const made: unknown[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class extends IntersectionObserver {
      constructor(...settings: ConstructorParameters<typeof IntersectionObserver>) {
        super(...settings);
        made.push(this);
      }
    },
  );
  const cards = [track(), track(), track('page')];
  expect(made).toHaveLength(1);
  for (const { stop } of cards) stop();
  track().stop();
  expect(made).toHaveLength(2);
});

describe('views of a list', () => {
  it('are sent in one call if they are due together', async () => {
    answerWith(true, 13);
    const cards = [track(), track(), track()];
    for (const card of cards) card.show(1);
    await pass(4000);
    expect(sent).toEqual([cards.map(({ postId }) => postId)]);
    for (const { views, stop } of cards) {
      expect(views()).toBe(13);
      stop();
    }
  });

  it('raise the local count by at least one, unless the server does not count them [F4-37]', async () => {
    answerWith(true, 3);
    const counted = track();
    counted.show(0.5);
    await pass(4000);
    expect(counted.views()).toBe(13);
    answerWith(false, 12);
    const uncounted = track();
    uncounted.show(0.5);
    await pass(4000);
    expect(uncounted.views()).toBe(12);
    expect(sent).toHaveLength(2);
    counted.stop();
    uncounted.stop();
  });

  it('need one second without a break at half of the post, in a visible tab [F9-18]', async () => {
    answerWith(true, 13);
    const { show, stop } = track();
    show(0.49);
    await pass(5000);
    show(0.5);
    await pass(900);
    setVisibility('hidden');
    await pass(5000);
    setVisibility('visible');
    await pass(900);
    show(0.2);
    await pass(5000);
    expect(sent).toEqual([]);
    show(0.5);
    await pass(3100);
    expect(sent).toHaveLength(1);
    stop();
  });

  it('need two seconds on the post page, and are sent one by one with their source [F9-17]', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/post-interactions/:id/view', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, data: { viewAdded: true, totalViews: 13 } });
      }),
    );
    const page = track('page');
    page.show(0.5);
    await pass(1999);
    expect(bodies).toEqual([]);
    await pass(2000);
    expect(bodies).toEqual([{ viewDuration: 2, referralSource: 'direct', feed: false }]);
    expect(page.views()).toBe(13);
    expect(sent).toEqual([]);
    page.stop();
  });

  it('need half of the screen if a post is taller than two screens [F4-33]', async () => {
    answerWith(true, 13);
    const { showTall, stop } = track();
    showTall(0.49);
    await pass(5000);
    expect(sent).toEqual([]);
    showTall(0.5);
    await pass(3100);
    expect(sent).toHaveLength(1);
    stop();
  });

  it('are sent at once when the tab is left, by a keepalive call', async () => {
    answerWith(true, 13);
    const { show, stop } = track();
    show(1);
    await pass(1000);
    expect(sent).toEqual([]);
    setVisibility('hidden');
    await pass(10);
    expect(sent).toHaveLength(1);
    expect(outliving).toEqual([true]);
    stop();
  });
});
