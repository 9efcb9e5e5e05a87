import { plural, t } from '@lingui/core/macro';
import { HAND } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { Failed } from '../../../../components/ui/empty-state';
import { SeedFace } from '../../../../components/ui/seed-face';
import { Spinner } from '../../../../components/ui/spinner';
import { messageOf } from '../../../../lib/api-error';
import { formatNumber } from '../../../../lib/locale';
import { useOwnAccount } from '../../../../lib/viewer';
import { checkableList, readOrder, type CheckableList, type OrderedPage } from '../options/read-order';
import { wordsOf } from '../options/shuffle-links';
import { checkPages, checkSeedOfDay, handOf, placeOf } from './check-order';
import { CheckOrder } from './check-button';
import { OrderPicture } from './order-picture';
import { checkChance, recentWords, todayWords, useOwnChance } from './own-chance';
import { sentences } from '../../../../lib/words/sentences';

/** A place in an order. */
interface Placed {
  seed: number;
  population: number;
  /** From 1. */
  place: number;
  kind: CheckableList['kind'];
  date?: string | undefined;
}

const orderOf = ({ kind, date = '', population }: Placed): string => {
  if (kind === 'shuffle') return t`This shuffle puts it there, and nothing else.`;
  if (kind === 'day') return t`The shuffle of the day puts it there, and nothing else.`;
  const posts = formatNumber(population);
  return plural(population, {
    one: `The shuffle of ${date} puts it there, and nothing else, and its first ${HAND.posts} of ${posts} post are the hand of that day, the same for everybody.`,
    other: `The shuffle of ${date} puts it there, and nothing else, and its first ${HAND.posts} of ${posts} posts are the hand of that day, the same for everybody.`,
  });
};

const PlaceOf = (placed: Placed) => (
  <>
    <p className="text-section leading-[1.4] serif:font-serif">
      {t`By chance, place ${formatNumber(placed.place)} of ${formatNumber(placed.population)}.`}
    </p>
    <OrderPicture {...placed} />
    <p className="text-muted">
      {sentences(orderOf(placed), t`What is liked, who wrote it and what you read before decide nothing.`)}
    </p>
    {placed.kind === 'shuffle' ? (
      <p className="flex items-center gap-2 text-meta font-medium">
        <SeedFace seed={placed.seed} className="size-6" />
        <span>{t`Shuffle “${wordsOf(placed.seed)}”`}</span>
      </p>
    ) : null}
  </>
);

/** The pages of the list at this address, and the list; a snapshot, as more pages may come while the dialog is open. */
const useListRead = (viewerId: string | null) => {
  const client = useQueryClient();
  const location = useLocation();
  const [read] = useState(() => {
    const list = checkableList(location);
    const pages = list ? readOrder(client, viewerId, list.way) : [];
    return { pages: list?.kind === 'hand' ? pages.map(handOf) : pages, list };
  });
  return read;
};

const placeIn = (page: OrderedPage, list: CheckableList, postId: string): Placed | undefined => {
  const place = placeOf(page, postId);
  return place === undefined ? undefined : { ...page, ...list, place };
};

interface WhyProps {
  postId: string;
  /** Whether it is the viewer's: then figures of other shuffles follow. */
  isOwn: boolean;
  onClose: () => void;
}

/** Explains a post's position in the feed, and proves it in this browser (docs/feed-order.md). */
export const WhyThisPost = ({ postId, isOwn, onClose }: WhyProps) => {
  const { pages, list } = useListRead(useOwnAccount()?._id ?? null);
  const { data, error, isFetching, refetch } = useOwnChance(postId, isOwn);
  const chance = data?.data;
  const day = chance?.day;
  const page = pages.find(({ ids }) => ids.includes(postId));
  const inList = page && list && placeIn(page, list, postId);
  const ofDay: Placed | undefined = day?.place ? { ...day, place: day.place, kind: 'day' } : undefined;
  const shown = inList ?? ofDay;
  const check = async (): Promise<string> => {
    const said = page ? [checkPages(pages)] : [];
    if (chance) said.push(checkChance(chance));
    if (page && list?.kind !== 'shuffle') said.push(await checkSeedOfDay(page.seed, list?.date));
    else if (day) said.push(await checkSeedOfDay(day.seed));
    return sentences(...said);
  };
  const isLoading = isOwn && !chance && !error;
  return (
    <Dialog
      onClose={onClose}
      title={t`Why this post?`}
      readOnly
      actions={<Button onClick={onClose}>{t`OK`}</Button>}
    >
      <div className="flex flex-col gap-3 text-body">
        {shown ? <PlaceOf {...shown} /> : null}
        {shown || isOwn ? null : <p>{t`This feed does not say how it was put in order.`}</p>}
        {chance ? (
          <>
            {shown?.kind === 'day' ? null : <p>{todayWords(chance)}</p>}
            <p>{recentWords(chance)}</p>
            <p className="text-muted">
              {t`How many people follow you does not count, and neither do likes: every post has the same chance. The server keeps which shuffles were drawn, not who read.`}
            </p>
          </>
        ) : null}
        {isOwn && !chance && error ? (
          <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        ) : null}
        {isLoading ? (
          <div className="grid min-h-28 place-items-center text-muted">
            <Spinner size={32} label={t`Loading figures`} />
          </div>
        ) : null}
        {(page && !isLoading) || chance ? <CheckOrder check={check} seed={page?.seed ?? day?.seed} /> : null}
      </div>
    </Dialog>
  );
};
