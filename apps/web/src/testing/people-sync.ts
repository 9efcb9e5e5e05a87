import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import { useBlockStore } from '../cache/block-store';
import { keepLanguages } from '../cache/language-store';
import { keepMuted } from '../cache/muted-store';
import { useFollowStore } from '../features/content/post/reactions/follow';
import { syncPeople } from '../features/reading/people/people-sync';
import { createQueryClient } from '../lib/query-client';
import { idOf } from './make-post';
import { server } from './server';

export const ME = idOf(1);
export const [ADA, BOB] = [idOf(2), idOf(3)];
export const personOf = (_id: string) => ({ _id, userName: `u${_id.slice(-1)}`, fullName: 'Some One' });

interface Sent {
  kind: string;
  user: string;
  at: string;
  word?: string;
  languages?: string[];
}

/** Serves an account that applies changes like the API and records each batch. */
export const serveAccount = (follows: string[] = [], blocks: string[] = []) => {
  const batches: Sent[][] = [];
  const outliving: boolean[] = [];
  const account = {
    follows: new Set(follows),
    blocks: new Set(blocks),
    muted: new Set<string>(),
    languages: [] as string[],
    takesLanguages: true,
    mutedMax: 200,
    status: 200,
  };
  server.use(
    http.post('*/api/people/changes', async ({ request }) => {
      const { changes } = (await request.json()) as { changes: Sent[] };
      batches.push(changes);
      outliving.push(request.keepalive);
      if (account.status === 0) return HttpResponse.error();
      if (account.status !== 200)
        return HttpResponse.json({ success: false, code: 'X', message: 'No' }, { status: account.status });
      const results = changes.map(({ kind, user, word, languages }) => {
        if (languages !== undefined) {
          if (account.takesLanguages) account.languages = languages;
          return { languages: account.languages };
        }
        if (word !== undefined) {
          if (kind === 'unmute') account.muted.delete(word);
          else if (account.muted.size < account.mutedMax) account.muted.add(word);
          return { word, isMuted: account.muted.has(word) };
        }
        const set = kind.endsWith('follow') ? account.follows : account.blocks;
        if (kind.startsWith('un')) set.delete(user);
        else set.add(user);
        return { user, isFollowing: account.follows.has(user), isBlocked: account.blocks.has(user) };
      });
      return HttpResponse.json({ success: true, data: { results } });
    }),
    http.get('*/api/people/own', () =>
      HttpResponse.json({
        success: true,
        data: {
          follows: [...account.follows],
          blocks: [...account.blocks].map((id) => ({ ...personOf(id), profilepic: '' })),
          muted: [...account.muted].map((word) => ({ word, until: null })),
          languages: account.languages,
        },
      }),
    ),
  );
  return { batches, outliving, account };
};

/** The app's query client without the retry delay. */
export const newClient = () => {
  const client = createQueryClient();
  const { mutations } = client.getDefaultOptions();
  client.setDefaultOptions({ mutations: { ...mutations, retryDelay: 0 } });
  return client;
};
export const follow = (user: string, following = true) => useFollowStore.getState().set(ME, user, following);
export const followed = () =>
  Object.entries(useFollowStore.getState().byViewer[ME] ?? {}).flatMap(([id, is]) => (is ? [id] : []));
export const sync = (client = newClient()) => syncPeople(client, ME, new AbortController().signal);
export const kindsOf = (batch: Sent[] | undefined) => batch?.map(({ kind, user }) => [kind, user]);

/** Empties the lists of this browser before each test. */
export const forgetPeople = () =>
  beforeEach(() => {
    useFollowStore.setState({ byViewer: {} });
    useBlockStore.setState({ blocked: [] });
    keepMuted(ME, []);
    for (const viewerId of [ME, '']) keepLanguages(viewerId, []);
  });
