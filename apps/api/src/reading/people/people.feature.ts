import { createHash } from 'node:crypto';
import * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Order } from '../../platform/http/paging.js';
import { NOT_MODIFIED, type Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { EventOutbox } from '../../community/events.js';
import type { Interactions } from '../interactions/interactions.feature.js';
import { presentPerson } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { DETAILS_LIMIT } from '../../content/posts/posts.routes.js';
import type { StoredAuthor } from '../../community/users/user-store.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { Users } from '../../community/users/users.feature.js';
import { createMutedWords } from './muted-words.js';
import { createPeopleRevisions } from './people-revisions.js';
import { createReadLanguages } from './read-languages.js';
import type { RelationshipRecord } from '../../community/relations/relationship.model.js';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
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
  inboxes: Pick<Inboxes, 'changing'>;
  users: Pick<Users, 'authors' | 'shownAuthors'>;
  posts: Pick<Posts, 'counted' | 'savedAuthors'>;
  interactions: Pick<Interactions, 'likesOf' | 'LIKES_ORDER'>;
  boardStore: Pick<BoardStore, 'counters' | 'addToNew' | 'followingOf'>;
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
  const authors = await deps.posts.savedAuthors();
  // of the candidates only, whose number has a bound
  const standings = await relationships.standings(
    own,
    authors.map(({ id }) => id),
  );
  const isKnown = (id: string) => {
    const standing = standings.get(id);
    return own.equals(id) || standing?.isFollowing === true || standing?.isBlocked === true;
  };
  const left = authors.filter(({ id }) => !isKnown(id));
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
  const revisions = createPeopleRevisions(deps.connection, deps.now);
  const relationships = createRelationships({
    ...deps,
    relationships: records,
    noteChange: revisions.noteAll,
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
        await revisions.note(own);
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
      mount(contracts.ownPeople, { perAccount: OWN_LIMIT }, async ({ viewer, req, res }) => {
        const own = toId(viewer.id);
        const held = req.headers['if-none-match']?.replace(/^(?:W\/)?"(.*)"$/, '$1');
        const revision = await revisions.of(own);
        if (revision !== undefined && held === revision) return NOT_MODIFIED;
        const readBlocked = async () => {
          const blocks = await relationships.of(own, 'blocking');
          // Includes suspended users, but not deleted ones.
          return there(await users.authors(blocks.map((id) => id.toHexString()))).map(presentPerson);
        };
        const mayBeHeld = revision !== undefined && held?.startsWith(`${revision}.`) === true;
        const known = mayBeHeld ? await readBlocked() : undefined;
        if (known !== undefined && held === withPersons(revision!, known)) return NOT_MODIFIED;
        const [follows, blocks, muted, languages] = await Promise.all([
          relationships.of(own, 'following'),
          known ?? readBlocked(),
          mutedWords.of(own),
          readLanguages.of(own),
        ]);
        const lists = { follows: follows.map((id) => id.toHexString()), blocks, muted, languages };
        // a word that stops being muted leaves the list without a change
        if (revision === undefined || muted.some(({ until }) => until !== null)) return { data: lists };
        const current = withPersons(revision, blocks);
        res.setHeader('ETag', `"${current}"`);
        return { data: { ...lists, revision: current } };
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
    /** The revision of a user's follows, blocks, muted words and languages; `undefined` while they may be changing. */
    revisionOf: revisions.of,
    /** Ids of users whom a user blocks. */
    blockedBy: async (user: Types.ObjectId): Promise<ReadonlySet<string>> =>
      new Set((await relationships.of(user, 'blocking')).map((id) => id.toHexString())),
    /** The words that a user mutes. */
    mutedBy: mutedWords.of,
    deleteOf: async (user: Types.ObjectId, signal: AbortSignal) => {
      await relationships.removeOf(user, signal);
      await mutedWords.records.deleteMany({ user });
      await readLanguages.records.deleteOne({ _id: user });
      await revisions.records.deleteOne({ _id: user });
    },
  };
}

type PageQuery = contracts.QueryOf<typeof contracts.listLikers>;
type Change = contracts.PeopleChange | contracts.WordChange | contracts.LanguagesChange;
const isOfPerson = (change: Change): change is contracts.PeopleChange => 'user' in change;
const isOfWord = (change: Change): change is contracts.WordChange => 'word' in change;
const isOfLanguages = (change: Change): change is contracts.LanguagesChange => change.kind === 'languages';

/** The revision of lists that name blocked users, who may change their names and pictures. */
const withPersons = (revision: string, blocked: readonly contracts.Person[]): string =>
  blocked.length === 0
    ? revision
    : `${revision}.${createHash('sha256').update(JSON.stringify(blocked)).digest('base64url').slice(0, 22)}`;

const toId = (id: string) => new Types.ObjectId(id);

const there = (users: readonly (StoredAuthor | undefined)[]): StoredAuthor[] =>
  users.filter((user) => user !== undefined);
const idsOf = (users: readonly (StoredAuthor | undefined)[]): ReadonlySet<string> =>
  new Set(there(users).map(({ _id }) => _id.toHexString()));
