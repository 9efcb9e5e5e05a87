import { infiniteFeed } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { FEED_CALL } from './get-feed-page';

it('calls the address of the contract, which it names without its schemas', () => {
  expect(FEED_CALL).toEqual({ method: infiniteFeed.method, path: infiniteFeed.path });
});
