import { PEOPLE_LIMITS, type PeopleChange } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { PendingChange } from '../../platform/db/counters.js';
import { Debts } from '../../platform/db/debts.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import type { BoardRecord } from '../boards/board.model.js';
import type { BoardTotals } from '../boards/board-totals.js';
import { latestOf } from './latest.js';
import type { RelationshipRecord } from './relationship.model.js';
import { clearUpdate, newOps, wishUpdate, type Flag, type Wish } from './relationship-updates.js';

/** The relationship of one user to another. */
export interface Standing {
  isFollowing: boolean;
  isBlocked: boolean;
}

/** A follow after a change. */
export interface Follow {
  /** The followed user. */
  person: Types.ObjectId;
  user: Types.ObjectId;
  isFollowing: boolean;
  /** Start time by the server's clock. */
  since: Date;
  /** Increases with every change. */
  changedAt: Date;
}

interface Parts extends Pick<Platform, 'now' | 'log'> {
  relationships: Collection<RelationshipRecord>;
  boards: Pick<BoardTotals, 'counters' | 'addToNew'>;
  /** Called when a follow starts or ends, possibly several times for one change. */
  onFollow: (follow: Follow) => Promise<unknown>;
  /** Returns the ids of existing users among these, suspended or not. */
  known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the ids of the users whom this user may follow. */
  followable: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

const MOST: Record<Flag, number> = { following: PEOPLE_LIMITS.followsMax, blocking: PEOPLE_LIMITS.blocksMax };
const REMOVED_AT_ONCE = 500;
const NOTHING: Standing = { isFollowing: false, isBlocked: false };

/** Follows and blocks, and the counters of the boards. */
export class Relationships {
  readonly debts: Debts<RelationshipRecord, BoardRecord>;

  constructor(private readonly parts: Parts) {
    this.debts = new Debts<RelationshipRecord, BoardRecord>({
      ...parts,
      collection: parts.relationships,
      counters: parts.boards.counters,
      targetOf: ownerOf,
      follow: async (after, follow, change) => {
        if (after === null) await parts.boards.addToNew(ownerOf(follow, change), change);
      },
      tell: async ({ user, person, following, followingSince, followingChangedAt }, { delta }) => {
        if (!('followers' in delta)) return;
        const since = followingSince ?? parts.now();
        const changedAt = followingChangedAt ?? since;
        await parts.onFollow({ user, person, isFollowing: following, since, changedAt });
      },
    });
  }

  /**
   * Applies changes of one user, each unless a later one was applied before. Changes to users who are deleted, may
   * not be followed or exceed the limit are ignored. @returns the relationship to each of these users afterwards
   */
  async change(user: Types.ObjectId, changes: readonly PeopleChange[]): Promise<(id: string) => Standing> {
    const wishes = await this.allowed(user.toHexString(), this.latest(changes));
    const persons = [...new Set(changes.map((change) => change.user.toLowerCase()))];
    const before = await this.standings(user, persons);
    const wanted = await this.withinLimits(user, wishes, before);
    const after = wanted.length === 0 ? before : await this.write(user, wanted, persons);
    return (id) => after.get(id.toLowerCase()) ?? NOTHING;
  }

  /** Returns the ids of users whom a user follows or blocks, latest first. */
  async of(user: Types.ObjectId, flag: Flag): Promise<Types.ObjectId[]> {
    const limit = MOST[flag];
    const found = await this.parts.relationships
      .find({ user, [flag]: true }, { projection: { _id: 0, person: 1 }, batchSize: limit })
      .sort({ [`${flag}Since`]: -1 })
      .limit(limit)
      .toArray();
    return found.map(({ person }) => person);
  }

  /**
   * Removes all relationships of a user in both directions and updates the counters. Safe to interrupt at any time.
   */
  async removeOf(user: Types.ObjectId, signal: AbortSignal): Promise<void> {
    const { relationships, now } = this.parts;
    for (const side of ['user', 'person'] as const) {
      for (let after: Types.ObjectId | undefined; ;) {
        signal.throwIfAborted();
        const found = await relationships
          .find({ [side]: user, ...(after && { _id: { $gt: after } }) }, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .limit(REMOVED_AT_ONCE)
          .toArray();
        const ids = found.map(({ _id }) => _id);
        after = ids.at(-1);
        if (after === undefined) break;
        const ops = ids.map(() => newOps(now()));
        await relationships.bulkWrite(
          ids.map((_id, index) => ({ updateOne: { filter: { _id }, update: clearUpdate(ops[index]!) } })),
          { ordered: false },
        );
        await this.pay({ _id: { $in: ids } }, ops);
        // A record with a pending change stays for the repair or the next run.
        await relationships.deleteMany({ _id: { $in: ids }, 'pending.0': { $exists: false } });
      }
    }
  }

  /** Returns the latest change of each flag for each user. */
  private latest(changes: readonly PeopleChange[]): Wish[] {
    const keyOf = ({ flag, person }: Pick<Wish, 'flag' | 'person'>) => `${flag} ${person}`;
    const wishes = changes.map(({ kind, user, at }) => ({
      person: user.toLowerCase(),
      flag: kind.endsWith('follow') ? ('following' as const) : ('blocking' as const),
      wanted: !kind.startsWith('un'),
      at,
    }));
    const done = new Set(wishes.filter(({ wanted }) => wanted).map(keyOf));
    const latest = [...latestOf(wishes, keyOf, this.parts.now()).values()];
    // An action done and undone offline arrives in one call; the record must store the time for changes made in
    // between.
    return latest.map((wish) => ({ ...wish, makesRecord: done.has(keyOf(wish)) }));
  }

  private async allowed(userId: string, wishes: readonly Wish[]): Promise<Wish[]> {
    const others = wishes.filter(({ person }) => person !== userId);
    const ids = others.map(({ person }) => person);
    const [known, followable] = await Promise.all([this.parts.known(ids), this.parts.followable(ids)]);
    return others.filter(({ person, flag, wanted }) =>
      flag === 'following' && wanted ? followable.has(person) : known.has(person),
    );
  }

  private async standings(user: Types.ObjectId, persons: readonly string[]): Promise<Map<string, Standing>> {
    const person = { $in: persons.map((id) => new Types.ObjectId(id)) };
    const projection = { person: 1, following: 1, blocking: 1 };
    return standingsIn(await this.parts.relationships.find({ user, person }, { projection }).toArray());
  }

  /** Drops changes past the limit. Parallel calls of one user may exceed it by their own changes. */
  private async withinLimits(
    user: Types.ObjectId,
    wishes: readonly Wish[],
    before: ReadonlyMap<string, Standing>,
  ): Promise<Wish[]> {
    const isNew = ({ person, flag, wanted }: Wish) => {
      const { isFollowing, isBlocked } = before.get(person) ?? NOTHING;
      return wanted && !(flag === 'following' ? isFollowing : isBlocked);
    };
    const kept = wishes.filter((wish) => !isNew(wish));
    for (const flag of ['following', 'blocking'] as const) {
      const added = wishes.filter((wish) => wish.flag === flag && isNew(wish));
      if (added.length === 0) continue;
      const limit = MOST[flag];
      const count = await this.parts.relationships.countDocuments({ user, [flag]: true }, { limit });
      kept.push(...added.slice(0, limit - count));
    }
    return kept;
  }

  /** @returns the relationships to these users afterwards, including those of the wishes */
  private async write(
    user: Types.ObjectId,
    wishes: readonly Wish[],
    persons: readonly string[],
  ): Promise<Map<string, Standing>> {
    const now = this.parts.now();
    const ops = wishes.map(() => newOps(now));
    // A parallel call of this user may create the record. Changes already written are not repeated.
    await retryDuplicate(() =>
      this.parts.relationships.bulkWrite(
        wishes.map((wish, index) => ({
          updateOne: {
            filter: { user, person: new Types.ObjectId(wish.person) },
            update: wishUpdate(wish, now, ops[index]!),
            upsert: wish.makesRecord,
          },
        })),
        { ordered: false },
      ),
    );
    const person = { $in: persons.map((id) => new Types.ObjectId(id)) };
    return standingsIn(await this.pay({ user, person }, ops));
  }

  /** Applies the pending changes made by this call to the counters. @returns the records */
  private async pay(among: object, ops: readonly Types.ObjectId[][]): Promise<RelationshipRecord[]> {
    const own = new Set(ops.flat().map((op) => op.toHexString()));
    const found = await this.parts.relationships.find(among).toArray();
    const debts = found.flatMap((document) =>
      (document.pending ?? [])
        .filter(({ op }) => own.has(op.toHexString()))
        .map((change) => ({ document, change })),
    );
    if (debts.length > 0) await this.debts.payAll(debts);
    return found;
  }
}

/** The user whose board counts a change. */
const ownerOf = ({ user, person }: RelationshipRecord, { delta }: PendingChange): Types.ObjectId =>
  'following' in delta ? user : person;

const standingsIn = (found: readonly Pick<RelationshipRecord, 'person' | 'following' | 'blocking'>[]) =>
  new Map<string, Standing>(
    found.map(({ person, following, blocking }) => [
      person.toHexString(),
      { isFollowing: following, isBlocked: blocking },
    ]),
  );
