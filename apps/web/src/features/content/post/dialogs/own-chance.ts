import { plural, t } from '@lingui/core/macro';
import { PAGE, type PostChance } from '@social-feed/contracts';
import { createPermutation } from '@social-feed/feed-order';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { api } from '../../../../lib/api-client';
import { formatNumber } from '../../../../lib/locale';

/** The figures of an own post, fetched each time; for other posts nothing is fetched. */
export const useOwnChance = (postId: string, isOwn: boolean) =>
  useQuery({
    queryKey: keys.chance(postId),
    queryFn: ({ signal }) => api.call('postChance', { params: { id: postId }, signal }),
    staleTime: 0,
    gcTime: 0,
    enabled: isOwn,
  });

/** The place of the post in the shuffle of the day. */
export const todayWords = ({ day: { place, population } }: PostChance): string => {
  if (place === null) return t`It is not in today's shuffle, which was made before it.`;
  const [at, posts] = [formatNumber(place), formatNumber(population)];
  return plural(population, {
    one: `In today's shuffle it stands in place ${at} of ${posts} post.`,
    other: `In today's shuffle it stands in place ${at} of ${posts} posts.`,
  });
};

/** In how many of the last shuffles the post came early, and what chance expects. */
export const recentWords = ({ shuffles, among, expected }: PostChance): string => {
  if (shuffles.length === 0) return t`No shuffle of the last three hours contains it yet.`;
  const [drawn, found] = [formatNumber(shuffles.length), formatNumber(among)];
  const average = formatNumber(expected, { maximumFractionDigits: 1 });
  return t`Of the last ${plural(shuffles.length, {
    one: `${drawn} shuffle`,
    other: `${drawn} shuffles`,
  })}, ${plural(among, {
    one: `${found} has`,
    other: `${found} have`,
  })} it among the first ${PAGE.feedFirst} posts; chance alone expects ${average}.`;
};

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

/** Recomputes the figures and describes the result. */
export const checkChance = (chance: PostChance): string => {
  try {
    return isRight(chance)
      ? t`The seeds give the same figures.`
      : t`The figures do not follow from the seeds: something else decided.`;
  } catch {
    return t`The figures do not follow from the seeds: the post has a number that no order contains.`;
  }
};
