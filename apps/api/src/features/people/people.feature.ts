import {
  changePeople,
  listFollowers,
  listFollowing,
  listLikers,
  ownPeople,
  type PeopleChange,
  type Person,
  type QueryOf,
  type WordChange,
} from '@social-feed/contracts';
import { Router } from 'express';
import { Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import { rememberFor } from '../../platform/recent-map.js';
import type { Platform } from '../../platform/platform.js';
import type { Boards } from '../boards/boards.feature.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { readAfter, type Order } from '../posts/keyset.js';
import { presentAuthor } from '../posts/post.presenter.js';
import { DETAILS_LIMIT, type Posts } from '../posts/posts.feature.js';
import type { StoredAuthor } from '../users/user-store.js';
import { userNotFound } from '../users/user-writes.js';
import type { Users } from '../users/users.feature.js';
import { mutedWordModel } from './muted-word.model.js';
import { MutedWords } from './muted-words.js';
import { relationshipModel, type RelationshipRecord } from './relationship.model.js';
import { Relationships, type Follow } from './relationships.js';

/** A call may hold 50 changes; who presses all day has them gathered. */
const CHANGES_LIMIT: RateLimit = { name: 'people-changes', limit: 120, firstDay: 60, window: 60 * 60_000 };
/** Read once by each page that is loaded anew, on each device. */
const OWN_LIMIT: RateLimit = { name: 'people-own', limit: 120, every: 20, window: 60 * 60_000 };
/** Of those who block one user so many are remembered; where there are more they are looked up each time. */
const BLOCKERS_REMEMBERED = 1000;
/** The latest first. */
const LIST_ORDER: Order = { followingSince: -1, _id: -1 };

export interface PeopleDeps extends Pick<
  Platform,
  'connection' | 'cursors' | 'rateLimits' | 'config' | 'now' | 'log'
> {
  users: Pick<Users, 'authors'>;
  posts: Pick<Posts, 'assembler' | 'counted'>;
  interactions: Pick<Interactions, 'likesOf' | 'LIKES_ORDER'>;
  boards: Pick<Boards, 'totals'>;
  onFollow: (follow: Follow) => Promise<unknown>;
}

export type People = ReturnType<typeof createPeople>;

/**
 * What people are to each other: who follows and blocks whom, and which words each mutes. It alone reads and writes the
 * collections `relationships` and `mutedwords`.
 */
export function createPeople(deps: PeopleDeps) {
  const { users, cursors, rateLimits } = deps;
  const blockersOf = rememberFor<ReadonlySet<string>>(deps.config.sessions.personTtl);
  const { assembler } = deps.posts;
  const records = native(relationshipModel(deps.connection));
  const relationships = new Relationships({
    ...deps,
    relationships: records,
    boards: deps.boards.totals,
    known: async (ids) =>
      new Set((await users.authors(ids)).flatMap((user) => user?._id.toHexString() ?? [])),
    followable: async (ids) => new Set((await assembler.authors(ids.map(toId))).keys()),
  });

  const mutedRecords = native(mutedWordModel(deps.connection));
  const mutedWords = new MutedWords(mutedRecords, deps.now);

  /** People by id, in the order of the ids; those who are gone are left out. */
  async function named(ids: readonly Types.ObjectId[]): Promise<Person[]> {
    const found = await users.authors(ids.map((id) => id.toHexString()));
    return found.filter((user) => user !== undefined).map(presentPerson);
  }

  /** A page of those whom `by` leads to from a user. Suspended and deleted people are left out. */
  async function page(
    from: 'user' | 'person',
    { userId, limit, cursor }: { userId: string; limit: number; cursor: string | undefined },
  ) {
    const owner = toId(userId);
    if ((await assembler.authors([owner])).size === 0) throw userNotFound();
    const list = `people ${from} ${userId.toLowerCase()}`;
    const to = from === 'user' ? 'person' : 'user';
    const { shown, nextCursor } = await readAfter<RelationshipRecord>({
      cursors,
      list,
      order: LIST_ORDER,
      limit,
      cursor,
      read: (range, most) =>
        records
          .find({ [from]: owner, following: true, ...range }, { projection: { [to]: 1, followingSince: 1 } })
          .sort(LIST_ORDER)
          .limit(most)
          .toArray(),
    });
    return { data: await shownAmong(shown.map((each) => each[to])), nextCursor };
  }

  /** A page of those who like a post. */
  async function likers(postId: string, query: QueryOf<typeof listLikers>) {
    const post = toId(postId);
    await deps.posts.counted.getVisible(post);
    const { shown, nextCursor } = await readAfter({
      ...query,
      cursor: query.cursor,
      cursors,
      list: `likers ${postId.toLowerCase()}`,
      order: deps.interactions.LIKES_ORDER,
      read: (range, most) => deps.interactions.likesOf(post, range, most),
    });
    return { data: await shownAmong(shown.map(({ user }) => user)), nextCursor };
  }

  /** Those of some people who are shown to whoever asks, in the order of the ids. */
  async function shownAmong(ids: readonly Types.ObjectId[]): Promise<Person[]> {
    const people = await assembler.authors(ids);
    return ids.flatMap((id) => {
      const author = people.get(id.toHexString());
      return author === undefined ? [] : [withoutFollowing(author)];
    });
  }

  /** Ids of those who block a user, one more than are remembered where there are more. */
  async function readBlockers(userId: string, among: object): Promise<ReadonlySet<string>> {
    const found = await records
      .find({ person: toId(userId), blocking: true, ...among }, { projection: { _id: 0, user: 1 } })
      .limit(BLOCKERS_REMEMBERED + 1)
      .toArray();
    return new Set(found.map(({ user }) => user.toHexString()));
  }

  return {
    relationships,
    /**
     * Those of some users who block a user, by id. They are remembered for as long as who the user is; a block shows at
     * once in the process that made it.
     */
    async blockersAmong(ids: readonly string[], userId: string): Promise<ReadonlySet<string>> {
      let all = blockersOf.get(userId);
      if (all === undefined) blockersOf.set(userId, (all = await readBlockers(userId, {})));
      if (ids.length === 0 || all.size <= BLOCKERS_REMEMBERED) return all;
      return readBlockers(userId, { user: { $in: ids.slice(0, BLOCKERS_REMEMBERED).map(toId) } });
    },
    routes(http: Http): Router {
      const router = Router();
      route(http, router, changePeople, async ({ body: { changes }, viewer }) => {
        await rateLimits.consumeForAccount(CHANGES_LIMIT, viewer.id);
        const own = toId(viewer.id);
        const [people, words] = [changes.filter(isOfPerson), changes.filter(isOfWord)];
        const standing = people.length > 0 ? await relationships.change(own, people) : undefined;
        const isMuted = words.length > 0 ? await mutedWords.change(own, words) : undefined;
        for (const { user } of people) blockersOf.forget(user.toLowerCase());
        const results = changes.map((change) =>
          isOfPerson(change)
            ? { user: change.user, isFollowing: false, isBlocked: false, ...standing?.(change.user) }
            : { word: change.word, isMuted: isMuted?.(change.word) === true },
        );
        return { data: { results } };
      });
      route(http, router, ownPeople, async ({ viewer }) => {
        await rateLimits.consumeForAccount(OWN_LIMIT, viewer.id);
        const own = toId(viewer.id);
        const [follows, blocks, muted] = await Promise.all([
          relationships.of(own, 'following'),
          relationships.of(own, 'blocking').then(named),
          mutedWords.of(own),
        ]);
        return { data: { follows: follows.map((id) => id.toHexString()), blocks, muted } };
      });
      route(http, router, listFollowers, async ({ params, query: { limit, cursor }, req }) => {
        await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
        return page('person', { ...params, limit, cursor });
      });
      route(http, router, listFollowing, async ({ params, query: { limit, cursor }, req }) => {
        await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
        return page('user', { ...params, limit, cursor });
      });
      route(http, router, listLikers, async ({ params, query, req }) => {
        await rateLimits.consumeForAddress(DETAILS_LIMIT, req);
        return likers(params.id, query);
      });
      return router;
    },
    exportOf: (user: Types.ObjectId) => ({
      relationships: records.find({ user }, { projection: { user: 0, pending: 0 } }),
      mutedWords: mutedRecords.find({ user, muted: true }, { projection: { _id: 0, word: 1, until: 1 } }),
    }),
    /** Ids of those whom a user blocks. */
    blockedBy: async (user: Types.ObjectId): Promise<ReadonlySet<string>> =>
      new Set((await relationships.of(user, 'blocking')).map((id) => id.toHexString())),
    deleteOf: async (user: Types.ObjectId, signal: AbortSignal) => {
      await relationships.removeOf(user, signal);
      await mutedRecords.deleteMany({ user });
    },
  };
}

const isOfPerson = (change: PeopleChange | WordChange): change is PeopleChange => 'user' in change;
const isOfWord = (change: PeopleChange | WordChange): change is WordChange => 'word' in change;

const toId = (id: string) => new Types.ObjectId(id);

const withoutFollowing = ({ _id, userName, fullName, profilepic }: Person): Person => ({
  _id,
  userName,
  fullName,
  profilepic,
});
const presentPerson = (user: StoredAuthor): Person => withoutFollowing(presentAuthor(user));
