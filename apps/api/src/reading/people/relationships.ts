import { PEOPLE_LIMITS, type PeopleChange } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { StoredEvent } from '../../platform/events/stored-event.js';
import type { Held } from '../../platform/events/event-source.js';
import type { Platform } from '../../platform/platform.js';
import type { BoardRecord } from '../../community/boards/board.model.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import type { EventOutbox } from '../../community/events.js';
import { latestOf } from './latest.js';
import type { RelationshipRecord } from '../../community/relations/relationship.model.js';
import { clearUpdate, newEventIds, wishUpdate, type Flag, type Wish } from './relationship-updates.js';
import { NOTHING, standings, standingsIn, type Standing, type Standings } from './standings.js';

interface Parts extends Pick<Platform, 'inTurn' | 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  inboxes: Pick<Inboxes, 'changing'>;
  relationships: Collection<RelationshipRecord>;
  boardStore: Pick<BoardStore, 'counters' | 'addToNew' | 'followingOf'>;
  /** Called before users' follows or blocks change because another user is deleted. */
  noteChange: (users: Types.ObjectId[]) => Promise<unknown>;
  /** Returns the ids of existing users among these, suspended or not. */
  known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the ids of the users whom this user may follow. */
  followable: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

export type Relationships = ReturnType<typeof createRelationships>;

/** The parts, and the events that change the counters of the boards. */
interface Links extends Parts {
  events: { deliverAll: (held: readonly Held<RelationshipRecord>[]) => Promise<boolean[]> };
}

const MOST: Record<Flag, number> = { following: PEOPLE_LIMITS.followsMax, blocking: PEOPLE_LIMITS.blocksMax };
/** Calls that leave this much room need no turn: others would have to use it up while one call lasts. */
const AMPLE_ROOM = 2000;
const REMOVED_AT_ONCE = 500;
/**
 * Applies changes of one user, each unless a later one was applied before. Changes to users who are deleted, may
 * not be followed or exceed the limit are ignored. @returns the relationship to each of these users afterwards
 */
async function change(
  links: Links,
  user: Types.ObjectId,
  changes: readonly PeopleChange[],
): Promise<(id: string) => Standing> {
  const wishes = await allowed(links, user.toHexString(), latest(links, changes));
  const persons = [...new Set(changes.map((each) => each.user.toLowerCase()))];
  const applied = async (spare?: number) => {
    const wanted = await withinLimits(links, user, wishes, spare);
    if (wanted === undefined) return undefined;
    return wanted.length === 0 ? standings(links, user, persons) : write(links, user, wanted, persons);
  };
  const after = await links.inTurn(
    `people ${user.toHexString()}`,
    () => applied(),
    () => applied(AMPLE_ROOM),
  );
  return (id) => after?.get(id.toLowerCase()) ?? NOTHING;
}

/** Returns the ids of users whom a user follows or blocks, latest first. */
async function of({ relationships }: Parts, user: Types.ObjectId, flag: Flag): Promise<Types.ObjectId[]> {
  const limit = MOST[flag];
  const found = await relationships
    .find({ user, [flag]: true }, { projection: { _id: 0, person: 1 }, batchSize: limit })
    .sort({ [`${flag}Since`]: -1 })
    .limit(limit)
    .toArray();
  return found.map(({ person }) => person);
}

/**
 * Removes all relationships of a user in both directions and updates the counters. Safe to interrupt at any time.
 */
async function removeOf(links: Links, user: Types.ObjectId, signal: AbortSignal): Promise<void> {
  const { relationships } = links;
  for (const side of ['user', 'person'] as const) {
    for (let after: Types.ObjectId | undefined; ;) {
      signal.throwIfAborted();
      const found = await relationships
        .find({ [side]: user, ...(after && { _id: { $gt: after } }) }, { projection: { user: 1 } })
        .sort({ _id: 1 })
        .limit(REMOVED_AT_ONCE)
        .toArray();
      const ids = found.map(({ _id }) => _id);
      after = ids.at(-1);
      if (after === undefined) break;
      if (side === 'person') await links.noteChange(found.map(({ user: other }) => other));
      const ops = ids.map(() => newEventIds(links.now()));
      await relationships.bulkWrite(
        ids.map((_id, index) => ({ updateOne: { filter: { _id }, update: clearUpdate(ops[index]!) } })),
        { ordered: false },
      );
      await deliver(links, { _id: { $in: ids } }, ops);
      // A record with a pending event stays for the catch-up or the next run.
      await relationships.deleteMany({ _id: { $in: ids }, 'pending.0': { $exists: false } });
    }
  }
}

/** Returns the latest change of each flag for each user. */
function latest({ now }: Parts, changes: readonly PeopleChange[]): Wish[] {
  const keyOf = ({ flag, person }: Pick<Wish, 'flag' | 'person'>) => `${flag} ${person}`;
  const wishes = changes.map(({ kind, user, at }) => ({
    person: user.toLowerCase(),
    flag: kind.endsWith('follow') ? ('following' as const) : ('blocking' as const),
    wanted: !kind.startsWith('un'),
    at,
  }));
  const done = new Set(wishes.filter(({ wanted }) => wanted).map(keyOf));
  // An action done and undone offline arrives in one call; the record must store the time for changes made in
  // between.
  return [...latestOf(wishes, keyOf, now()).values()].map((wish) => ({
    ...wish,
    makesRecord: done.has(keyOf(wish)),
  }));
}

async function allowed(links: Links, userId: string, wishes: readonly Wish[]): Promise<Wish[]> {
  const others = wishes.filter(({ person }) => person !== userId);
  const ids = others.map(({ person }) => person);
  const [existing, open] = await Promise.all([links.known(ids), links.followable(ids)]);
  return others.filter(({ person, flag, wanted }) =>
    flag === 'following' && wanted ? open.has(person) : existing.has(person),
  );
}

/** How many users a user follows or blocks. With room to spare, the stored number is close enough. */
async function numberOf(links: Links, user: Types.ObjectId, flag: Flag, spare: number): Promise<number> {
  if (flag === 'following' && spare > 0) return links.boardStore.followingOf(user);
  return links.relationships.countDocuments({ user, [flag]: true }, { limit: MOST[flag] });
}

/** Drops changes past the limit. @returns `undefined` if they leave less room than `spare` */
async function withinLimits(
  links: Links,
  user: Types.ObjectId,
  wishes: readonly Wish[],
  spare = 0,
): Promise<Wish[] | undefined> {
  const kept = wishes.filter(({ wanted }) => !wanted);
  for (const flag of ['following', 'blocking'] as const) {
    const asked = wishes.filter((wish) => wish.flag === flag && wish.wanted);
    if (asked.length === 0) continue;
    const limit = MOST[flag];
    const room = limit - (await numberOf(links, user, flag, spare));
    if (asked.length <= room - spare) {
      kept.push(...asked);
      continue;
    }
    if (spare > 0) return undefined;
    const before = await standings(
      links,
      user,
      asked.map(({ person }) => person),
    );
    const has = ({ person }: Wish) =>
      before.get(person)?.[flag === 'following' ? 'isFollowing' : 'isBlocked'] === true;
    kept.push(...asked.filter(has), ...asked.filter((wish) => !has(wish)).slice(0, Math.max(0, room)));
  }
  return kept;
}

/** @returns the relationships to these users afterwards, including those of the wishes */
async function write(
  links: Links,
  user: Types.ObjectId,
  wishes: readonly Wish[],
  persons: readonly string[],
): Promise<Standings> {
  const at = links.now();
  const ops = wishes.map(() => newEventIds(at));
  // A parallel call of this user may create the record. Changes already written are not repeated.
  await retryDuplicate(() =>
    links.relationships.bulkWrite(
      wishes.map((wish, index) => ({
        updateOne: {
          filter: { user, person: new Types.ObjectId(wish.person) },
          update: wishUpdate(wish, at, ops[index]!),
          upsert: wish.makesRecord,
        },
      })),
      { ordered: false },
    ),
  );
  const person = { $in: persons.map((id) => new Types.ObjectId(id)) };
  return standingsIn(await deliver(links, { user, person }, ops));
}

/** Delivers the events of this call. @returns the records */
async function deliver(
  { relationships, events }: Links,
  among: object,
  ops: readonly Types.ObjectId[][],
): Promise<RelationshipRecord[]> {
  const own = new Set(ops.flat().map((op) => op.toHexString()));
  const found = await relationships.find(among).toArray();
  const held = found.flatMap((document) =>
    (document.pending ?? [])
      .filter(({ op }) => own.has(op.toHexString()))
      .map((event) => ({ document, event })),
  );
  if (held.length > 0) await events.deliverAll(held);
  return found;
}

/** Changes follows and blocks; their events change the counters of the boards. */
export function createRelationships(parts: Parts) {
  const { boardStore, now } = parts;
  const events = parts.outbox.source<RelationshipRecord, BoardRecord>({
    types: ['follow', 'following'],
    collection: parts.relationships,
    counters: boardStore.counters,
    targetOf: ownerOf,
    payloads: {
      follow: ({ user, person, following, followingSince, followingChangedAt }, { delta }) => {
        if (!('followers' in delta)) return undefined;
        const since = followingSince ?? now();
        return { user, person, isFollowing: following, since, changedAt: followingChangedAt ?? since };
      },
    },
    finish: async (board, follow, event) => {
      if (board === null) await boardStore.addToNew(ownerOf(follow, event), event);
    },
  });

  const links: Links = { ...parts, events };
  return {
    events,
    change: (user: Types.ObjectId, changes: readonly PeopleChange[]) => {
      const blocked = changes.filter(isOfBlock).map((each) => new Types.ObjectId(each.user));
      const write = () => change(links, user, changes);
      // neither sees what the other did
      return blocked.length === 0 ? write() : parts.inboxes.changing([user, ...blocked], write);
    },
    of: (user: Types.ObjectId, flag: Flag) => of(links, user, flag),
    standings: (user: Types.ObjectId, persons: readonly string[]) => standings(parts, user, persons),
    removeOf: (user: Types.ObjectId, signal: AbortSignal) => removeOf(links, user, signal),
  };
}

const isOfBlock = ({ kind }: PeopleChange) => kind === 'block' || kind === 'unblock';

/** The user whose board counts an event. */
const ownerOf = ({ user, person }: RelationshipRecord, { delta }: StoredEvent): Types.ObjectId =>
  'following' in delta ? user : person;
