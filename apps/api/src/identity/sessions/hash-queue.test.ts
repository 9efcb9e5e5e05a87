import { describe, expect, it } from 'vitest';
import { createHashQueue } from './password-hasher.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Jobs that end on command. */
function jobs(concurrency: number, queueMax: number) {
  const run = createHashQueue(concurrency, queueMax);
  const started: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  return {
    started,
    add: (name: string) =>
      run(
        () =>
          new Promise<string>((resolve, reject) => {
            started.push(name);
            ends.set(name, { resolve, reject });
          }),
      ),
    end: async (name: string) => {
      await settled();
      ends.get(name)?.resolve(name);
      await settled();
    },
    fail: async (name: string) => {
      await settled();
      ends.get(name)?.reject(new Error(name));
      await settled();
    },
  };
}

describe('the queue of password hashes', () => {
  it('runs a limited number of jobs at once, the rest in order of arrival', async () => {
    const { add, end, started } = jobs(2, 10);
    const answers = ['a', 'b', 'c', 'd'].map(add);
    await settled();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await end('d');
    await end('a');
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects jobs beyond the queue with 503, and accepts more after one is done', async () => {
    const { add, end, started } = jobs(1, 1);
    const first = add('a');
    const second = add('b');
    await expect(add('c')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await end('a');
    const fourth = add('d');
    await end('b');
    await end('d');
    expect(await Promise.all([first, second, fourth])).toEqual(['a', 'b', 'd']);
    expect(started).toEqual(['a', 'b', 'd']);
  });

  it('continues after a failed job', async () => {
    const { add, end, fail } = jobs(1, 1);
    const first = add('a');
    const second = add('b');
    first.catch(() => undefined);
    await fail('a');
    await expect(first).rejects.toThrow('a');
    await end('b');
    await expect(second).resolves.toBe('b');
  });
});
