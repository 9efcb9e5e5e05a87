import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import type { CounterTarget, IntentRecord } from './intent.model.js';

/** A change may take this long; one that is late leaves its counters to the repair. Milliseconds. */
const CHANGE_LASTS = 10_000;
/** An intent older than this belongs to no living change. */
export const STALE_AFTER = 2 * CHANGE_LASTS;

/** A document with counters, of which each is the number of certain other documents. */
export interface Counted {
  _id: Types.ObjectId;
  /** Rises with every change of a counter. */
  counterVersion: number;
}

/** Where the counters of one kind live and how they are counted anew. */
export interface CounterDefinition {
  collection: Native<Counted>;
  /** What of a document `Change.add` answers. */
  answered: Record<string, 1>;
  /** Counts the documents: the true values of all counters, and of fields derived from them. */
  count: (id: Types.ObjectId) => Promise<Record<string, number>>;
  /** Removes what belonged to a document that is gone. Harmless when done twice. */
  clean: (id: Types.ObjectId) => Promise<void>;
}

export type CounterDefinitions = Record<CounterTarget['kind'], CounterDefinition>;

/** Part of a change under way: adds to counters. */
export interface Change {
  /**
   * Adds to the counters of a document, which is one write, and answers what its definition names as it is then; `null`
   * where it is gone.
   * @throws AppError 503 where the change took too long: the repair counts instead
   */
  add: (target: CounterTarget, amounts: Record<string, number>) => Promise<Record<string, unknown> | null>;
}

/**
 * Keeps counters equal to the documents that they count, whatever is cut off where (security 25, 29; docs/feed.md).
 *
 * A change writes its intent, then its documents, then the counters' differences, then takes the intent away. What was
 * cut off leaves its intent, whose targets the repair counts anew.
 */
export class CounterLedger {
  constructor(
    private readonly intents: Native<IntentRecord>,
    readonly definitions: CounterDefinitions,
    private readonly now: () => Date,
  ) {}

  /**
   * Runs a change of documents that are counted.
   * @param targets whose counters it touches
   * @param write makes the change; must be done within `CHANGE_LASTS`
   */
  async change<T>(targets: CounterTarget[], write: (change: Change) => Promise<T>): Promise<T> {
    const intent: IntentRecord = { _id: new Types.ObjectId(), targets, at: this.now() };
    await this.intents.insertOne(intent);
    const result = await write({
      add: async ({ kind, id }, amounts) => {
        if (this.now().getTime() - intent.at.getTime() > CHANGE_LASTS) {
          // A repair may have counted before the documents changed, and taken the intent away: another one follows.
          await this.intents.insertOne({ _id: new Types.ObjectId(), targets, at: this.now() });
          throw serviceUnavailable(new Error('A change of counters took too long'));
        }
        const { collection, answered } = this.definitions[kind];
        return collection.findOneAndUpdate(
          { _id: id },
          { $inc: { ...amounts, counterVersion: 1 } },
          { returnDocument: 'after', projection: answered },
        );
      },
    });
    await this.intents.deleteOne({ _id: intent._id });
    return result;
  }
}
