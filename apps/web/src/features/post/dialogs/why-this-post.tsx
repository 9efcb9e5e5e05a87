import { checkOrder, createPermutation } from '@social-feed/feed-order';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { useOwnAccount } from '../../../lib/viewer';
import { copyShuffle } from '../options/copy-shuffle';
import { readOrder, type OrderedPage } from '../options/read-order';

const count = (value: number, one: string, more = `${one}s`): string =>
  `${value.toLocaleString()} ${value === 1 ? one : more}`;

/**
 * The position of a post from 1, computed from its number; `undefined` if the order does not put it on this page.
 */
const placeOf = ({ seed, population, from, to, numbers, ids }: OrderedPage, postId: string) => {
  const order = createPermutation(seed, population);
  const number = numbers[ids.indexOf(postId)];
  for (let position = from; position < Math.min(to, population); position += 1)
    if (order.at(position) === number) return position + 1;
  return undefined;
};

/** Recomputes the order of all pages and describes the result. */
const checked = (pages: readonly OrderedPage[]): string => {
  let empty = 0;
  let posts = 0;
  for (const page of pages) {
    const found = checkOrder(page);
    if (found.wrong !== undefined)
      return `Post ${posts + found.wrong + 1} of this feed does not stand where the seed puts it: something else decided.`;
    empty += found.empty;
    posts += page.numbers.length;
  }
  const all = `Checked ${count(posts, 'post')}: each stands where the seed puts it.`;
  if (empty === 0) return all;
  return `${all} ${count(empty, 'place is', 'places are')} empty: deleted, or not shown to you.`;
};

/** Explains a post's position in the feed, and proves it in this browser (docs/feed-order.md). */
export const WhyThisPost = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const client = useQueryClient();
  const user = useOwnAccount();
  // a snapshot: the list may load more pages while the dialog is open
  const [pages] = useState(() => readOrder(client, user?._id ?? null));
  const [result, setResult] = useState('');
  const page = pages.find(({ ids }) => ids.includes(postId));
  const place = page && placeOf(page, postId);
  return (
    <Dialog
      onClose={onClose}
      title="Why this post?"
      description={
        place === undefined
          ? 'This feed does not say how it was put in order.'
          : `Because of the seed ${page?.seed}, and nothing else: it puts this post in place ${place.toLocaleString()} of ${count(page?.population ?? 0, 'post')}. What is liked, who wrote it and what you read before decide nothing.`
      }
      cancel="OK"
      actions={
        <Button disabled={pages.length === 0} onClick={() => setResult(checked(pages))}>
          Check
        </Button>
      }
    >
      <p role="status" className="min-h-10 text-meta text-muted">
        {result}
      </p>
      {page ? (
        <Button variant="ghost" className="-ms-5" onClick={() => void copyShuffle(page.seed)}>
          Copy this shuffle
        </Button>
      ) : null}
    </Dialog>
  );
};
