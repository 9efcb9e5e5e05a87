import { afterEach, expect, it, vi } from 'vitest';
import { unwind } from './unwind.js';

afterEach(() => void vi.restoreAllMocks());

it('an $unwind of one long array lets other work run', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  async function* source() {
    yield await Promise.resolve({ a: Array.from({ length: 100 }, (_, i) => i) });
  }
  let turns = 0;
  let given = 0;
  const turn = (): void => {
    turns++;
    if (given < 100) setImmediate(turn);
  };
  setImmediate(turn);
  for await (const _doc of unwind('$a')(source())) {
    given++;
    time++;
  }
  // every 5 ms
  expect(turns).toBeGreaterThanOrEqual(19);
});

it('an $unwind of one long array stops when the time of its command is over', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const over = new Error('over');
  const check = () => {
    if (time > 50) throw over;
  };
  const read = async () => {
    for await (const _doc of unwind('$a', check)([{ a: Array.from({ length: 100 }, (_, i) => i) }])) time++;
  };
  await expect(read()).rejects.toBe(over);
  expect(time).toBeLessThan(60);
});
