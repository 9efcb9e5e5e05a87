import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Order } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import type { Boards } from '../boards/boards.feature.js';
import type { EventOutbox } from '../../community/events.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { presentPerson } from '../../content/posts/post.presenter.js';
import { DETAILS_LIMIT, type Posts } from '../../content/posts/posts.feature.js';
import type { StoredAuthor } from '../../community/users/user-store.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { Users } from '../../community/users/users.feature.js';
import { createMutedWords } from './muted-words.js';
import { createReadLanguages } from './read-languages.js';
import type { RelationshipRecord } from '../../community/relations/relationship.model.js';
import type { Relations } from '../../community/relations/relations.feature.js';
import { createRelationships, type Relationships } from './relationships.js';

/** A request may contain 50 changes; clients batch frequent ones. */
const CHANGES_LIMIT: RateLimit = { name: 'people-changes', limit: 120, firstDay: 60, window: HOUR };
/** Read once per page load on each device. */
const OWN_LIMIT: RateLimit = { name: 'people-own', limit: 120, every: 20, window: HOUR };
/** Read once by a new user, and again after each reload. */
const SUGGESTED_LIMIT: RateLimit = { name: 'people-suggested', limit: 60, window: HOUR };
/** Latest first. */
const LIST_ORDER: Order = { followingSince: -1, _id: -1 };

export interface PeopleDeps extends Pick<Platform, 'connection' | 'inTurn' | 'readPage' | 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  relations: Pick<Relations, 'records' | 'forgetBlockersOf'>;
  users: Pick<Users, 'authors' | 'shownAuthors'>;
  posts: Pick<Posts, 'counted' | 'savedAuthors'>;
  interactions: Pick<Interactions, 'likesOf' | 'LIKES_ORDER'>;
  boards: Pick<Boards, 'totals'>;
}

export type People = ReturnType<typeof createPeople>;

/**
 * Returns a page of a user's followers, or of the users they follow. Suspended and deleted users are left out.
 */
async function page(deps: PeopleDeps, from: 'user' | 'person', userId: string, { limit, cursor }: PageQuery) {
  const owner = toId(userId);
  const [shownOwner] = await deps.users.shownAuthors([owner.toHexString()]);
  if (shownOwner === undefined) throw userNotFound();
  const to = from === 'user' ? 'person' : 'user';
  const { shown, nextCursor } = await deps.readPage<RelationshipRecord>({
    list: `people ${from} ${userId.toLowerCase()}`,
    order: LIST_ORDER,
    limit,
    cursor,
    find: (range) => deps.relations.records.find({ [from]: owner, following: true, ...range }),
  });
  const ids = shown.map((each) => each[to]);
  return { data: await shownAmong(deps, ids), nextCursor };
}

/** Returns a page of the users who like a post. */
async function likers(deps: PeopleDeps, postId: string, { limit, cursor }: PageQuery) {
  const post = toId(postId);
  await deps.posts.counted.getVisible(post);
  const { shown, nextCursor } = await deps.readPage({
    list: `likers ${postId.toLowerCase()}`,
    order: deps.interactions.LIKES_ORDER,
    limit,
    cursor,
    find: (range) => deps.interactions.likesOf(post, range),
  });
  const ids = shown.map(({ user }) => user);
  return { data: await shownAmong(deps, ids), nextCursor };
}

/** Returns people worth following, at most one per topic. */
async function suggested(deps: PeopleDeps, relationships: Relationships, own: Types.ObjectId) {
  const [authors, follows, blocks] = await Promise.all([
    deps.posts.savedAuthors(),
    relationships.of(own, 'following'),
    relationships.of(own, 'blocking'),
  ]);
  const known = new Set([own, ...follows, ...blocks].map((id) => id.toHexString()));
  const left = authors.filter(({ id }) => !known.has(id));
  const shown = await deps.users.shownAuthors(left.map(({ id }) => id));
  const topics = new Set<string>();
  const chosen: StoredAuthor[] = [];
  for (const [index, { topic }] of left.entries()) {
    const user = shown[index];
    if (user === undefined || topics.has(topic)) continue;
    if (topic !== '') topics.add(topic);
    if (chosen.push(user) === contracts.PEOPLE_LIMITS.suggested) break;
  }
  return chosen.map(presentPerson);
}

/** Returns those users that the current viewer may see, in the order of the ids. */
const shownAmong = async ({ users }: PeopleDeps, ids: readonly Types.ObjectId[]) =>
  there(await users.shownAuthors(ids.map((id) => id.toHexString()))).map(presentPerson);

/**
 * Relationships between users: follows, blocks, muted words and read languages. Only this feature writes the
 * collections `relationships`, `mutedwords` and `readlanguages`.
 */
export function createPeople(deps: PeopleDeps) {
  const { users } = deps;
  const { records } = deps.relations;
  const relationships = createRelationships({
    ...deps,
    relationships: records,
    boards: deps.boards.totals,
    known: async (ids) => idsOf(await users.authors(ids)),
    followable: async (ids) => idsOf(await users.shownAuthors(ids)),
  });

  const mutedWords = createMutedWords(deps);
  const readLanguages = createReadLanguages(deps.connection, deps.now);

  return {
    relationships,
    routes(mount: Mount): void {
      mount(contracts.changePeople, { perAccount: CHANGES_LIMIT }, async ({ body: { changes }, viewer }) => {
        const own = toId(viewer.id);
        const [people, words] = [changes.filter(isOfPerson), changes.filter(isOfWord)];
        const standing = people.length > 0 ? await relationships.change(own, people) : undefined;
        const isMuted = words.length > 0 ? await mutedWords.change(own, words) : undefined;
        const chosen = changes.filter(isOfLanguages);
        const languages = chosen.length > 0 ? await readLanguages.change(own, chosen) : [];
        for (const { user } of people) deps.relations.forgetBlockersOf(user.toLowerCase());
        const results = changes.map((change) =>
          isOfPerson(change)
            ? { user: change.user, isFollowing: false, isBlocked: false, ...standing?.(change.user) }
            : isOfWord(change)
              ? { word: change.word, isMuted: isMuted?.(change) === true }
              : { languages },
        );
        return { data: { results } };
      });
      mount(contracts.ownPeople, { perAccount: OWN_LIMIT }, async ({ viewer }) => {
        const own = toId(viewer.id);
        const [follows, blocks, muted, languages] = await Promise.all([
          relationships.of(own, 'following'),
          relationships.of(own, 'blocking'),
          mutedWords.of(own),
          readLanguages.of(own),
        ]);
        // Includes suspended users, but not deleted ones.
        const blocked = there(await users.authors(blocks.map((id) => id.toHexString()))).map(presentPerson);
        return {
          data: { follows: follows.map((id) => id.toHexString()), blocks: blocked, muted, languages },
        };
      });
      mount(contracts.suggestPeople, { perAccount: SUGGESTED_LIMIT }, async ({ viewer }) => ({
        data: await suggested(deps, relationships, toId(viewer.id)),
      }));
      const details = { perAddress: DETAILS_LIMIT };
      mount(contracts.listFollowers, details, ({ params, query }) =>
        page(deps, 'person', params.userId, query),
      );
      mount(contracts.listFollowing, details, ({ params, query }) =>
        page(deps, 'user', params.userId, query),
      );
      mount(contracts.listLikers, details, ({ params, query }) => likers(deps, params.id, query));
    },
    exportOf: (user: Types.ObjectId) => ({
      relationships: records.find({ user }, { projection: { user: 0, pending: 0 } }),
      mutedWords: mutedWords.records.find(
        { user, muted: true },
        { projection: { _id: 0, word: 1, exact: 1, until: 1 } },
      ),
      readLanguages: readLanguages.records.find({ _id: user }, { projection: { _id: 0, languages: 1 } }),
    }),
    /** Ids of users whom a user follows, latest first. */
    followsOf: (user: Types.ObjectId) => relationships.of(user, 'following'),
    /** Ids of users whom a user blocks. */
    blockedBy: async (user: Types.ObjectId): Promise<ReadonlySet<string>> =>
      new Set((await relationships.of(user, 'blocking')).map((id) => id.toHexString())),
    /** The words that a user mutes. */
    mutedBy: mutedWords.of,
    deleteOf: async (user: Types.ObjectId, signal: AbortSignal) => {
      await relationships.removeOf(user, signal);
      await mutedWords.records.deleteMany({ user });
      await readLanguages.records.deleteOne({ _id: user });
    },
  };
}

type PageQuery = contracts.QueryOf<typeof contracts.listLikers>;
type Change = contracts.PeopleChange | contracts.WordChange | contracts.LanguagesChange;
const isOfPerson = (change: Change): change is contracts.PeopleChange => 'user' in change;
const isOfWord = (change: Change): change is contracts.WordChange => 'word' in change;
const isOfLanguages = (change: Change): change is contracts.LanguagesChange => change.kind === 'languages';

const toId = (id: string) => new Types.ObjectId(id);

const there = (users: readonly (StoredAuthor | undefined)[]): StoredAuthor[] =>
  users.filter((user) => user !== undefined);
const idsOf = (users: readonly (StoredAuthor | undefined)[]): ReadonlySet<string> =>
  new Set(there(users).map(({ _id }) => _id.toHexString()));
