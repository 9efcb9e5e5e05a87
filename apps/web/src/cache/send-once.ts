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
/** By the digest of the body. */
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

/**
 * Names a body without its words: the next person at this computer could read them. Not for secrets, since short texts
 * can be guessed.
 */
const digestOf = (body: object): string => {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (const sign of JSON.stringify(body)) {
    const code = sign.codePointAt(0) ?? 0;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join('.');
};

/** Returns when a call without a response was sent, by the server's clock, in milliseconds; undefined if there is none. */
export const unansweredSince = (body: object): number | undefined =>
  readUnanswered().find(([digest]) => digest === digestOf(body))?.[1].at;

/** Forgets a call without a response: the same body is a new call then. */
export const forgetUnanswered = (body: object): void =>
  store(readUnanswered().filter(([digest]) => digest !== digestOf(body)));

/**
 * Sends a call that the user may repeat after a lost response, also after a reload: the same body is sent with the same
 * `Idempotency-Key` until it succeeds, so that it takes effect once. Another body gets a new key.
 */
export const sendOnce = async <T>(body: object, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
  const digest = digestOf(body);
  const all = readUnanswered();
  const sent = all.find(([other]) => other === digest)?.[1] ?? {
    idempotencyKey: newIdempotencyKey(),
    at: serverNow(),
  };
  store([...all.filter(([other]) => other !== digest), [digest, sent]]);
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
