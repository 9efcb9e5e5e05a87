import { describe, expect, it } from 'vitest';
import { idOf } from '../../../../testing/make-post';
import { recordCalls } from '../../../../testing/record-calls';
import { reactionAnswer } from '../../../../testing/serve';
import { getStatus } from '../page/use-interaction-status';
import { addShare, toggleReaction } from './run-reaction';
import { sendBatch, sendView } from './track-view';

const POST = idOf(1);
const view = { postId: POST, viewDuration: 2.5, referralSource: 'direct', feed: false };

describe('the calls for a post', () => {
  it.each([
    ['like', `POST /post-interactions/${POST}/like`],
    ['dislike', `POST /post-interactions/${POST}/dislike`],
    ['pin', `POST /posts/${POST}/pin`],
    ['bookmark', `POST /posts/${POST}/bookmark`],
  ] as const)('toggle a %s without a body: %s [F7-17 F7-18 F7-19 F7-20]', async (kind, line) => {
    const calls = recordCalls(reactionAnswer({ likes: 4 }, { liked: true }));
    const state = await toggleReaction(kind, POST, 'key-1');
    expect(state).toMatchObject({ reactions: { likes: 4 }, userInteraction: { liked: true } });
    expect(calls).toMatchObject([{ line, body: undefined, credentials: 'include' }]);
    expect(calls[0]?.headers.get('idempotency-key')).toBe('key-1');
  });

  it('send the type and action of a reaction [F7-16]', async () => {
    const calls = recordCalls(reactionAnswer({ shares: 1 }, {}));
    expect((await addShare(POST)).reactions.shares).toBe(1);
    expect(calls).toMatchObject([
      {
        line: `POST /posts/${POST}/reactions`,
        body: { type: 'share', action: 'add' },
        credentials: 'include',
      },
    ]);
  });

  it('fetch the status [F7-21]', async () => {
    const data = { liked: true, disliked: false, saved: false, viewed: true };
    const calls = recordCalls({ success: true, data });
    expect(await getStatus(POST, new AbortController().signal)).toEqual(data);
    expect(calls).toMatchObject([{ line: `GET /post-interactions/${POST}/status`, credentials: 'include' }]);
  });

  it('send one view with its duration in seconds, its source and its feed [F7-22 F7-23]', async () => {
    const calls = recordCalls({ success: true, data: { viewAdded: true, totalViews: 13 } });
    expect(await sendView(view)).toEqual({ postId: POST, viewAdded: true, totalViews: 13 });
    expect(calls).toMatchObject([
      {
        line: `POST /post-interactions/${POST}/view`,
        body: { viewDuration: 2.5, referralSource: 'direct', feed: false },
        credentials: 'include',
      },
    ]);
  });

  it('send several views as a list [F7-24]', async () => {
    const results = [{ postId: POST, viewAdded: false, totalViews: 12 }];
    const calls = recordCalls({ success: true, data: { results } });
    expect(await sendBatch([view])).toEqual(results);
    expect(calls).toMatchObject([
      { line: 'POST /post-interactions/batch-views', body: { postViews: [view] }, credentials: 'include' },
    ]);
  });
});
