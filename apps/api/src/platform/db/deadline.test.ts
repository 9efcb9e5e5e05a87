import { mongo } from 'mongoose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { start, stopServers, WAIT } from '../../testing/test-server.js';
import { runForRequest } from '../request-context.js';
import { collectionOf } from './collection-of.js';

afterEach(stopServers);

/** A request with this many milliseconds left, and its error after the deadline. */
function requestOf(milliseconds: number) {
  const abort = new AbortController();
  const context = {
    signal: abort.signal,
    deadlineAt: performance.now() + milliseconds,
    answered: false,
    appendHeader: () => undefined,
  };
  return { context, end: () => abort.abort(new Error('Too late')) };
}

async function running() {
  const { ctx, server, proxy } = await start({ config: { mongo: { monitorCommands: true } } });
  await server.ready;
  // a job of the start would hold the connections that the test needs
  await ctx.jobs.stop();
  const commands: { name: string; maxTimeMS: unknown }[] = [];
  ctx.connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
    if (/^(find|aggregate|update|insert|findAndModify|delete)$/.test(name)) {
      commands.push({ name, maxTimeMS: command['maxTimeMS'] });
    }
  });
  return { ctx, proxy, commands };
}

describe('the deadline of a request', () => {
  it('limits reads and writes of models and driver collections, but not in the background', async () => {
    const { ctx, commands } = await running();
    const { User, Throttle } = ctx.models;
    const { context } = requestOf(5000);
    const calls = async () => {
      await User.findOne({}).lean();
      await collectionOf(User).find({}).toArray();
      await User.countDocuments({});
      await User.aggregate([{ $match: {} }]);
      await Throttle.updateOne({ _id: 'x' }, { $inc: { count: 1 } });
      await collectionOf(Throttle).deleteOne({ _id: 'x' });
    };
    commands.splice(0);
    await runForRequest(context, calls);
    const names = ['find', 'find', 'aggregate', 'aggregate', 'update', 'delete'];
    const own = commands.splice(0).filter(({ maxTimeMS }) => maxTimeMS !== undefined);
    expect(own.map(({ name }) => name)).toEqual(names);
    for (const { maxTimeMS } of own) {
      expect(maxTimeMS).toBeGreaterThan(0);
      expect(maxTimeMS).toBeLessThanOrEqual(5000);
    }
    await calls();
    expect(commands.length).toBeGreaterThanOrEqual(names.length);
    expect(commands.every(({ maxTimeMS }) => maxTimeMS === undefined)).toBe(true);
  });

  it('aborts reads in flight and rejects later ones', async () => {
    const { ctx, proxy, commands } = await running();
    const { context, end } = requestOf(5000);
    const bothReads = () => [
      ctx.models.User.findOne({}).lean().exec(),
      collectionOf(ctx.models.User).findOne({}),
    ];
    // so that each read has an open connection
    await Promise.all(Array.from({ length: 10 }, bothReads).flat());
    proxy.hang();
    const reads = runForRequest(context, bothReads);
    const refused = Promise.all(reads.map((read) => expect(read).rejects.toThrow('Too late')));
    const own = () => commands.filter(({ maxTimeMS }) => maxTimeMS !== undefined);
    await vi.waitFor(() => expect(own()).toHaveLength(2), WAIT);
    end();
    await refused;
    await proxy.restore();
    await vi.waitFor(() => ctx.models.User.findOne({}), WAIT);
    commands.splice(0);
    await expect(runForRequest(context, () => ctx.models.User.findOne({}).lean().exec())).rejects.toThrow(
      'Too late',
    );
    expect(commands.filter(({ maxTimeMS }) => maxTimeMS !== undefined)).toEqual([]);
  });

  it('lets reads after a write finish late, unless only rate limits or idempotency were written', async () => {
    const { ctx } = await running();
    const { User, Throttle } = ctx.models;
    const readLateAfter = (write: () => Promise<unknown>) => {
      const { context, end } = requestOf(5000);
      return runForRequest(context, async () => {
        await write();
        end();
        return collectionOf(User).findOne({});
      });
    };
    const counted = readLateAfter(() => collectionOf(Throttle).deleteOne({ _id: 'x' }));
    await expect(counted).rejects.toThrow('Too late');
    expect(await readLateAfter(() => User.deleteOne({ userNameLower: 'x' }))).toBeNull();

    // MongoDB's error for a write that a majority did not confirm in time.
    const unconfirmed = new mongo.MongoWriteConcernError({
      ok: 1,
      writeConcernError: { code: 50, errmsg: 'operation exceeded time limit' },
    });
    const replace = vi.spyOn(mongo.Collection.prototype, 'replaceOne').mockRejectedValueOnce(unconfirmed);
    const write = () => collectionOf(User).replaceOne({}, {});
    expect(await readLateAfter(() => expect(write()).rejects.toBe(unconfirmed))).toBeNull();
    replace.mockRestore();
  });
});
