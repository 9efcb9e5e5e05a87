import { describe, expect, it } from 'vitest';
import { currentRequest, runForRequest, type RequestContext } from '../request-context.js';
import { createLookup } from './batch-loader.js';

interface Item {
  id: string;
  names: string[];
}

const ITEMS: Item[] = ['a', 'b', 'c'].map((id) => ({ id, names: [id, id.toUpperCase()] }));

/** A lookup over the items above that records the keys of each query. */
function lookupOf(options: { max?: number; now?: () => Date } = {}) {
  const queries: string[][] = [];
  const lookup = createLookup<string, Item>({
    read: (keys) => {
      queries.push(keys);
      return Promise.resolve(ITEMS.filter(({ names }) => names.some((name) => keys.includes(name))));
    },
    keysOf: ({ names }) => names,
    max: options.max ?? 10,
    ...(options.now === undefined ? {} : { remember: { milliseconds: 1000, now: options.now } }),
  });
  return { lookup, queries };
}

/** A request with a deadline, and a function that aborts it. */
function requestOf(deadlineAt = Infinity) {
  const abort = new AbortController();
  const context = { signal: abort.signal, deadlineAt, answered: false, appendHeader: () => undefined };
  return { context, end: () => abort.abort(new Error('Too late')) };
}

it('returns documents in key order, and gaps for missing ones', async () => {
  const { lookup, queries } = lookupOf();
  const found = await lookup(['c', 'x', 'A', 'c']);
  expect(found.map((item) => item?.id)).toEqual(['c', undefined, 'a', 'c']);
  expect(queries).toEqual([['c', 'x', 'A']]);
});

it('batches lookups of the same turn into one query, up to its maximum size', async () => {
  const { lookup, queries } = lookupOf({ max: 3 });
  const found = await Promise.all([lookup(['a', 'b']), lookup(['c']), lookup(['a'])]);
  expect(found.map((items) => items.map((item) => item?.id))).toEqual([['a', 'b'], ['c'], ['a']]);
  expect(queries).toEqual([['a', 'b', 'c'], ['a']]);
});

it('fetches every time by default', async () => {
  const { lookup, queries } = lookupOf();
  await lookup(['a']);
  await lookup(['a']);
  expect(queries).toHaveLength(2);
});

it('caches for less than a second, including missing documents', async () => {
  let time = 5000;
  const { lookup, queries } = lookupOf({ now: () => new Date(time) });
  await lookup(['a', 'x']);
  time += 999;
  await lookup(['x', 'a', 'b']);
  expect(queries).toEqual([['a', 'x'], ['b']]);
  lookup.forget('b');
  await lookup(['a', 'b']);
  expect(queries.at(-1)).toEqual(['b']);
  time += 1;
  await lookup(['a']);
  expect(queries.at(-1)).toEqual(['a']);
});

it('rejects all waiting lookups if a query fails, and retries the next time', async () => {
  let fails = true;
  const lookup = createLookup<string, Item>({
    read: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(ITEMS)),
    keysOf: ({ names }) => names,
    max: 10,
    remember: { milliseconds: 1000, now: () => new Date(0) },
  });
  const results = await Promise.allSettled([lookup(['a']), lookup(['b'])]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect((await lookup(['a']))[0]?.id).toBe('a');
});

it('gives a shared query the longest remaining time of its requests, and no limit if background work shares it', async () => {
  const limits: (number | undefined)[] = [];
  const lookup = createLookup<string, Item>({
    read: () => {
      limits.push(currentRequest()?.deadlineAt);
      return Promise.resolve(ITEMS);
    },
    keysOf: ({ names }) => names,
    max: 10,
  });
  const askUntil = (deadlineAt: number, key: string) =>
    runForRequest(requestOf(deadlineAt).context, () => lookup([key]));
  await Promise.all([askUntil(1, 'a'), askUntil(3, 'b'), askUntil(2, 'c')]);
  await Promise.all([askUntil(1, 'a'), lookup(['b'])]);
  expect(limits).toEqual([3, undefined]);
});

describe('a lookup that joins one in flight', () => {
  /** A lookup whose queries hang until their request ends or the test resolves them. */
  function hangingLookup() {
    const queries: { request: RequestContext | undefined; answer: () => void }[] = [];
    const lookup = createLookup<string, Item>({
      read: () => {
        const request = currentRequest();
        request?.signal.throwIfAborted();
        return new Promise((resolve, reject) => {
          queries.push({ request, answer: () => resolve(ITEMS) });
          request?.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        });
      },
      keysOf: ({ names }) => names,
      max: 10,
      remember: { milliseconds: 1000, now: () => new Date(0) },
    });
    const ask = (context: RequestContext | undefined) =>
      runForRequest(context, () => lookup(['a'])).then(
        ([item]) => item?.id,
        (error: unknown) => (error as Error).message,
      );
    return { ask, queries };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('runs its own query if the first request ends before its own', async () => {
    const [first, second] = [requestOf(), requestOf()];
    const { ask, queries } = hangingLookup();
    const answers = [ask(first.context)];
    await turn();
    answers.push(ask(second.context), ask(undefined));
    await turn();
    expect(queries).toHaveLength(1);
    first.end();
    await turn();
    await turn();
    expect(queries.map(({ request }) => request)).toEqual([first.context, second.context]);
    queries[1]!.answer();
    expect(await Promise.all(answers)).toEqual(['Too late', 'a', 'a']);
  });

  it('runs its own query if the first request ended before it joined', async () => {
    const [first, second] = [requestOf(), requestOf()];
    const { ask, queries } = hangingLookup();
    const answers = [ask(first.context), ask(second.context)];
    first.end();
    await turn();
    await turn();
    expect(queries.map(({ request }) => request)).toEqual([second.context]);
    queries[0]!.answer();
    expect(await Promise.all(answers)).toEqual(['Too late', 'a']);
  });

  it('leaves no query running after all requests end', async () => {
    const requests = [requestOf(), requestOf(), requestOf()];
    const { ask, queries } = hangingLookup();
    const answers = requests.map(({ context }) => ask(context));
    for (const { end } of requests) {
      await turn();
      await turn();
      end();
    }
    expect(await Promise.all(answers)).toEqual(['Too late', 'Too late', 'Too late']);
    await turn();
    expect(queries.map(({ request }) => request?.signal.aborted)).toEqual([true, true, true]);
  });
});
