import { createHash } from 'node:crypto';
import { addDays, seedOfLink } from '@social-feed/feed-order/day-seed';
import { http, HttpResponse } from 'msw';
import { server } from './server';

const LENGTH = 10;

/** The answer of a server that has revealed three days of a chain. */
export const makeCommitment = () => {
  const all = ['5'.repeat(64)];
  while (all.length <= LENGTH)
    all.unshift(createHash('sha256').update(Buffer.from(all[0]!, 'hex')).digest('hex'));
  const [end = '', ...links] = all;
  const dated = links.slice(0, 3).map((link, index) => ({ date: addDays('2026-11-24', index), link }));
  return {
    today: '2026-11-26',
    seed: seedOfLink(links[2]!),
    chain: { startsOn: '2026-11-24', length: LENGTH, end, publishedAt: '2026-11-20T08:00:00.000Z' },
    links: dated.reverse(),
    next: null,
  };
};

/** Serves the seed of the day; `change` may modify the answer. */
export const serveDays = (
  change: (answer: ReturnType<typeof makeCommitment>) => object = (same) => same,
): void =>
  server.use(
    http.get('*/api/feed/commitment', () =>
      HttpResponse.json({ success: true, data: change(makeCommitment()) }),
    ),
  );
