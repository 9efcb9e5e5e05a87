import { deserialize } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode } from '../../bson/decode.js';
import type { Doc } from '../../bson/document.js';
import { encode } from '../../bson/encode.js';
import { asNumber } from '../../bson/numbers.js';
import { startTestServer, type TestServer } from '../server.js';
import { WireClient } from '../wire-client.js';
import type { Case, Data, Operation } from './case.js';
import { commandTopics } from './collections.js';
import { topics } from './index.js';

/** Runs the table on a real MongoDB if configured, otherwise on a new embedded server. */
const uri = process.env.TEST_DATABASE === 'mongod' ? process.env.MONGODB_URI : undefined;
const db = `cases${process.pid}`;
let server: TestServer | undefined;
let client: WireClient;
beforeAll(async () => {
  if (!uri) server = await startTestServer();
  client = await WireClient.connect(uri ?? `mongodb://127.0.0.1:${server!.port}/`);
});
afterAll(async () => {
  await client.command(db, { dropDatabase: 1 });
  client.close();
  await server?.stop();
});

/** The document after a round trip over the wire. */
const received = (data: Data): Doc => decode(encode(data));

/** The error code of a reply, or of its first failed write. */
function errorOf(reply: Doc): number | undefined {
  const [failed] = (reply.writeErrors ?? []) as Doc[];
  return asNumber(reply.code) ?? asNumber(failed?.code);
}

async function succeed(command: Doc): Promise<Doc> {
  const reply = await client.command(db, command);
  if (errorOf(reply) !== undefined) throw new Error(JSON.stringify(reply));
  return reply;
}

function commandOf(run: Operation): Doc {
  if ('find' in run) {
    const { find: filter, ...rest } = run;
    return { find: 'c', filter, ...rest };
  }
  if ('aggregate' in run) {
    const { aggregate: pipeline, ...rest } = run;
    return { aggregate: 'c', pipeline, cursor: {}, ...rest };
  }
  const { update: q, with: u, ...rest } = run;
  return { update: 'c', updates: [{ q, u, ...rest }] };
}

async function answer({ docs, run }: Case): Promise<{ error?: number; docs: Doc[] }> {
  await client.command(db, { drop: 'c' });
  if (docs.length > 0) await succeed({ insert: 'c', documents: docs });
  let reply = await client.command(db, commandOf(run));
  const error = errorOf(reply);
  if (error !== undefined) return { error, docs: [] };
  if ('update' in run) reply = await succeed({ find: 'c', sort: { _id: 1 } });
  return { docs: (reply.cursor as { firstBatch: Doc[] }).firstBatch };
}

/** Sorts one level of arrays whose order is undefined. */
const settle = (docs: Doc[]): Doc[] =>
  docs.map((doc) =>
    Object.fromEntries(
      Object.entries(doc).map(([key, value]) => [
        key,
        Array.isArray(value) ? [...(value as unknown[])].sort() : value,
      ]),
    ),
  );

// MongoDB does not reject what only this server lacks
const own = (code: unknown) => uri !== undefined && code === 238;

describe.each(Object.entries(topics))('%s', (_topic, cases) => {
  it.each(cases.filter(({ error }) => !own(error)).map((one) => [one.name, one] as const))(
    '%s',
    async (_name, one) => {
      const { error, docs } = await answer(one);
      expect(error).toBe(one.error);
      if (one.error !== undefined) return;
      const expected = (one.expect ?? []).map(received);
      const [got, wanted] = one.unordered ? [settle(docs), settle(expected)] : [docs, expected];
      // toEqual shows the difference; the bytes also compare field order and numeric types
      expect(got).toEqual(wanted);
      expect(got.map((doc) => encode(doc).toString('hex'))).toEqual(
        wanted.map((doc) => encode(doc).toString('hex')),
      );
    },
  );
});

describe.each(Object.entries(commandTopics))('%s', (_topic, cases) => {
  it.each(cases.filter(({ expect: code }) => !own(code)).map((one) => [one.name, one] as const))(
    '%s',
    async (_name, { run, expect: expected }) => {
      await client.command(db, { dropDatabase: 1 });
      for (const command of run.slice(0, -1)) await succeed(command);
      const reply = await client.command(db, run.at(-1)!);
      if (typeof expected === 'number') expect(errorOf(reply)).toBe(expected);
      else {
        expect(errorOf(reply)).toBeUndefined();
        // compare numbers as JavaScript's: the numeric type of a counter is not documented
        expect(deserialize(encode(reply))).toMatchObject(deserialize(encode(expected)));
      }
    },
  );
});
