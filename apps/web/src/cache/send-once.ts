import { asRecord, readStored, writeStored } from '../lib/json';
import { serverNow } from '../lib/server-clock';
import { DAY } from '../lib/time';
import { isOutcomeUnknown, newIdempotencyKey } from './run-mutation';

const STORED = 'unanswered';
/** Milliseconds for which the API remembers a key. */
const REMEMBERED_FOR = DAY;
/** Maximum number of stored calls; the oldest are dropped first. */
const KEPT = 20;

/** A call without a response: a reload or the network may have cut it off. */
interface Unanswered {
  idempotencyKey: string;
  /** When it was first sent, by the server's clock, in milliseconds. */
  at: number;
}
/** By body, as JSON. */
type AllUnanswered = Record<string, Unanswered>;

const isAllUnanswered = (value: unknown): value is AllUnanswered =>
  asRecord(value) === value &&
  Object.values(asRecord(value)).every((sent) => typeof asRecord(sent)['at'] === 'number');

const readUnanswered = (): [string, Unanswered][] =>
  Object.entries(readStored<AllUnanswered>(STORED, isAllUnanswered, {})).filter(
    ([, { at }]) => at > serverNow() - REMEMBERED_FOR,
  );

const store = (all: [string, Unanswered][]): void =>
  void writeStored(STORED, all.length === 0 ? null : Object.fromEntries(all.slice(-KEPT)));

/** The bodies of calls without a response, and when they were sent, by the server's clock, in milliseconds. */
export const unansweredCalls = (): { body: unknown; at: number }[] =>
  readUnanswered().map(([body, { at }]) => ({ body: JSON.parse(body) as unknown, at }));

/** Forgets a call without a response: the same body is a new call then. */
export const forgetUnanswered = (body: unknown): void =>
  store(readUnanswered().filter(([other]) => other !== JSON.stringify(body)));

/**
 * Sends a call that the user may repeat after a lost response, also after a reload: the same body is sent with the same
 * `Idempotency-Key` until it succeeds, so that it takes effect once. Another body gets a new key.
 */
export const sendOnce = async <T>(body: object, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
  const text = JSON.stringify(body);
  const all = readUnanswered();
  const sent = all.find(([other]) => other === text)?.[1] ?? {
    idempotencyKey: newIdempotencyKey(),
    at: serverNow(),
  };
  store([...all.filter(([other]) => other !== text), [text, sent]]);
  try {
    const answer = await send(sent.idempotencyKey);
    forgetUnanswered(body);
    return answer;
  } catch (error) {
    // after an unknown outcome, the error told the user to check the result, so another try is intended
    if (isOutcomeUnknown(error)) forgetUnanswered(body);
    throw error;
  }
};
