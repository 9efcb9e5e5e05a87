import { describe, expect, it } from 'vitest';
import { getStatus } from '../page/use-interaction-status';
import { addShare, toggleReaction } from './run-reaction';
import { sendBatch, sendView } from './track-view';

const { signal } = new AbortController();
const view = { viewDuration: 1, referralSource: 'feed', feed: true };

// no handler is set up: a call that is sent would fail the test
describe('a call without a post id (F §5)', () => {
  it.each([
    ['like', (id: string) => toggleReaction('like', id, 'key')],
    ['dislike', (id: string) => toggleReaction('dislike', id, 'key')],
    ['bookmark', (id: string) => toggleReaction('bookmark', id, 'key')],
    ['pin', (id: string) => toggleReaction('pin', id, 'key')],
    ['share', (id: string) => addShare(id)],
    ['status', (id: string) => getStatus(id, signal)],
    ['view', (id: string) => sendView({ postId: id, ...view })],
  ])('is rejected before it is sent: %s [F5-8]', async (_name, call) => {
    for (const id of ['', ' ']) await expect(call(id)).rejects.toThrow('Post ID is required');
  });

  it('is rejected for an empty list of views [F5-9]', async () => {
    await expect(sendBatch([])).rejects.toThrow('There are no views to send');
  });
});
