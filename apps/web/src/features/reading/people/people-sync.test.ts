import { http, HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useBlockStore } from '../../../cache/block-store';
import { blockAuthor, unblockAuthor } from '../../../cache/blocking';
import { keys } from '../../../cache/keys';
import { readLanguages } from '../../../cache/language-store';
import { pendingChangesOf } from '../../../cache/pending-changes';
import { idOf } from '../../../testing/make-post';
import { server } from '../../../testing/server';
import { useFollowStore } from '../../content/post/reactions/follow';
import { syncPeople, sendChangesInBatches, sendPendingChanges } from './people-sync';
import {
  forgetPeople,
  ADA,
  BOB,
  follow,
  followed,
  kindsOf,
  ME,
  newClient,
  personOf,
  serveAccount,
  sync,
} from '../../../testing/people-sync';

forgetPeople();

describe('a follow', () => {
  it('waits a few seconds and is then sent with other changes in one call [B2-11]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { batches } = serveAccount();
      const stop = sendChangesInBatches(newClient(), ME);
      follow(ADA);
      vi.advanceTimersByTime(2000);
      follow(BOB);
      blockAuthor(personOf(ADA), undefined, ME);
      vi.advanceTimersByTime(2999);
      expect(batches).toEqual([]);
      vi.advanceTimersByTime(1);
      vi.useRealTimers();
      await vi.waitFor(() => expect(pendingChangesOf(ME).size).toBe(0));
      expect(batches.map(kindsOf)).toEqual([
        [
          ['follow', ADA],
          ['follow', BOB],
          ['block', ADA],
        ],
      ]);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is sent immediately with keepalive when the page is left', async () => {
    const { batches, outliving } = serveAccount();
    const stop = sendChangesInBatches(newClient(), ME);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    try {
      follow(ADA);
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.waitFor(() => expect(batches.map(kindsOf)).toEqual([[['follow', ADA]]]));
      expect(outliving).toEqual([true]);
    } finally {
      visibility.mockRestore();
      stop();
    }
  });

  it('is never sent if it is undone before [B2-11]', async () => {
    const { batches } = serveAccount();
    follow(ADA);
    follow(ADA, false);
    await sendPendingChanges(newClient(), ME);
    expect(batches).toEqual([]);
    expect(pendingChangesOf(ME).size).toBe(0);
  });

  it.each([
    ['lost', 0],
    ['refused for its number', 429],
    ['not taken by a failing server', 500],
  ])(
    'whose call is %s stays pending and is sent later, even if it was undone since [B2-12]',
    async (_how, status) => {
      const { batches, account } = serveAccount();
      account.status = status;
      const client = newClient();
      follow(ADA);
      await sendPendingChanges(client, ME);
      expect(followed()).toEqual([ADA]);
      expect(pendingChangesOf(ME).size).toBe(1);
      // No response arrived, but the account may have applied it.
      follow(ADA, false);
      account.status = 200;
      await sendPendingChanges(client, ME);
      expect(kindsOf(batches.at(-1))).toEqual([['unfollow', ADA]]);
      expect(pendingChangesOf(ME).size).toBe(0);
    },
  );

  it('is dropped if the server rejects it permanently', async () => {
    const { account } = serveAccount();
    account.status = 400;
    follow(ADA);
    await sendPendingChanges(newClient(), ME);
    expect(pendingChangesOf(ME).size).toBe(0);
  });

  it('is undone locally if the account does not store it', async () => {
    server.use(
      http.post('*/api/people/changes', () =>
        HttpResponse.json({
          success: true,
          data: { results: [{ user: ADA, isFollowing: false, isBlocked: false }] },
        }),
      ),
    );
    follow(ADA);
    await sendPendingChanges(newClient(), ME);
    expect(followed()).toEqual([]);
  });

  it('updates the counts of shown profiles once the account has it [B2-16]', async () => {
    serveAccount();
    const client = newClient();
    const boardOf = (user: string) => [{ user, socialStats: { followers: 4, following: 7 } }];
    for (const user of [ADA, ME]) client.setQueryData(keys.board(user, ME), boardOf(user));
    follow(ADA);
    await sendPendingChanges(client, ME);
    const statsOf = (user: string) =>
      client.getQueryData<ReturnType<typeof boardOf>>(keys.board(user, ME))?.[0]?.socialStats;
    expect(statsOf(ADA)).toEqual({ followers: 5, following: 7 });
    expect(statsOf(ME)).toEqual({ followers: 4, following: 8 });
  });

  it('is not sent after sync stops, since another user may be signed in', () => {
    vi.useFakeTimers();
    const { batches } = serveAccount();
    const stop = sendChangesInBatches(newClient(), ME);
    follow(ADA);
    stop();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(batches).toEqual([]);
    expect(pendingChangesOf(ME).size).toBe(1);
  });
});

describe('a browser that syncs with the account', () => {
  it('applies the account’s follows and blocks, and removes those undone elsewhere [B2-13]', async () => {
    serveAccount([ADA], [BOB]);
    await sync();
    expect(followed()).toEqual([ADA]);
    expect(useBlockStore.getState().blocked).toEqual([{ ...personOf(BOB), by: ME }]);
    serveAccount([], []);
    await sync();
    expect(followed()).toEqual([]);
    expect(useBlockStore.getState().blocked).toEqual([]);
  });

  it('asks again if the account has got a change since the answer was made', async () => {
    serveAccount();
    await sync();
    const before = { follows: [], blocks: [], muted: [], languages: [] };
    server.use(
      http.get(
        '*/api/people/own',
        async () => {
          follow(ADA);
          await sendPendingChanges(newClient(), ME);
          return HttpResponse.json({ success: true, data: before });
        },
        { once: true },
      ),
    );
    await sync();
    expect(followed()).toEqual([ADA]);
  });

  it('sends pending changes first, even after a reload, and keeps changes that fail [B2-12]', async () => {
    const { account } = serveAccount([BOB]);
    follow(ADA);
    blockAuthor(personOf(BOB), undefined, ME);
    account.status = 500;
    await sync();
    expect(followed().toSorted()).toEqual([ADA, BOB]);
    expect(useBlockStore.getState().blocked.map(({ _id }) => _id)).toEqual([BOB]);
    // A new tab has only the browser's storage.
    useFollowStore.setState({ byViewer: {} });
    account.status = 200;
    await sync();
    expect([...account.follows].toSorted()).toEqual([ADA, BOB]);
    expect([...account.blocks]).toEqual([BOB]);
    expect(followed().toSorted()).toEqual([ADA, BOB]);
  });

  it.each(['people-owed', 'pending-people-changes'])(
    'sends changes that an earlier version stored as %s',
    async (former) => {
      const { account, batches } = serveAccount();
      const at = '2026-11-20T10:00:00.000Z';
      const change = { kind: 'follow', user: ADA, at, was: false };
      localStorage.setItem(`${former}:${ME}`, JSON.stringify([[`follow ${ADA}`, change]]));
      follow(BOB);
      expect([...pendingChangesOf(ME).keys()]).toEqual([`follow ${ADA}`, `follow ${BOB}`]);
      expect(localStorage.getItem(`${former}:${ME}`)).toBeNull();
      await sync();
      expect([...account.follows]).toEqual([ADA, BOB]);
      expect(batches.flat().map(({ user }) => user)).toEqual([ADA, BOB]);
      expect(pendingChangesOf(ME).size).toBe(0);
    },
  );

  it('sends follows from before accounts stored them once, with an old date [B2-14]', async () => {
    const { batches, account } = serveAccount();
    localStorage.setItem(`follows:${ME}`, JSON.stringify({ [ADA]: true, [BOB]: false }));
    await sync();
    expect(followed()).toEqual([ADA]);
    await sendPendingChanges(newClient(), ME);
    expect(batches).toEqual([[{ kind: 'follow', user: ADA, at: '1970-01-01T00:00:00.000Z' }]]);
    account.follows.clear();
    await sync();
    expect(followed()).toEqual([]);
  });

  it.each([{}, { data: {} }])('keeps its follows if production gets the response %j', async (fields) => {
    // development and tests reject it in the API client
    vi.stubEnv('PROD', true);
    onTestFinished(() => void vi.unstubAllEnvs());
    useFollowStore.getState().replace(ME, { [ADA]: true });
    server.use(http.get('*/api/people/own', () => HttpResponse.json({ success: true, ...fields })));
    const step = syncPeople(newClient(), ME, new AbortController().signal);
    await expect(step).rejects.toMatchObject({ code: 'MALFORMED_ANSWER' });
    expect(useFollowStore.getState().byViewer[ME]).toEqual({ [ADA]: true });
  });

  it('keeps blocks made while signed out or by another account [B2-15]', async () => {
    serveAccount();
    blockAuthor(personOf(ADA), undefined);
    blockAuthor(personOf(BOB), undefined, idOf(9));
    await sync();
    expect(useBlockStore.getState().blocked.map(({ _id }) => _id)).toEqual([ADA, BOB]);
    unblockAuthor(ADA);
    expect(pendingChangesOf(ME).size).toBe(0);
  });

  it('sends large numbers of changes in batches of 50', async () => {
    const { batches } = serveAccount();
    for (let index = 100; index < 220; index += 1) follow(idOf(index));
    await sync();
    expect(batches.map(({ length }) => length)).toEqual([50, 50, 20]);
  });
});

describe('lists that the page arrived with', () => {
  const arriveWith = (data: object) => {
    const answer = () => Promise.resolve(Response.json({ success: true, data }));
    window.earlyCalls = { people: { answer: answer(), abort: vi.fn() } };
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    onTestFinished(() => void delete window.earlyCalls);
  };
  const own = (change: object = {}) => ({
    follows: [ADA],
    blocks: [{ ...personOf(BOB), profilepic: '' }],
    muted: [{ word: 'tea', until: null }],
    languages: ['de'],
    ...change,
  });
  /** An account that this browser knows. @returns how often it was asked since */
  const begin = async () => {
    const { account } = serveAccount([ADA], [BOB]);
    account.muted.add('tea');
    account.languages = ['de'];
    await sync();
    let asked = 0;
    const count = ({ request }: { request: Request }) => {
      if (request.url.endsWith('/people/own')) asked += 1;
    };
    server.events.on('request:start', count);
    onTestFinished(() => {
      server.events.removeListener('request:start', count);
    });
    return () => asked;
  };

  it('are not fetched again', async () => {
    const asked = await begin();
    arriveWith(own());
    await sync();
    expect(asked()).toBe(0);
    await sync();
    expect(asked()).toBe(1);
  });

  it.each([{ follows: [] }, { blocks: [] }, { muted: [] }, { languages: [] }, { follows: null }])(
    'are fetched again if the browser has others: without %j',
    async (change) => {
      const asked = await begin();
      arriveWith(own(change));
      await sync();
      expect(asked()).toBe(1);
      expect(useBlockStore.getState().blocked.map(({ _id }) => _id)).toEqual([BOB]);
      expect(readLanguages(ME)).toEqual(['de']);
    },
  );

  it('are fetched again if a change waits', async () => {
    const asked = await begin();
    arriveWith(own());
    follow(BOB);
    await sync();
    expect(asked()).toBe(1);
  });
});

describe('the lists of the account', () => {
  /** Serves the lists at a revision, and 304 to those who have it. */
  const serveAt = (lists: { follows: string[]; revision?: string }) => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/people/own', ({ request }) => {
        const held = request.headers.get('If-None-Match');
        asked.push(held);
        if (lists.revision !== undefined && held === `"${lists.revision}"`)
          return new HttpResponse(null, { status: 304 });
        return HttpResponse.json({ success: true, data: { blocks: [], muted: [], languages: [], ...lists } });
      }),
    );
    return asked;
  };

  it('are not sent again while they are as in the stored answer [B2-33]', async () => {
    const lists: { follows: string[]; revision?: string } = { follows: [ADA], revision: 'r1' };
    const asked = serveAt(lists);
    await sync();
    useFollowStore.setState({ byViewer: {} });
    await sync();
    expect(followed()).toEqual([ADA]);
    Object.assign(lists, { follows: [ADA, BOB], revision: 'r2' });
    await sync();
    expect(followed().sort()).toEqual([ADA, BOB]);
    expect(asked).toEqual([null, '"r1"', '"r1"']);
  });

  it('are asked for without a revision after an answer without one [B2-33]', async () => {
    const lists: { follows: string[]; revision?: string } = { follows: [ADA], revision: 'r1' };
    const asked = serveAt(lists);
    await sync();
    delete lists.revision;
    await sync();
    await sync();
    expect(asked).toEqual([null, '"r1"', null]);
  });
});
