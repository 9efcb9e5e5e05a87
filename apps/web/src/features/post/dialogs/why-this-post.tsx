import { checkOrder, createPermutation } from '@social-feed/feed-order';
import { useQueryClient } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { IconButton } from '../../../components/ui/icon-button';
import { useOwnAccount } from '../../../lib/viewer';
import { copyShuffle, useDrawShuffle, wordsOf } from '../options/shuffle-links';
import { readOrder, type OrderedPage } from '../options/read-order';
import { OrderPicture } from './order-picture';

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

/** The shuffle's name, with a link to it and the next one. */
const ThisShuffle = ({ seed, onClose }: { seed: number; onClose: () => void }) => {
  const draw = useDrawShuffle();
  const handleDraw = () => {
    onClose();
    draw();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="me-auto text-body font-medium">{`Shuffle “${wordsOf(seed)}”`}</p>
      <Button variant="ghost" className="-mx-5" onClick={() => void copyShuffle(seed)}>
        Copy this shuffle
      </Button>
      <IconButton label="Draw the next shuffle" className="-me-3" onClick={handleDraw}>
        <Dices size="1.25em" aria-hidden />
      </IconButton>
    </div>
  );
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
      {page && place !== undefined ? <OrderPicture {...page} place={place} /> : null}
      <p role="status" className="mt-3 min-h-10 text-meta text-muted">
        {result}
      </p>
      {page ? <ThisShuffle seed={page.seed} onClose={onClose} /> : null}
    </Dialog>
  );
};
