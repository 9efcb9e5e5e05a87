import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEncoders } from './encoders.js';

/** Work that ends on request. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.set(name, resolve);
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, begin, end };
}

describe('createEncoders', () => {
  it('runs another user’s task before the second task of the first', async () => {
    const encoders = createEncoders(1);
    const { started, begin, end } = heldWork();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => encoders.run(name[0]!, begin(name)));
    await new Promise((resolve) => setImmediate(resolve));
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) {
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
    await Promise.all(all);
    expect(encoders.users()).toBe(0);
  });

  it('runs one task of a user at a time, even if slots are free', async () => {
    const encoders = createEncoders(4);
    const { started, begin, end } = heldWork();
    const all = ['a1', 'a2', 'b1'].map((name) => encoders.run(name[0]!, begin(name)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    await Promise.all(all);
  });

  it('continues after a task that fails', async () => {
    const encoders = createEncoders(1);
    await expect(encoders.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await encoders.run('a', () => Promise.resolve(1))).toBe(1);
    expect(encoders.users()).toBe(0);
  });

  it('makes each task wait for at most one task of each other user', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 3 }),
        async (users, most) => {
          const encoders = createEncoders(most);
          const order: string[] = [];
          await Promise.all(
            users.map((user) =>
              encoders.run(user, async () => {
                order.push(user);
                await Promise.resolve();
              }),
            ),
          );
          expect(order).toHaveLength(users.length);
          for (const [index, user] of order.entries()) {
            // between two tasks of a user, the others run at most as many as there are slots
            const next = order.indexOf(user, index + 1);
            const between = order.slice(index + 1, next === -1 ? index + 1 : next);
            for (const other of between) {
              expect(between.filter((one) => one === other).length).toBeLessThanOrEqual(most);
            }
          }
        },
      ),
    );
  });
});
