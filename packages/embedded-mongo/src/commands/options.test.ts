import { type Document, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { commandTopics } from '../testing/cases/collections.js';
import { ownServer } from '../testing/setup.js';

const { server } = ownServer();

describe.each(Object.entries(commandTopics))('%s', (_topic, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, { run, expect: expected }) => {
    let reply: Document | undefined;
    let error: unknown;
    for (const command of run) {
      expect(error).toBeUndefined();
      // an error of the last command may be what is expected
      reply = await server()
        .db.command(command)
        .catch((thrown: unknown) => void (error = thrown));
    }
    if (typeof expected === 'number') {
      expect(error).toBeInstanceOf(MongoServerError);
      expect(error).toMatchObject({ code: expected });
    } else {
      if (error !== undefined) throw error as Error;
      expect(reply).toMatchObject(expected);
    }
  });
});
