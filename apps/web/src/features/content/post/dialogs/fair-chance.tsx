import { PAGE, type PostChance } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../../cache/keys';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { Spinner } from '../../../../components/ui/spinner';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import { checkSeedOfDay, count } from './check-order';
import { CheckResult } from './check-result';
import { OrderPicture } from './order-picture';
import { ENGLISH } from '../../../../lib/english';

const today = ({ day: { place, population } }: PostChance): string =>
  place === null
    ? 'It is not in the order of the day, which was made before it.'
    : `In the order of the day it stands in place ${place.toLocaleString(ENGLISH)} of ${count(population, 'post')}.`;

const recently = ({ shuffles, among, expected }: PostChance): string =>
  shuffles.length === 0
    ? 'No shuffle of the last three hours contains it yet.'
    : `Of the last ${count(shuffles.length, 'shuffle')}, ${count(among, 'has', 'have')} it among the first ${PAGE.feedFirst} posts; chance alone expects ${expected.toLocaleString(ENGLISH, { maximumFractionDigits: 1 })}.`;

/** Whether the figures follow from the seeds and the post's number. */
const isRight = ({ number, day, shuffles, among }: PostChance): boolean => {
  const placed =
    day.number === null ||
    createPermutation(day.seed, day.population).positionOf(day.number) + 1 === day.place;
  const counted = shuffles.filter(
    ({ seed, population }) =>
      number !== null && createPermutation(seed, population).positionOf(number) < PAGE.feedFirst,
  ).length;
  return placed && counted === among;
};

const check = async (chance: PostChance): Promise<string> => {
  try {
    if (!isRight(chance)) return 'The figures do not follow from the seeds: something else decided.';
  } catch {
    return 'The figures do not follow from the seeds: the post has a number that no order contains.';
  }
  return `The seeds give the same figures. ${await checkSeedOfDay(chance.day.seed)}`;
};

const Figures = ({ chance, result }: { chance: PostChance; result: string }) => (
  <div className="flex flex-col gap-3 text-body">
    {chance.day.place === null ? null : <OrderPicture {...chance.day} place={chance.day.place} />}
    <p>{today(chance)}</p>
    <p>{recently(chance)}</p>
    <p className="text-muted">
      How many people follow you does not count, and neither do likes: every post has the same chance. The
      server keeps which seeds were used, not who read.
    </p>
    <CheckResult>{result}</CheckResult>
  </div>
);

/** Shows the author of a post its places in the feed, and what chance alone expects (docs/feed-order.md). */
export const FairChance = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.chance(postId),
    queryFn: ({ signal }) => api.call('postChance', { params: { id: postId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [result, setResult] = useState('');
  const [checking, setChecking] = useState(false);
  const chance = data?.data;
  const handleCheck = async () => {
    if (!chance) return;
    setChecking(true);
    setResult(await check(chance));
    setChecking(false);
  };
  return (
    <Dialog
      onClose={onClose}
      title="A fair chance"
      cancel="OK"
      readOnly
      actions={
        chance || !error ? (
          <Button busy={checking} disabled={!chance} onClick={() => void handleCheck()}>
            Check
          </Button>
        ) : (
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        )
      }
    >
      {chance ? (
        <Figures chance={chance} result={result} />
      ) : error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : (
        <div className="grid min-h-40 place-items-center text-muted">
          <Spinner size={32} label="Loading figures" />
        </div>
      )}
    </Dialog>
  );
};
