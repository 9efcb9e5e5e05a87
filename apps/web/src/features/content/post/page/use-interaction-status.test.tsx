import { renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientPost } from '../model/post';
import { keys } from '../../../../cache/keys';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useInteractionStatus } from './use-interaction-status';
import { MINUTE } from '../../../../lib/time';
import { pass } from '../../../../testing/fake-clock';

const POST = idOf(1);
const viewer = testUser();
let calls = 0;

const serve = (answer: () => Response) =>
  server.use(
    http.get(`*/api/post-interactions/${POST}/status`, () => {
      calls += 1;
      return answer();
    }),
  );
const liked = () =>
  HttpResponse.json({ success: true, data: { liked: true, disliked: false, saved: true, viewed: true } });

beforeEach(() => {
  vi.useFakeTimers();
  calls = 0;
});
afterEach(() => void vi.useRealTimers());

const open = (client = createQueryClient(), user: typeof viewer | null = viewer) => {
  client.setQueryData(keys.post(POST, viewer._id), makePost());
  const view = renderHook(() => useInteractionStatus(POST), { wrapper: withViewer(client, user) });
  return { ...view, client };
};
const settled = () => vi.waitFor(() => expect(calls).toBeGreaterThan(0)).then(() => pass(50));

describe('the interaction status of a post', () => {
  it('is shown on the post', async () => {
    serve(liked);
    const { client } = open();
    await settled();
    expect(client.getQueryData<ClientPost>(keys.post(POST, viewer._id))).toMatchObject({
      userInteraction: { liked: true, disliked: false, saved: true, viewed: true },
      isBookmarked: true,
    });
  });

  it('is fresh for 30 s and cached for 5 min [F9-15]', async () => {
    serve(liked);
    const first = open();
    await settled();
    first.unmount();
    await pass(28_000);
    const second = open(first.client);
    await pass(100);
    expect(calls).toBe(1);
    second.unmount();
    await pass(3000);
    const third = open(first.client);
    await pass(100);
    expect(calls).toBe(2);
    third.unmount();
    const held = () => first.client.getQueryData(keys.status(POST, viewer._id));
    await pass(5 * MINUTE - 1000);
    expect(held()).toBeDefined();
    await pass(1000);
    expect(held()).toBeUndefined();
  });

  it('is retried less than twice [F9-16]', async () => {
    serve(() => HttpResponse.json({}, { status: 500 }));
    open();
    await settled();
    await pass(MINUTE);
    expect(calls).toBe(2);
  });

  it('is not fetched for visitors', async () => {
    serve(liked);
    open(createQueryClient(), null);
    await pass(1000);
    expect(calls).toBe(0);
  });

  it('is applied once: a cached response does not undo a later reaction', async () => {
    const untouched = { liked: false, disliked: false, saved: false, viewed: true };
    serve(() => HttpResponse.json({ success: true, data: untouched }));
    const first = open();
    await settled();
    first.unmount();
    const { client } = first;
    const key = keys.post(POST, viewer._id);
    const like = { ...untouched, liked: true };
    client.setQueryData<ClientPost>(key, (post) => post && { ...post, userInteraction: like });
    renderHook(() => useInteractionStatus(POST), { wrapper: withViewer(client, viewer) });
    await pass(100);
    expect(calls).toBe(1);
    expect(client.getQueryData<ClientPost>(key)?.userInteraction.liked).toBe(true);
  });
});
