import { Types } from 'mongoose';
import { SECOND } from '../time.js';

/**
 * A transactional outbox. The write that changes a document also adds an event to the document's `pending`. The
 * event is delivered to the counters and subscribers, at least once, and then removed (docs/feed.md, Counters).
 */
export interface StoredEvent {
  /** The event's ID; contains the second in which it was written. */
  op: Types.ObjectId;
  /** The changes of counters, by field. The fields also tell the event's type. */
  delta: Record<string, number>;
}

/** A document with an outbox. */
export interface HasOutbox {
  _id: Types.ObjectId;
  pending?: StoredEvent[];
}

/** The schema of `pending`. */
export const OUTBOX_FIELD = { type: [{ _id: false, op: 'ObjectId', delta: Object }], default: undefined };

/** Sparse index by which the catch-up finds documents with pending events. */
export const OUTBOX_INDEX = [{ 'pending.op': 1 }, { sparse: true }] as const;

/** No live process delivers a pending event older than this. Milliseconds. */
export const STALE_AFTER = 30 * SECOND;

/** Creates the ID of an event that is written now. */
export const newEventId = (now: Date): Types.ObjectId =>
  new Types.ObjectId(Types.ObjectId.generate(Math.floor(now.getTime() / 1000)));

/** Pipeline expression: the document's pending events plus further ones. */
export const pendingWith = (...events: object[]) => ({
  $concatArrays: [{ $ifNull: ['$pending', []] }, events],
});

/** Returns the pending event with an ID. */
export const eventIn = (document: HasOutbox | null, op: Types.ObjectId): StoredEvent | undefined =>
  document?.pending?.find((event) => event.op.equals(op));

/** Delivers an event of a document. @returns what counted it, `null` if that is gone */
export type Deliver<S, C> = (document: S, event: StoredEvent) => Promise<C | null | undefined>;
