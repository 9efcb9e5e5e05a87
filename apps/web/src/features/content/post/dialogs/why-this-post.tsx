import { HAND } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { useOwnAccount } from '../../../../lib/viewer';
import { checkableList, readOrder, type CheckableList, type OrderedPage } from '../options/read-order';
import { copyShuffle, useDrawShuffle, wordsOf } from '../options/shuffle-links';
import { checkPages, checkSeedOfDay, count, handOf, placeOf } from './check-order';
import { CheckResult } from './check-result';
import { OrderPicture } from './order-picture';
import { ENGLISH } from '../../../../lib/english';

/** The shuffle's name, with a link to it and the next one. */
const ThisShuffle = ({ seed, onClose }: { seed: number; onClose: () => void }) => {
  const draw = useDrawShuffle();
  const handleDraw = () => {
    onClose();
    draw();
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-10">
      <p className="me-auto text-body font-medium">{`Shuffle “${wordsOf(seed)}”`}</p>
      <Button variant="ghost" className="-mx-5" onClick={() => void copyShuffle(seed)}>
        Copy this shuffle
      </Button>
      <Button variant="ghost" className="-mx-5" onClick={handleDraw}>
        Draw the next shuffle
      </Button>
    </div>
  );
};

interface Reason {
  list: CheckableList;
  page: OrderedPage;
  place: number;
}

const reasonOf = ({ list: { kind, date = '' }, page, place }: Reason): string => {
  const seed = kind === 'shuffle' ? page.seed : `of the day, ${page.seed}`;
  const where = `place ${place.toLocaleString(ENGLISH)} of ${count(page.population, 'post')}`;
  const hand = `, and the first ${HAND.posts} are the hand of ${date}, the same for everybody`;
  return `Because of the seed ${seed}, and nothing else: it puts this post in ${where}${kind === 'hand' ? hand : ''}. What is liked, who wrote it and what you read before decide nothing.`;
};

/** Explains a post's position in the feed, and proves it in this browser (docs/feed-order.md). */
export const WhyThisPost = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const client = useQueryClient();
  const user = useOwnAccount();
  const location = useLocation();
  // a snapshot: the list may load more pages while the dialog is open
  const [{ pages, list }] = useState(() => {
    const found = checkableList(location);
    const read = found ? readOrder(client, user?._id ?? null, found.way) : [];
    return { pages: found?.kind === 'hand' ? read.map(handOf) : read, list: found };
  });
  const [result, setResult] = useState('');
  const [checking, setChecking] = useState(false);
  const page = pages.find(({ ids }) => ids.includes(postId));
  const place = page && placeOf(page, postId);
  const ofDay = list !== undefined && list.kind !== 'shuffle';
  const handleCheck = async () => {
    const order = checkPages(pages);
    setResult(order);
    if (!ofDay || !page) return;
    setChecking(true);
    setResult(`${order} ${await checkSeedOfDay(page.seed, list.date)}`);
    setChecking(false);
  };
  return (
    <Dialog
      onClose={onClose}
      title="Why this post?"
      description={
        list && page && place !== undefined
          ? reasonOf({ list, page, place })
          : 'This feed does not say how it was put in order.'
      }
      cancel="OK"
      readOnly={ofDay}
      actions={
        <Button
          variant="outline"
          busy={checking}
          disabled={pages.length === 0}
          onClick={() => void handleCheck()}
        >
          Check
        </Button>
      }
    >
      {page && place !== undefined ? <OrderPicture {...page} place={place} /> : null}
      <CheckResult>{result}</CheckResult>
      {page && !ofDay ? <ThisShuffle seed={page.seed} onClose={onClose} /> : null}
    </Dialog>
  );
};
