import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { start, stopServers } from '../../testing/test-server.js';
import { toAppError } from './error-handler.js';
import { AppError } from './errors.js';

const named = (name: string, fields: object = {}) =>
  Object.assign(new Error('secret detail'), { name, ...fields });

describe('toAppError', () => {
  it.each([
    ['anything unforeseen', new Error('secret detail'), 500, 'Server error. Please try again later'],
    ['what is no error', 'secret detail', 500, 'Server error. Please try again later'],
    [
      'a database that cannot be reached',
      named('MongoServerSelectionError'),
      503,
      'Service temporarily unavailable',
    ],
    ['a connection that broke', named('MongoNetworkError'), 503, 'Service temporarily unavailable'],
    ['a full connection pool', named('MongoWaitQueueTimeoutError'), 503, 'Service temporarily unavailable'],
    [
      'a database shutting down',
      named('MongoServerError', { code: 91 }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a database that died under a bulk write',
      named('MongoBulkWriteError', { errorResponse: named('MongoNetworkError'), writeErrors: [] }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a connection that the driver interrupts as the database does not answer',
      named('MongoBulkWriteError', { errorResponse: named('PoolClearedOnNetworkError'), writeErrors: [] }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a connection that broke while a command was written',
      named('Error', { code: 'ECONNRESET', syscall: 'read' }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a connection that broke while a bulk write was written',
      named('MongoBulkWriteError', { errorResponse: named('Error', { code: 'EPIPE' }), writeErrors: [] }),
      503,
      'Service temporarily unavailable',
    ],
    [
      'a full disk of the database',
      named('MongoServerError', { code: 14_031 }),
      507,
      'There is no room to save this at the moment',
    ],
    [
      'a full disk under a bulk write',
      named('MongoBulkWriteError', { writeErrors: [{ code: 14_031 }] }),
      507,
      'There is no room to save this at the moment',
    ],
    [
      'a cut-off body',
      named('BadRequestError', { type: 'request.aborted', status: 400 }),
      400,
      'The request was cut off',
    ],
    ['a malformed address', new URIError('secret detail'), 400, 'The address is malformed'],
    ['an error of the router', named('Error', { status: 400 }), 400, 'Invalid request data'],
    [
      'a value of the wrong type',
      new mongoose.Error.CastError('ObjectId', 'x', '_id'),
      400,
      'Invalid request data',
    ],
  ])('maps %s to an error without its details', (_case, error, status, message) => {
    const mapped = toAppError(error);
    expect(mapped.status).toBe(status);
    expect(mapped.message).toBe(message);
  });

  it('names the fields of a unique index', () => {
    const error = named('MongoServerError', { code: 11_000, keyPattern: { user: 1, post: 1 } });
    const mapped = toAppError(error);
    expect(mapped.status).toBe(409);
    expect(mapped.errors?.map(({ path }) => path)).toEqual(['user', 'post']);
  });

  it('recognises a driver bulk write whose connection ended', async () => {
    const { ctx, server, proxy } = await start({ outages: true });
    await server.ready;
    proxy.hang();
    const writing = ctx.models.User.collection.insertMany([{ _id: 1 }, { _id: 2 }] as never[]);
    const failed = writing.catch((error: unknown) => error);
    await pause(200);
    await proxy.cut();
    const error = (await failed) as Error;
    expect(error.name).toBe('MongoBulkWriteError');
    expect(toAppError(error)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    await stopServers();
  });

  it.each(['insertMany', 'insertOne'] as const)(
    'answers 503 if the connection breaks while a large %s command is written',
    async (command) => {
      const { ctx, server, proxy } = await start({ outages: true });
      await server.ready;
      const { collection } = ctx.models.User;
      const document = { text: 'x'.repeat(8_000_000) } as never;
      proxy.hang();
      const writing =
        command === 'insertMany' ? collection.insertMany([document]) : collection.insertOne(document);
      const failed = writing.catch((error: unknown) => error);
      await proxy.cut();
      expect(toAppError(await failed)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
      await stopServers();
    },
  );

  it('includes a retry time on a full disk', () => {
    expect(toAppError(named('MongoServerError', { code: 14_031 })).retryAfterSeconds).toBe(60);
  });

  it('returns an AppError unchanged', () => {
    const refusal = new AppError('NOT_FOUND', 'Post not found');
    expect(toAppError(refusal)).toBe(refusal);
    expect(refusal.status).toBe(404);
  });
});
