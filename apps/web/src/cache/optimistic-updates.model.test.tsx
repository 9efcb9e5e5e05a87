import type { CurrentUser, Post, ReactionState } from '@social-feed/contracts';
import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClientOverride, QueryProvider } from '../app/query-provider';
import { useFeed } from '../features/reading/feed/feed-query';
import { useFeedRefresh } from '../features/reading/feed/feed-refresh';
import { feedSeed } from '../features/content/post/model/feed-seed';
import type { ClientPost } from '../features/content/post/model/post';
import { usePost } from '../features/content/post/model/use-post';
import type { ReactionKind } from '../features/content/post/reactions/run-reaction';
import '../features/content/post/reactions/run-reaction';
import { useReaction } from '../features/content/post/reactions/use-reaction';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { browser } from '../lib/browser';
import { useDialogStore } from '../lib/dialogs';
import { otherTabs } from '../lib/other-tabs';
import { createQueryClient } from '../lib/query-client';
import { ViewerProvider } from '../lib/viewer';
import { idOf, makeServerPost } from '../testing/make-post';
import { runs } from '../testing/runs';
import { testUser } from '../testing/users';
import { keys } from './keys';

const PEOPLE = [testUser(), testUser({ _id: idOf(800), userName: 'bob' })] as const;
const KINDS = ['like', 'dislike', 'bookmark', 'pin'] as const;
/** The feed has two pages; the post page shows the first post. */
const PAGES = [[idOf(1), idOf(2)], [idOf(3)]];
const POSTS = PAGES.flat();

/** What one user did to one post. */
interface Flags {
  liked: boolean;
  disliked: boolean;
  saved: boolean;
  isPinned: boolean;
}

const UNTOUCHED: Flags = { liked: false, disliked: false, saved: false, isPinned: false };

/** The specified effect of a press: votes exclude each other, a second press removes one. */
const pressed = (flags: Flags, kind: ReactionKind): Flags => {
  if (kind === 'like') return { ...flags, liked: !flags.liked, disliked: false };
  if (kind === 'dislike') return { ...flags, disliked: !flags.disliked, liked: false };
  if (kind === 'pin') return { ...flags, isPinned: !flags.isPinned };
  return { ...flags, saved: !flags.saved };
};

const stateOf = ({ liked, disliked, saved, isPinned }: Flags): ReactionState => ({
  reactions: { likes: 3 + Number(liked), dislikes: 1 + Number(disliked), shares: 0, saves: Number(saved) },
  userInteraction: { liked, disliked, saved, viewed: false },
  isPinned,
  isBookmarked: saved,
});

const serverPost = (id: string, flags: Flags): Post => {
  const { reactions, ...state } = stateOf(flags);
  return makeServerPost({ _id: id, reactions, ...state });
};

/** Flags and counts that one kind of press decides: votes, saving, pinning. */
const GROUPS = ['vote', 'save', 'pin'] as const;
type Group = (typeof GROUPS)[number];
const groupOf = (kind: ReactionKind): Group =>
  ({ like: 'vote', dislike: 'vote', bookmark: 'save', pin: 'pin' } as const)[kind];

/** What the screen shows of a group, counts included. */
const shownOf = ({ userInteraction, reactions, isPinned, isBookmarked }: ReactionState, group: Group) => {
  const { liked, disliked, saved } = userInteraction;
  const { likes, dislikes, saves } = reactions;
  return JSON.stringify(
    { vote: [liked, disliked, likes, dislikes], save: [saved, isBookmarked, saves], pin: isPinned }[group],
  );
};

/** A call on its way. `run` is what the server does when it arrives; `answer` is set then. */
interface Sent {
  isWrite: boolean;
  /** Called when the client gets the answer of a write. */
  onAnswer?: (() => void) | undefined;
  /** Another user came since it was sent, so the client ignores its answer. */
  isIgnored?: boolean;
  run: () => { status: number; body: unknown };
  answer?: { status: number; body: unknown };
  resolve: (response: Response) => void;
  reject: (error: Error) => void;
}

/** The server, with one list of states for each user and post: each write adds one. */
const makeServer = (onConfirmed: (user: string, id: string, kind: ReactionKind, version: number) => void) => {
  const histories = new Map<string, Flags[]>();
  const answers = new Map<string, { version: number; body: unknown }>();
  const sent: Sent[] = [];
  const history = (user: string, id: string): Flags[] => {
    const name = `${user} ${id}`;
    const held = histories.get(name) ?? [UNTOUCHED];
    histories.set(name, held);
    return held;
  };
  const now = (user: string, id: string): Flags => history(user, id).at(-1)!;
  /** Toggles, and returns the answer with the number of the state that it holds. */
  const toggle = (user: string, id: string, kind: ReactionKind) => {
    const states = history(user, id);
    states.push(pressed(states.at(-1)!, kind));
    return { version: states.length - 1, body: { success: true, data: stateOf(states.at(-1)!) } };
  };
  const read = (user: string, path: string, page: number): unknown => {
    const one = /^\/posts\/([0-9a-f]{24})$/.exec(path)?.[1];
    if (one !== undefined) return { success: true, data: serverPost(one, now(user, one)) };
    const data = PAGES[page - 1]!.map((id) => serverPost(id, now(user, id)));
    const hasNextPage = page < PAGES.length;
    return { success: true, data, seed: 7, hasNextPage, nextPage: hasNextPage ? page + 1 : null };
  };
  const fetch = (user: () => string) => (url: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const path = pathname.replace(/^\/api/, '');
      // a call is made by whoever is signed in when it is sent
      const by = user();
      const [, id, kind] = /^\/[a-z-]+\/([0-9a-f]{24})\/([a-z]+)$/.exec(path) ?? [];
      const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
      const call: Sent = {
        isWrite: init.method !== 'GET',
        run: () => {
          if (!id) return { status: 200, body: read(by, path, Number(searchParams.get('page'))) };
          const answer = answers.get(key) ?? toggle(by, id, kind as ReactionKind);
          answers.set(key, answer);
          call.onAnswer = () => onConfirmed(by, id, kind as ReactionKind, answer.version);
          return { status: 200, body: answer.body };
        },
        resolve,
        reject,
      };
      sent.push(call);
      init.signal?.addEventListener('abort', () => {
        sent.splice(sent.indexOf(call), 1);
        reject(new DOMException('Given up', 'AbortError'));
      });
    });
  const arrive = (call: Sent) => (call.answer ??= call.run());
  return {
    fetch,
    history,
    toggle,
    sent,
    /** The call reaches the server; its answer is on the way. */
    arrive: (index: number) => {
      const call = sent[index % sent.length];
      if (call) arrive(call);
    },
    deliver: (index: number) => {
      const [call] = sent.splice(index % sent.length, 1);
      if (!call) return;
      const { status, body } = arrive(call);
      if (!call.isIgnored) call.onAnswer?.();
      call.resolve(new Response(JSON.stringify(body), { status }));
    },
    /** The network fails: before the call reached the server, or after. */
    lose: (index: number) => {
      const [call] = sent.splice(index % sent.length, 1);
      call?.reject(new TypeError('Failed to fetch'));
    },
    /** The server rejects a write. */
    refuse: (index: number) => {
      const writes = sent.filter(({ isWrite, answer }) => isWrite && answer === undefined);
      const call = writes[index % writes.length];
      if (!call) return;
      sent.splice(sent.indexOf(call), 1);
      call.resolve(new Response(JSON.stringify({ success: false, message: 'No' }), { status: 400 }));
    },
  };
};

type Step =
  | { do: 'press'; post: number; kind: ReactionKind }
  | { do: 'arrive' | 'deliver' | 'lose' | 'refuse'; call: number }
  | { do: 'read' | 'refresh' | 'next' | 'wait' | 'leave' }
  | { do: 'elsewhere'; post: number; kind: ReactionKind };

const call = fc.nat(5);
const post = fc.nat(2);
const kind = fc.constantFrom(...KINDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('press' as const), post, kind }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('arrive' as const), call }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), call }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'refuse' as const), call }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('read' as const, 'refresh' as const, 'next' as const, 'wait' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), post, kind }) },
);

// keep the real `setImmediate`: code that is loaded late arrives on the real clock
const realTurn = setImmediate;

const pass = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await new Promise((resolve) => realTurn(resolve));
    await vi.advanceTimersByTimeAsync(1);
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
  // a refresh that fails is logged
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  useDialogStore.setState({ current: null });
});

/** Runs the steps on a screen with the feed and a post page, and checks after each what it shows. */
const run = async (steps: readonly Step[]): Promise<void> => {
  /** The oldest state that the screen may still show: that of the last confirmed write. */
  const known = new Map<string, number>();
  const nameOf = (...of: [user: string, id: string, group: Group]) => of.join(' ');
  const confirm = (user: string, id: string, of: ReactionKind, version: number) => {
    const name = nameOf(user, id, groupOf(of));
    known.set(name, Math.max(version, known.get(name) ?? 0));
  };
  const server = makeServer(confirm);
  let viewer: CurrentUser = PEOPLE[0];
  useSessionStore.setState({ currentUser: viewer, isInitializing: false, lostInPlace: false });
  feedSeed.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation(server.fetch(() => viewer._id) as typeof fetch);
  const client = createQueryClient();
  const Screen = ({ children }: { children: ReactNode }) => {
    const user = useSessionStore((state) => state.currentUser);
    return (
      <MemoryRouter>
        <QueryClientOverride value={client}>
          <QueryProvider>
            <ViewerProvider value={{ user, status: 'signed-in' }}>{children}</ViewerProvider>
          </QueryProvider>
        </QueryClientOverride>
      </MemoryRouter>
    );
  };
  const { result, unmount } = renderHook(
    () => ({ feed: useFeed(), one: usePost(POSTS[0]!), react: useReaction(), refresh: useFeedRefresh() }),
    { wrapper: Screen },
  );
  const copies = (): ClientPost[] => {
    const { feed, one } = result.current;
    return [...feed.posts, ...(one.data ? [one.data] : [])];
  };

  /** What the user wants and no answer has settled, by user, post and group. */
  const wanted = new Map<string, Flags>();

  const check = (after: unknown): void => {
    for (const copy of copies())
      for (const group of GROUPS) {
        const name = nameOf(viewer._id, copy._id, group);
        const wish = wanted.get(name);
        const allowed = wish ? [wish] : server.history(viewer._id, copy._id).slice(known.get(name) ?? 0);
        const shown = allowed.map((flags) => shownOf(stateOf(flags), group));
        expect(shown, `${group} after ${JSON.stringify(after)}`).toContain(shownOf(copy, group));
      }
  };

  const press = async (index: number, of: ReactionKind): Promise<void> => {
    const copy = result.current.feed.posts[index];
    const name = copy && nameOf(viewer._id, copy._id, groupOf(of));
    if (!copy || !name || wanted.has(name)) return;
    const { userInteraction, isPinned } = copy;
    wanted.set(name, pressed({ ...userInteraction, isPinned }, of));
    act(() => void result.current.react(copy, of).then(() => wanted.delete(name)));
    await pass(1);
  };

  const perform = async (next: Step): Promise<void> => {
    switch (next.do) {
      case 'press':
        return press(next.post, next.kind);
      case 'read':
        void client.invalidateQueries({ queryKey: keys.posts });
        break;
      case 'refresh':
        act(() => void result.current.refresh({ compact: false }));
        break;
      case 'next':
        if (result.current.feed.hasNextPage) void result.current.feed.fetchNextPage();
        break;
      case 'wait':
        await pass(1500);
        break;
      case 'leave':
        wanted.clear();
        known.clear();
        for (const sent of server.sent) sent.isIgnored = true;
        viewer = viewer === PEOPLE[0] ? PEOPLE[1] : PEOPLE[0];
        act(() => useSessionStore.setState({ currentUser: viewer }));
        break;
      case 'elsewhere': {
        const id = POSTS[next.post]!;
        // with a press pending here, either tab's answer may be the later one
        if (GROUPS.some((group) => wanted.has(nameOf(viewer._id, id, group)))) return;
        const { version, body } = server.toggle(viewer._id, id, next.kind);
        const data = { kind: next.kind, postId: id, authorId: idOf(900), state: body.data };
        otherTabs?.onmessage?.(new MessageEvent('message', { data }));
        confirm(viewer._id, id, next.kind, version);
        break;
      }
      default:
        server[next.do](next.call);
    }
    await pass(1);
  };

  try {
    await pass(1);
    for (const next of steps) {
      await perform(next);
      check(next);
    }
    for (let turn = 0; turn < 40 && (server.sent.length > 0 || wanted.size > 0); turn += 1) {
      if (server.sent.length > 0) server.deliver(0);
      await pass(1500);
    }
    check('the last answer');
    expect(wanted.size).toBe(0);
    act(() => void client.invalidateQueries({ queryKey: keys.posts }));
    await pass(1);
    for (let turn = 0; turn < 20 && server.sent.length > 0; turn += 1) {
      server.deliver(0);
      await pass(1);
    }
    compared += copies().length;
    for (const copy of copies())
      for (const group of GROUPS)
        expect(shownOf(copy, group)).toBe(
          shownOf(stateOf(server.history(viewer._id, copy._id).at(-1)!), group),
        );
  } finally {
    act(() => useSessionStore.setState({ currentUser: null }));
    unmount();
    // calls that are still on their way belong to this run
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    while (server.sent.length > 0) server.lose(0);
    await pass(5000);
  }
};

/** Copies of posts compared at the end of the runs. A run that loses every read shows none. */
let compared = 0;

it('shows what the user wants and the server confirmed, in every order of calls and answers', async () => {
  const numRuns = runs(30, 300);
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), run), { numRuns });
  expect(compared).toBeGreaterThan(numRuns);
}, 120_000);
