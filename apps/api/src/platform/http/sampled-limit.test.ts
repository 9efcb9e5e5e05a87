import { expect, it } from 'vitest';
import { createSampledLimit } from './sampled-limit.js';

it('spends one use for every so many of each key, and asks again each time once it is refused', async () => {
  const spent: string[] = [];
  let left = 2;
  const consume = createSampledLimit(3, (key: string) => {
    spent.push(key);
    left -= 1;
    return left < 0 ? Promise.reject(new Error('None left')) : Promise.resolve();
  });
  for (let use = 0; use < 5; use += 1) await consume('ada');
  await consume('ben');
  expect(spent).toEqual(['ada']);
  await consume('ada');
  expect(spent).toEqual(['ada', 'ada']);
  await consume('ada');
  await consume('ada');
  await expect(consume('ada')).rejects.toThrow('None left');
  await expect(consume('ada')).rejects.toThrow('None left');
  await consume('ben');
  left = 1;
  await consume('ada');
  await consume('ada');
  expect(spent).toEqual(['ada', 'ada', 'ada', 'ada', 'ada']);
});
