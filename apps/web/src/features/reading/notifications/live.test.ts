import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnread } from '../../../cache/unread-store';
import { api } from '../../../lib/api-client';
import { fakeEventSources, forgetEventSources, opened, openStreams } from '../../../testing/event-source';
import { server } from '../../../testing/server';
import { followUnread, SILENCE } from './live';

const ME = '65f0000000000000000000a1';
const unread = () => useUnread.getState().unread;
let ends: (() => void)[];
const follow = () => {
  const end = followUnread(ME);
  ends.push(end);
  return end;
};
const turn = () => vi.advanceTimersByTimeAsync(0);
/** Advances the clock until the condition holds; responses arrive in between. */
const until = async (isSo: () => boolean) => {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns === 2000) throw new Error('It never came to that');
    await vi.advanceTimersByTimeAsync(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const setHidden = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};
/** Another tab of the browser, with the messages it receives. */
const otherTab = () => {
  const channel = new BroadcastChannel('social-feed');
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => heard.push(data);
  ends.push(() => channel.close());
  return { heard, say: (news: object) => channel.postMessage({ kind: 'unread', ...news }) };
};
/** Number of calls to the API. */
let asked: number;
const serve = (answer: () => Response) =>
  server.use(
    http.get('*/api/notifications', () => {
      asked += 1;
      return answer();
    }),
  );

beforeEach(() => {
  ends = [];
  asked = 0;
  useUnread.setState({ unread: 0, newsAt: 0, waiting: undefined });
  fakeEventSources();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  serve(() => HttpResponse.json({ success: true, data: [], nextCursor: null, unread: 7 }));
});
afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetEventSources();
  api.setSessionHooks({});
});

describe('the notification stream', () => {
  it('shows the streamed count, using the session of this browser [B5-22]', async () => {
    follow();
    await turn();
    expect(opened.map(({ url, init }) => [url, init])).toEqual([
      ['/api/notifications/events', { withCredentials: true }],
    ]);
    opened[0]?.tell('unread', { unread: 3 });
    expect(unread()).toBe(3);
    opened[0]?.tell('unread', { unread: 0 });
    expect(unread()).toBe(0);
    expect(asked).toBe(0);
  });

  it('leaves reconnects to the browser, and closes when the viewer leaves [B5-22]', async () => {
    const end = follow();
    await turn();
    const [stream] = opened;
    stream!.readyState = 0;
    stream!.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(SILENCE / 2);
    expect(opened).toHaveLength(1);
    expect(asked).toBe(0);
    end();
    expect(stream?.readyState).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * SILENCE);
    expect(opened).toHaveLength(1);
  });

  it('reopens after more than two missed beats, but not before [B5-22]', async () => {
    follow();
    await turn();
    for (let beats = 0; beats < 10; beats += 1) {
      await vi.advanceTimersByTimeAsync(15_000);
      opened[0]?.tell('beat', {});
    }
    await vi.advanceTimersByTimeAsync(SILENCE - 1);
    expect(openStreams()).toEqual([opened[0]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(openStreams()).toEqual([]);
    await until(() => openStreams().length === 1);
    expect(opened).toHaveLength(2);
    expect(unread()).toBe(7);
  });

  it('backs off when the stream is refused and the network is down [B5-22]', async () => {
    serve(() => HttpResponse.error());
    follow();
    await turn();
    const pauses = [];
    for (let tries = 1; tries < 6; tries += 1) {
      const before = Date.now();
      opened.at(-1)?.refuse();
      await until(() => opened.length === tries + 1);
      pauses.push(Date.now() - before);
    }
    expect(asked).toBe(5);
    expect(pauses[4]).toBeGreaterThan(3 * pauses[0]!);
    expect(unread()).toBe(0);
  });

  it('refreshes the session after a refusal, and continues [B5-22]', async () => {
    let isFresh = false;
    server.use(
      http.post('*/api/auth/refresh', () => {
        isFresh = true;
        return HttpResponse.json({ success: true });
      }),
    );
    serve(() =>
      isFresh
        ? HttpResponse.json({ success: true, data: [], nextCursor: null, unread: 2 })
        : HttpResponse.json({ success: false, message: 'x', code: 'UNAUTHORIZED' }, { status: 401 }),
    );
    follow();
    await turn();
    opened[0]?.refuse();
    await until(() => openStreams().length === 1);
    expect(unread()).toBe(2);
  });

  it('ends when the session has expired [B5-22]', async () => {
    const refuse = () =>
      HttpResponse.json({ success: false, message: 'x', code: 'UNAUTHORIZED' }, { status: 401 });
    server.use(http.post('*/api/auth/refresh', refuse));
    serve(refuse);
    const end = follow();
    // In the app, the shell unmounts the hook when the session store reports the loss.
    const onLost = vi.fn(end);
    api.setSessionHooks({ onLost });
    await turn();
    opened[0]?.refuse();
    await until(() => onLost.mock.calls.length > 0);
    await vi.advanceTimersByTimeAsync(10 * SILENCE);
    expect(opened).toHaveLength(1);
  });

  it('does not reconnect in a hidden tab [B5-22]', async () => {
    follow();
    await turn();
    setHidden(true);
    opened[0]?.refuse();
    await vi.advanceTimersByTimeAsync(10 * SILENCE);
    expect([opened.length, asked]).toEqual([1, 0]);
    setHidden(false);
    await vi.waitFor(() => expect(openStreams()).toHaveLength(1));
  });
});

describe('the tabs of one browser', () => {
  it('share one stream, which another tab takes over when its tab closes [B5-21]', async () => {
    const end = follow();
    await turn();
    follow();
    follow();
    await turn();
    expect(opened).toHaveLength(1);
    end();
    await vi.waitFor(() => expect(openStreams()).toHaveLength(1));
    expect(opened).toHaveLength(2);
    opened[1]?.tell('unread', { unread: 4 });
    expect(unread()).toBe(4);
  });

  it('share the streamed count, including with tabs opened later [B5-21]', async () => {
    const { heard, say } = otherTab();
    follow();
    await turn();
    opened[0]?.tell('unread', { unread: 5 });
    const news = { kind: 'unread', viewerId: ME, unread: 5 };
    await vi.waitFor(() => expect(heard).toContainEqual(news));
    heard.length = 0;
    say({ viewerId: ME });
    await vi.waitFor(() => expect(heard).toEqual([news]));
  });

  it('share what waits for a moderator [B40-1]', async () => {
    const { heard, say } = otherTab();
    follow();
    await turn();
    opened[0]?.tell('unread', { unread: 5, waiting: 2 });
    expect(useUnread.getState()).toMatchObject({ unread: 5, waiting: 2 });
    const news = { kind: 'unread', viewerId: ME, unread: 5, waiting: 2 };
    await vi.waitFor(() => expect(heard).toContainEqual(news));
    say({ viewerId: ME, unread: 6, waiting: 0 });
    await vi.waitFor(() => expect(useUnread.getState()).toMatchObject({ unread: 6, waiting: 0 }));
  });

  it('take the count from other tabs, and ignore messages for other users [B5-21]', async () => {
    const { say } = otherTab();
    follow();
    await turn();
    say({ viewerId: 'somebody else', unread: 9 });
    say({ viewerId: ME, unread: 6 });
    await vi.waitFor(() => expect(unread()).toBe(6));
  });

  it('each open a stream if the browser has no locks [B5-21]', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    follow();
    follow();
    await turn();
    expect(openStreams()).toHaveLength(2);
  });
});
