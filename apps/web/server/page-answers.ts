import { record, type Lists, type Named, type PageKind } from './page-kinds.js';

/** The largest answer of the API that is put into a page, in characters. */
const ANSWER_MAX = 400_000;

/** Thrown where the plain page is the answer. */
export class Plain extends Error {}
/** Thrown where the access token is over. */
export class Expired extends Plain {}

export const present = <T>(value: T | null): T => {
  if (value === null) throw new Plain();
  return value;
};

/** Asks the API for a path. */
export type Ask = (path: string) => Promise<unknown>;

/** @throws Plain, or Expired, unless the API answers as the page wants */
export const askApi = async (address: string, asked: RequestInit): Promise<unknown> => {
  const answer = await fetch(address, { ...asked, redirect: 'error' });
  const isExpired = answer.status === 401 || answer.headers.has('x-session');
  const isPlain = isExpired || !answer.ok || answer.headers.has('set-cookie');
  if (isPlain || answer.headers.get('content-type')?.startsWith('application/json') !== true) {
    await answer.body?.cancel();
    throw isExpired ? new Expired() : new Plain();
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > ANSWER_MAX) throw new Plain();
  }
  const parsed: unknown = JSON.parse(text);
  if (record(parsed)['success'] !== true) throw new Plain();
  return parsed;
};

/** What the API says for a page. */
export interface Asked {
  calls: Named<string>;
  answers: Named<unknown>;
}

const askAll = async (ask: Ask, calls: Named<string>): Promise<Named<unknown>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(calls).map(async ([name, path]) => [name, await ask(path)] as const)),
  );

/** Makes the calls of a page, then those that follow from their answers. */
export const askFor = async (kind: PageKind, ask: Ask, ofReader: Named<string> = {}): Promise<Asked> => {
  const calls = { ...ofReader, ...kind.calls };
  const answers = await askAll(ask, calls);
  const later = kind.next?.(answers) ?? {};
  return { calls: { ...calls, ...later }, answers: { ...answers, ...(await askAll(ask, later)) } };
};

export const NO_LISTS: Lists = { follows: [], blocks: [], muted: [], languages: [] };

/** Reads the lists of an answer. */
export const listsOf = (answer: unknown): Lists => {
  const { follows, blocks, muted, languages } = record(record(answer)['data']);
  if (![follows, blocks, muted, languages].every(Array.isArray)) throw new Plain();
  return { follows, blocks, muted, languages } as Lists;
};

/** Lists as the page's head compares them with those of the browser, in the spelling of its storage. */
export const spelled = ({ blocks, muted, languages }: Lists) => [
  blocks
    .map((person) => record(person)['_id'])
    .sort()
    .join(),
  ...[muted, languages].map((list) => (list.length === 0 ? null : JSON.stringify(list))),
];

/** Answers that the app takes by name (lib/early.ts); the others by the path of the call. */
const BY_NAME = new Set(['session', 'feed', 'people']);

/** The answers under the names by which the app takes them. */
export const givenOf = ({ calls, answers }: Asked): Named<unknown> =>
  Object.fromEntries<unknown>(
    Object.entries(answers).map(([name, answer]) => [
      BY_NAME.has(name) ? name : (calls[name] ?? name),
      answer,
    ]),
  );
