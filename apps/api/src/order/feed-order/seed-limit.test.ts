import { SEED_LIMIT } from '@social-feed/contracts';
import { SEEDS } from '@social-feed/feed-order';
import { expect, it } from 'vitest';

it('the contract and the specification of the order have one number of seeds', () => {
  expect(SEED_LIMIT).toBe(SEEDS);
});
